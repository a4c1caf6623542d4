import { createHash } from "node:crypto";

/** A stream of numbers seeded by words: the same words give the same numbers on every machine. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in 0 … below − 1. */
  index(below: number): number;
  /** Roughly normal around 0 with deviation 1, within ±3.5. */
  bell(): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function chance(...words: readonly (string | number)[]): Chance {
  let state = createHash("sha256").update(JSON.stringify(words)).digest().readUInt32LE(0);
  // mulberry32: one multiplication round per number, full 32-bit period.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const index = (below: number) => Math.floor(next() * below);
  return {
    next,
    index,
    bell: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    pick: (list) => list[index(list.length)]!,
    shuffled: (list) => {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = index(last + 1);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}
