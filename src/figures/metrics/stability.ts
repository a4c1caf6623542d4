import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { Reading } from "../../reader/reading.ts";
import { entryOf } from "../uncertainty/mixture.ts";
import { makerIn } from "./maker.ts";

/** How alike repeated answers are: the same engine and prompt, asked more than once. */
export interface Stability {
  /** Pairs of answers compared: those in which at least one names a brand. */
  pairs: number;
  /** Pairs left out because neither answer names a brand. */
  emptyPairs: number;
  /** Mean overlap of the sets of brands, 0-1. */
  brandJaccard: number | null;
  /** Mean overlap of their order, 0-1. */
  brandRbo: number | null;
}

/** Persistence of rank-biased overlap: how far down a list a reader looks. */
const persistence = 0.9;

/** Beyond this many answers to one prompt, each is compared with only this many others, so that the work stays linear. */
const mostCompared = 64;

/**
 * Mean Jaccard and mean extrapolated rank-biased overlap of the brands (tracked and untracked) named in pairs of answers
 * to one prompt by one engine; null if nothing was asked twice. The answers are in the order of `inOrder`.
 * Source: docs/measuring.md, "Stability"; Webber, Moffat and Zobel (2010), equation 32.
 */
export function stability(ordered: readonly MeasuredAnswer[]): Stability | null {
  const numbers: BrandNumbers = { trackedNames: new Map(), makers: new Map(), others: new Map() };
  const totals = { pairs: 0, emptyPairs: 0, jaccard: 0, rbo: 0 };
  for (const group of repeats(ordered)) {
    const lists = group.map((reading) => brandsIn(reading, numbers));
    const reach = lists.length <= mostCompared ? lists.length - 1 : mostCompared / 2;
    for (const [at, list] of lists.entries()) {
      for (let step = 1; step <= reach; step += 1) {
        const other = lists.length <= mostCompared ? at + step : (at + step) % lists.length;
        if (other >= lists.length) break;
        comparePair(list, lists[other]!, totals);
      }
    }
  }
  const { pairs, emptyPairs } = totals;
  if (pairs + emptyPairs === 0) return null;
  return {
    pairs,
    emptyPairs,
    brandJaccard: pairs === 0 ? null : totals.jaccard / pairs,
    brandRbo: pairs === 0 ? null : totals.rbo / pairs,
  };
}

/** Readings of the answers to one prompt by one engine, group by group. */
function* repeats(ordered: readonly MeasuredAnswer[]): Generator<Reading[]> {
  let group: Reading[] = [];
  let last: MeasuredAnswer | undefined;
  for (const answer of ordered) {
    const same =
      answer.promptKey === last?.promptKey &&
      answer.provider === last.provider &&
      answer.surface === last.surface;
    if (!same) {
      if (group.length > 1) yield group;
      group = [];
    }
    last = answer;
    if (answer.reading) group.push(answer.reading);
  }
  if (group.length > 1) yield group;
}

/** Ranked items without repeats, each with its 0-based rank. */
export type Ranking = ReadonlyMap<number, number>;

export function rankingOf(members: readonly number[]): Ranking {
  const ranks = new Map<number, number>();
  for (const member of members) if (!ranks.has(member)) ranks.set(member, ranks.size);
  return ranks;
}

/** Brands as numbers: tracked ones by their names, others by their makers. */
interface BrandNumbers {
  trackedNames: Map<string, number>;
  makers: Map<string, number>;
  /** Each other name once, as its maker is looked for in the name. */
  others: Map<string, number>;
}

/** The brands of an answer in order of first mention, each as a number. */
function brandsIn({ mentions, alsoNamed }: Reading, numbers: BrandNumbers): Ranking {
  const { trackedNames, others } = numbers;
  const numberOf = (name: string) =>
    entryOf(trackedNames, name, () => trackedNames.size + numbers.makers.size);
  const otherOf = (name: string) =>
    entryOf(others, name, () =>
      entryOf(numbers.makers, makerIn(name), () => trackedNames.size + numbers.makers.size),
    );
  const brands = [
    ...mentions.map(({ name, evidence }) => ({ number: numberOf(name), start: evidence[0]?.start ?? 0 })),
    ...alsoNamed.map(({ name, start }) => ({ number: otherOf(name), start })),
  ].sort((a, b) => a.start - b.start);
  return rankingOf(brands.map(({ number }) => number));
}

function comparePair(
  a: Ranking,
  b: Ranking,
  totals: { pairs: number; emptyPairs: number; jaccard: number; rbo: number },
): void {
  if (a.size === 0 && b.size === 0) {
    totals.emptyPairs += 1;
    return;
  }
  totals.pairs += 1;
  totals.jaccard += jaccard(a, b);
  totals.rbo += rankBiasedOverlap(a, b);
}

/** Shared members over all members of two rankings. */
export function jaccard(a: Ranking, b: Ranking): number {
  const common = a.keys().reduce((count, each) => count + (b.has(each) ? 1 : 0), 0);
  return common / (a.size + b.size - common);
}

/** RBO_ext of two rankings of any lengths: 1 if they are equal, 0 if they share nothing. */
export function rankBiasedOverlap(a: Ranking, b: Ranking): number {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  if (short.size === 0) return 0;
  const commonAt = commonByDepth(short, long);
  const shared = commonAt[short.size]!;
  let weight = 1;
  let sum = 0;
  for (let depth = 1; depth <= long.size; depth += 1) {
    weight *= persistence;
    sum += (commonAt[depth]! / depth) * weight;
    if (depth > short.size) sum += ((shared * (depth - short.size)) / (short.size * depth)) * weight;
  }
  const rest = (commonAt[long.size]! - shared) / long.size + shared / short.size;
  // Rounding can leave equal rankings a hair above 1.
  return Math.min(1, ((1 - persistence) / persistence) * sum + rest * weight);
}

/** For every depth from 0: the members that both rankings have within it. */
function commonByDepth(short: Ranking, long: Ranking): number[] {
  const common = new Array<number>(long.size + 1).fill(0);
  for (const [member, at] of short) {
    const other = long.get(member);
    if (other !== undefined) common[Math.max(at, other) + 1]! += 1;
  }
  for (let depth = 1; depth <= long.size; depth += 1) common[depth]! += common[depth - 1]!;
  return common;
}
