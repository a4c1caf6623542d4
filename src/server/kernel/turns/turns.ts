/** Whose turn it is, where owners share what only some can have at once. */
export interface Turns {
  /**
   * Calls `go` when it is this owner's turn, maybe at once; returns how to leave the line, and says whether it was in it.
   * What somebody waits for goes before what nobody does.
   */
  take(owner: string, go: () => void, awaited?: boolean): () => boolean;
  /** Ends what a turn of this owner was for. */
  end(owner: string): void;
  /** How many of this owner wait. */
  waiting(owner: string): number;
}

type Lines = Map<string, (() => void)[]>;

/** What is awaited goes first so often in a row, so that the rest goes on however much of it there is. */
const awaitedInARow = 2;

/**
 * So many places in all, and at most so many of them for one owner: while others wait who have fewer, and otherwise. Those of
 * one owner wait in the order in which they came; owners go round, so that whoever has many waiting keeps the others from
 * nothing but every second turn.
 */
export function createTurns(places: number, each: (owner: string, othersWait: boolean) => number): Turns {
  /** The owner who waits the longest since its last turn is first. */
  const awaitedLines: Lines = new Map();
  const otherLines: Lines = new Map();
  const counts = new Map<string, number>();
  let free = places;
  let inARow = 0;

  const takenBy = (owner: string): number => counts.get(owner) ?? 0;

  function next(): [lines: Lines, owner: string] | undefined {
    const order = inARow < awaitedInARow ? [awaitedLines, otherLines] : [otherLines, awaitedLines];
    for (const othersWait of [true, false]) {
      for (const lines of order) {
        const owner = lines.keys().find((owner) => takenBy(owner) < each(owner, othersWait));
        if (owner !== undefined) return [lines, owner];
      }
    }
    return undefined;
  }

  function pass(): void {
    while (free > 0) {
      const [lines, owner] = next() ?? [];
      if (!lines || owner === undefined) return;
      const line = lines.get(owner)!;
      const go = line.shift()!;
      if (line.length > 0) toBack(lines, owner);
      else lines.delete(owner);
      inARow = lines === awaitedLines && otherLines.size > 0 ? inARow + 1 : 0;
      free -= 1;
      counts.set(owner, takenBy(owner) + 1);
      go();
    }
  }

  return {
    take(owner, go, awaited = false) {
      const lines = awaited ? awaitedLines : otherLines;
      const line = lines.get(owner) ?? [];
      lines.set(owner, line);
      line.push(go);
      pass();
      return () => {
        const place = line.indexOf(go);
        if (place < 0) return false;
        line.splice(place, 1);
        if (line.length === 0) lines.delete(owner);
        return true;
      };
    },
    end(owner) {
      free += 1;
      const remaining = takenBy(owner) - 1;
      counts.set(owner, remaining);
      if (remaining === 0) {
        counts.delete(owner);
        // It may have come before the others while it had its turn.
        for (const lines of [awaitedLines, otherLines]) toBack(lines, owner);
      }
      pass();
    },
    waiting: (owner) => (awaitedLines.get(owner)?.length ?? 0) + (otherLines.get(owner)?.length ?? 0),
  };
}

function toBack(lines: Lines, owner: string): void {
  const line = lines.get(owner);
  if (!line) return;
  lines.delete(owner);
  lines.set(owner, line);
}
