import { studentQuantile } from "./student.ts";

/** A 95% interval. */
export type Interval = [low: number, high: number];

/** How far a rate can be trusted, by the answers it is worth once their likeness is taken into account. */
export type Confidence = "directional" | "moderate" | "strong";

export interface RateInterval {
  interval: Interval;
  /** Effective sample size: the independent answers that the clustered ones are worth. */
  effective: number;
}

/** What is believed of the likeness of answers to one prompt before any are seen, and for how many prompts it counts. */
const prior = { correlation: 0.3, prompts: 5 };

/** Below this many prompts a mean or ratio has no interval. */
const fewestPrompts = 5;

/**
 * 95% interval of a 0/1 rate over answers clustered by prompt: Wilson's, with the effective sample size in place of
 * the size and Student's quantile in place of the normal one. `sizes` holds the answers to each prompt, `hits` how
 * many of them count; a prompt without answers is no prompt. Null without answers. Source: docs/measuring.md, "How sure".
 */
export function rateInterval(sizes: ArrayLike<number>, hits: ArrayLike<number>): RateInterval | null {
  const { total, prompts, hit, squares } = totalsOf(sizes, hits);
  if (total === 0) return null;
  const rate = hit / total;
  const likeness = correlation(sizes, hits, { total, prompts, rate, squares });
  const effective = total / (1 + (squares / total - 1) * likeness);
  return { interval: wilson(rate, effective, quantileOf(prompts)), effective };
}

/** 1.96 for a single prompt, which has no degree of freedom to estimate anything by. */
const quantileOf = (prompts: number): number => (prompts > 1 ? studentQuantile(prompts - 1) : 1.96);

function totalsOf(sizes: ArrayLike<number>, hits: ArrayLike<number>) {
  let total = 0;
  let hit = 0;
  let squares = 0;
  let prompts = 0;
  for (let at = 0; at < sizes.length; at += 1) {
    const size = sizes[at]!;
    if (size === 0) continue;
    total += size;
    hit += hits[at]!;
    squares += size * size;
    prompts += 1;
  }
  return { total, prompts, hit, squares };
}

/** Intra-prompt correlation: one-way ANOVA over the prompts, shrunk to the prior. */
function correlation(
  sizes: ArrayLike<number>,
  hits: ArrayLike<number>,
  { total, prompts, rate, squares }: { total: number; prompts: number; rate: number; squares: number },
): number {
  if (prompts === 1) return 1;
  if (rate === 0 || rate === 1 || total === prompts) return prior.correlation;
  let between = 0;
  let within = 0;
  for (let at = 0; at < sizes.length; at += 1) {
    const size = sizes[at]!;
    if (size === 0) continue;
    const own = hits[at]! / size;
    between += size * (own - rate) ** 2;
    within += hits[at]! * (1 - own);
  }
  const meanBetween = between / (prompts - 1);
  const meanWithin = within / (total - prompts);
  const commonSize = (total - squares / total) / (prompts - 1);
  const raw = (meanBetween - meanWithin) / (meanBetween + (commonSize - 1) * meanWithin);
  const estimate = Math.min(1, Math.max(0, raw));
  return (prompts * estimate + prior.prompts * prior.correlation) / (prompts + prior.prompts);
}

/** Wilson's score interval (1927) of a rate over `size` answers, which need not be whole. */
export function wilson(rate: number, size: number, quantile: number): Interval {
  const squared = quantile * quantile;
  const scale = 1 + squared / size;
  const centre = (rate + squared / (2 * size)) / scale;
  const half = (quantile / scale) * Math.sqrt((rate * (1 - rate)) / size + squared / (4 * size * size));
  // At 0 and 1 rounding can leave the rate a hair outside its interval.
  return [Math.max(0, Math.min(rate, centre - half)), Math.min(1, Math.max(rate, centre + half))];
}

export function confidenceOf(effective: number): Confidence {
  if (effective < 20) return "directional";
  return effective < 100 ? "moderate" : "strong";
}

/**
 * Linearised 95% interval of the ratio Σy/Σx over prompts, within the metric's range: `y` and `x` hold each prompt's
 * sums, a prompt whose x is 0 says nothing about the ratio and is left out. Null below 5 prompts and where the prompts
 * do not differ. Source: docs/measuring.md, "How sure".
 */
export function ratioInterval(
  y: ArrayLike<number>,
  x: ArrayLike<number>,
  [lowest, highest]: Interval,
): Interval | null {
  let ySum = 0;
  let xSum = 0;
  let prompts = 0;
  for (let at = 0; at < x.length; at += 1) {
    if (x[at] === 0) continue;
    ySum += y[at]!;
    xSum += x[at]!;
    prompts += 1;
  }
  if (prompts < fewestPrompts) return null;
  const ratio = ySum / xSum;
  let squares = 0;
  for (let at = 0; at < x.length; at += 1) {
    if (x[at] !== 0) squares += ((y[at]! - ratio * x[at]!) / xSum) ** 2;
  }
  const half = studentQuantile(prompts - 1) * Math.sqrt((prompts / (prompts - 1)) * squares);
  // What is left of equal prompts is rounding, not variation.
  if (half <= (highest - lowest) * 1e-9) return null;
  return [Math.max(lowest, ratio - half), Math.min(highest, ratio + half)];
}
