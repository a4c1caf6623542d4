/**
 * The parts of a figure Σy/Σx: for each prompt the sums over its answers, with engines weighted by what they were asked.
 * For a rate, each answer has x = 1, and y = 1 if it counts.
 */
export interface RatioSums {
  y: Float64Array;
  x: Float64Array;
  /** Sums of squares and products, each answer's with the square of its engine's weight. */
  yy: Float64Array;
  xy: Float64Array;
  xx: Float64Array;
  /**
   * The same about the mean of one engine's answers to the prompt, times n/(n−1): an unbiased estimate of the variance of
   * asking again. A single answer from an engine says nothing about that and counts in full.
   */
  within: { yy: Float64Array; xy: Float64Array; xx: Float64Array };
  /** Engines that answered the prompt more than once. */
  repeats: Float64Array;
}

/** The sums with those of several prompts added up: `placeOf` has the place of each prompt among `places`. */
export function addedUp(
  { within, ...sums }: RatioSums,
  placeOf: readonly number[],
  places: number,
): RatioSums {
  const added = (numbers: Float64Array): Float64Array => {
    const all = new Float64Array(places);
    for (let at = 0; at < numbers.length; at += 1) all[placeOf[at]!]! += numbers[at]!;
    return all;
  };
  return {
    y: added(sums.y),
    x: added(sums.x),
    yy: added(sums.yy),
    xy: added(sums.xy),
    xx: added(sums.xx),
    within: { yy: added(within.yy), xy: added(within.xy), xx: added(within.xx) },
    repeats: added(sums.repeats),
  };
}

/** A figure over all of its prompts. */
export interface RatioTotals {
  /** Prompts that contribute to it. */
  prompts: number;
  y: number;
  x: number;
  ratio: number;
  /** Variance of the ratio if its answers were independent, and that of asking the same prompts again. */
  independent: number;
  samePrompts: number;
  repeats: number;
}

/** Null if nothing was measured. */
export function totalsOf(sums: RatioSums): RatioTotals | null {
  const x = sum(sums.x);
  if (x <= 0) return null;
  const y = sum(sums.y);
  const ratio = y / x;
  const variance = ({ yy, xy, xx }: Pick<RatioSums, "yy" | "xy" | "xx">) =>
    Math.max(0, sum(yy) - 2 * ratio * sum(xy) + ratio * ratio * sum(xx)) / (x * x);
  return {
    prompts: sums.x.reduce((prompts, each) => prompts + (each > 0 ? 1 : 0), 0),
    y,
    x,
    ratio,
    independent: variance(sums),
    samePrompts: variance(sums.within),
    repeats: sum(sums.repeats),
  };
}

/** K/(K−1)·Σ(y − R·x)²/X²: the variance of a ratio estimated over prompts. Null for a single prompt. */
export function clusteredVariance(
  { y, x }: RatioSums,
  { ratio, x: total, prompts }: RatioTotals,
): number | null {
  if (prompts < 2) return null;
  let squares = 0;
  for (let at = 0; at < x.length; at += 1) squares += (y[at]! - ratio * x[at]!) ** 2;
  return ((prompts / (prompts - 1)) * squares) / (total * total);
}

export function sum(numbers: Float64Array): number {
  let total = 0;
  for (let at = 0; at < numbers.length; at += 1) total += numbers[at]!;
  return total;
}
