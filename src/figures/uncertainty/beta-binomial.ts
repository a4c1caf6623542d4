import { logGamma } from "./beta.ts";

// How alike the answers to one prompt are, judging by the counts. Source: docs/measuring.md, "How sure".

/** What was counted by prompt: `hits` out of `sizes`; a prompt of size 0 does not count. */
export interface Counts {
  hits: ArrayLike<number>;
  sizes: ArrayLike<number>;
  /** Variance of one answer's count, relative to a 0/1 figure with the same mean: 1 for a rate. */
  spread: number;
}

/** Possible correlations between the answers to one prompt; what was counted decides their weights. */
export const correlations: readonly number[] = Array.from({ length: 10 }, (_, at) => ((at + 0.5) / 10) ** 2);

/** Before anything is counted, all of them weigh the same. */
export const evenWeights: readonly number[] = correlations.map(() => 1 / correlations.length);

const precisions = correlations.map((correlation) => 1 / correlation - 1);

/**
 * Log-likelihood of a rate at each of the correlations, by the beta-binomial distribution over the prompts; correlations
 * marked as not counting are skipped. Reuses the array it returns. Not for a rate of 0 or 1.
 */
export type LogLikelihood = (rate: number, counts?: readonly boolean[]) => Float64Array;

export function logLikelihoodOf({ hits, sizes, spread }: Counts): LogLikelihood {
  const hitSteps = stepsOf(sizes, (at) => hits[at]! / spread);
  const missed = stepsOf(sizes, (at) => (sizes[at]! - hits[at]!) / spread);
  const all = stepsOf(sizes, (at) => sizes[at]! / spread);
  const whole = precisions.map((precision) => risings(precision, all));
  const values = new Float64Array(precisions.length);
  return (rate, counting) => {
    for (let at = 0; at < values.length; at += 1) {
      if (counting?.[at] === false) {
        values[at] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const precision = precisions[at]!;
      values[at] = risings(rate * precision, hitSteps) + risings((1 - rate) * precision, missed) - whole[at]!;
    }
    return values;
  };
}

/** How many prompts count to each whole number, and the fractions left over beyond it, by that number. */
interface Steps {
  to: number[];
  prompts: number[];
  rest: number[];
  /** How many prompts, in fractions, count beyond each whole number; null if there are too many, or a single one. */
  beyond: Float64Array | null;
}

const mostBeyond = 80;

function stepsOf(sizes: ArrayLike<number>, countOf: (at: number) => number): Steps {
  const prompts: number[] = [];
  const rests: number[] = [];
  const far = new Map<number, { prompts: number; rest: number }>();
  for (let at = 0; at < sizes.length; at += 1) {
    if (sizes[at] === 0) continue;
    const count = Math.max(0, countOf(at));
    const to = Math.floor(count + 1e-9);
    const rest = Math.max(0, count - to);
    if (to < mostBeyond) {
      while (prompts.length <= to) {
        prompts.push(0);
        rests.push(0);
      }
      prompts[to]! += 1;
      rests[to]! += rest;
      continue;
    }
    const step = far.get(to) ?? { prompts: 0, rest: 0 };
    step.prompts += 1;
    step.rest += rest;
    far.set(to, step);
  }
  const near = prompts.flatMap((count, to) =>
    count > 0
      ? [[to, { prompts: count, rest: rests[to]! }] as [number, { prompts: number; rest: number }]]
      : [],
  );
  const sorted = [...near, ...[...far].sort(([a], [b]) => a - b)];
  return {
    to: sorted.map(([to]) => to),
    prompts: sorted.map(([, { prompts }]) => prompts),
    rest: sorted.map(([, { rest }]) => rest),
    // A single prompt's factors are multiplied before their logarithm is taken.
    beyond: sorted.length === 1 && sorted[0]![1].prompts === 1 ? null : beyondEach(sorted),
  };
}

function beyondEach(sorted: readonly [number, { prompts: number; rest: number }][]): Float64Array | null {
  const last = (sorted.at(-1)?.[0] ?? 0) + 1;
  if (last > mostBeyond) return null;
  const beyond = new Float64Array(last);
  for (const [to, { prompts, rest }] of sorted) {
    for (let at = 0; at < to; at += 1) beyond[at]! += prompts;
    beyond[to]! += rest;
  }
  return beyond;
}

/** Σ over the prompts of ln(from·(from + 1)·…), with as many factors as the prompt counts. */
function risings(from: number, { to, prompts, rest, beyond }: Steps): number {
  let sum = 0;
  if (beyond) {
    for (let at = 0; at < beyond.length; at += 1)
      if (beyond[at]! > 0) sum += beyond[at]! * Math.log(from + at);
    return sum;
  }
  let rising = 0;
  let reached = 0;
  for (let at = 0; at < to.length; at += 1) {
    rising += logRising(from + reached, to[at]! - reached);
    reached = to[at]!;
    sum += prompts[at]! * rising;
    if (rest[at]! > 0) sum += rest[at]! * Math.log(from + reached);
  }
  return sum;
}

/** A product of this many factors cannot overflow, so one logarithm does for all of them. */
const mostFactors = 12;

function logRising(from: number, factors: number): number {
  if (factors > mostFactors) return logGamma(from + factors) - logGamma(from);
  let product = 1;
  for (let factor = 0; factor < factors; factor += 1) product *= from + factor;
  return Math.log(product);
}

const steps = 20;
/** The even weights count as much as two brands. */
const prior = 2;

/**
 * The weight of each correlation, learned from all brands counted over the same answers, whose answers resemble each
 * other to a similar degree. By expectation-maximisation from even weights.
 */
export function sharedWeights(brands: readonly Counts[]): readonly number[] {
  const brandLikelihoods = brands.flatMap((counts) => {
    const rate = rateOf(counts);
    return rate > 0 && rate < 1 ? [relative(logLikelihoodOf(counts)(rate))] : [];
  });
  if (brandLikelihoods.length < 2) return evenWeights;
  let weights = evenWeights;
  for (let step = 0; step < steps; step += 1) {
    const next = evenWeights.map((weight) => prior * weight);
    for (const likelihoods of brandLikelihoods) {
      const total = likelihoods.reduce((sum, likelihood, at) => sum + weights[at]! * likelihood, 0);
      for (const [at, likelihood] of likelihoods.entries()) next[at]! += (weights[at]! * likelihood) / total;
    }
    weights = next.map((weight) => weight / (prior + brandLikelihoods.length));
  }
  return weights;
}

/** Likelihoods relative to the largest. */
function relative(logs: Float64Array): number[] {
  const largest = logs.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
  return Array.from(logs, (each) => Math.exp(each - largest));
}

export function rateOf({ hits, sizes }: Counts): number {
  let hit = 0;
  let size = 0;
  for (let at = 0; at < sizes.length; at += 1) {
    hit += hits[at]!;
    size += sizes[at]!;
  }
  return hit / size;
}
