import { availableParallelism } from "node:os";

/** Nobody waits for a place longer than it takes to hash this many passwords. */
const lineMax = 8;

/** No place was free, and the line was full. */
export class HashingBusy extends Error {
  override name = "HashingBusy";
}

/** Who hashes: those who are known here, such as a browser that has signed in before, have a line of their own. */
export type HashingLine = "recognized" | "strangers";

/**
 * Places for work that hashes passwords. A hash takes a thread of Node's pool, which has four for files and names too,
 * and 32 MB for 50 ms and more: as many at once as leave others room, the rest in two short lines, known people first.
 */
export interface HashingPlaces {
  /** Whether a line is full, in which case `run` would refuse. */
  isFull(line: HashingLine): boolean;
  /** Throws HashingBusy if there is no place and the line is full. */
  run<T>(line: HashingLine, work: () => Promise<T>): Promise<T>;
}

/** Half of the cores, but at least one, and at most half of the pool. */
const placesHere = () => Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

export function createHashingPlaces(places = placesHere()): HashingPlaces {
  const lines: Record<HashingLine, (() => void)[]> = { recognized: [], strangers: [] };
  let free = places;

  const isFull = (line: HashingLine) => free === 0 && lines[line].length >= lineMax;

  function leave(): void {
    const next = lines.recognized.shift() ?? lines.strangers.shift();
    if (next) next();
    else free += 1;
  }

  return {
    isFull,
    async run(line, work) {
      if (isFull(line)) throw new HashingBusy();
      if (free > 0) free -= 1;
      else await new Promise<void>((enter) => lines[line].push(enter));
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
