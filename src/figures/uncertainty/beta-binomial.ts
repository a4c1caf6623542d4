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

export function logLikelihoodOf(counts: Counts): LogLikelihood {
  const only = onlyPrompt(counts);
  if (only) return logLikelihoodOfOne(only);
  const logLikelihood = likelihoods.get(counts) ?? logLikelihoodOfMany(counts);
  likelihoods.set(counts, logLikelihood);
  return logLikelihood;
}

/** Of counts that are asked for twice: by all brands together, and by the brand itself. */
const likelihoods = new WeakMap<Counts, LogLikelihood>();

function logLikelihoodOfMany(counts: Counts): LogLikelihood {
  const [hit, missed, all] = stepsOf(counts);
  const whole = precisions.map((precision) => risings(precision, all));
  const values = new Float64Array(precisions.length);
  return (rate, counting) => {
    for (let at = 0; at < values.length; at += 1) {
      if (counting?.[at] === false) {
        values[at] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const precision = precisions[at]!;
      values[at] = risings(rate * precision, hit) + risings((1 - rate) * precision, missed) - whole[at]!;
    }
    return values;
  };
}

/** A count as whole factors, and the part of one more. */
interface Factors {
  to: number;
  rest: number;
}

/** The counts of the only prompt that has some; null with several. */
function onlyPrompt({ hits, sizes, spread }: Counts): Record<"hit" | "missed" | "all", Factors> | null {
  const at = sizes.length === 1 ? 0 : onlyPlace(sizes);
  if (at === null) return null;
  const [hit, size] = [hits[at]!, sizes[at]!];
  return {
    hit: factorsIn(hit / spread),
    missed: factorsIn((size - hit) / spread),
    all: factorsIn(size / spread),
  };
}

function onlyPlace(sizes: ArrayLike<number>): number | null {
  let place: number | null = null;
  for (let at = 0; at < sizes.length; at += 1) {
    if (sizes[at] === 0) continue;
    if (place !== null) return null;
    place = at;
  }
  return place;
}

function factorsIn(count: number): Factors {
  const to = wholeIn(count);
  return { to, rest: Math.max(0, count - to) };
}

/** Rounding has lost at most a billionth. */
const wholeIn = (count: number): number => Math.floor(Math.max(0, count) + 1e-9);

/** The same for a single prompt, of which a report has thousands. */
function logLikelihoodOfOne({ hit, missed, all }: NonNullable<ReturnType<typeof onlyPrompt>>): LogLikelihood {
  const whole = precisions.map((precision) => rising(precision, all));
  const values = new Float64Array(precisions.length);
  // One logarithm does for both.
  const isShort = hit.to <= mostFactors && missed.to <= mostFactors;
  return (rate, counting) => {
    for (let at = 0; at < values.length; at += 1) {
      if (counting?.[at] === false) {
        values[at] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const alpha = rate * precisions[at]!;
      const beta = (1 - rate) * precisions[at]!;
      values[at] =
        (isShort
          ? Math.log(product(alpha, hit.to) * product(beta, missed.to)) +
            partOf(alpha, hit) +
            partOf(beta, missed)
          : rising(alpha, hit) + rising(beta, missed)) - whole[at]!;
    }
    return values;
  };
}

/** ln(from·(from + 1)·…), with as many factors as are counted. */
const rising = (from: number, factors: Factors): number =>
  logRising(from, factors.to) + partOf(from, factors);

const partOf = (from: number, { to, rest }: Factors): number => (rest > 0 ? rest * Math.log(from + to) : 0);

/** How many prompts count to each whole number, and the fractions left over beyond it, by that number. */
interface Steps {
  to: ArrayLike<number>;
  prompts: ArrayLike<number>;
  rest: ArrayLike<number>;
  /** How many prompts, in fractions, count beyond each whole number; null if there are too many. */
  beyond: Float64Array | null;
}

const mostBeyond = 80;

/** Of the hits, of the misses, and of both. */
function stepsOf({ hits, sizes, spread }: Counts): [hit: Steps, missed: Steps, all: Steps] {
  const counters = [new StepCounter(), new StepCounter(), new StepCounter()] as const;
  const [hit, missed, all] = counters;
  for (let at = 0; at < sizes.length; at += 1) {
    const size = sizes[at]!;
    if (size === 0) continue;
    hit.add(hits[at]! / spread);
    missed.add((size - hits[at]!) / spread);
    all.add(size / spread);
  }
  return [hit.steps(), missed.steps(), all.steps()];
}

class StepCounter {
  readonly #prompts = new Float64Array(mostBeyond);
  readonly #rests = new Float64Array(mostBeyond);
  #last = -1;
  #far: Map<number, { prompts: number; rest: number }> | null = null;

  add(count: number): void {
    const to = wholeIn(count);
    const rest = Math.max(0, count - to);
    if (to < mostBeyond) {
      this.#prompts[to]! += 1;
      this.#rests[to]! += rest;
      if (to > this.#last) this.#last = to;
      return;
    }
    this.#far ??= new Map();
    const step = this.#far.get(to) ?? { prompts: 0, rest: 0 };
    step.prompts += 1;
    step.rest += rest;
    this.#far.set(to, step);
  }

  steps(): Steps {
    const sorted = [...(this.#far ?? [])].sort(([a], [b]) => a - b);
    if (sorted.length === 0) return { to: [], prompts: [], rest: [], beyond: this.#beyondEach() };
    const near = Array.from({ length: this.#last + 1 }, (_, to) => to).filter((to) => this.#prompts[to]! > 0);
    return {
      to: [...near, ...sorted.map(([to]) => to)],
      prompts: [...near.map((to) => this.#prompts[to]!), ...sorted.map(([, { prompts }]) => prompts)],
      rest: [...near.map((to) => this.#rests[to]!), ...sorted.map(([, { rest }]) => rest)],
      beyond: null,
    };
  }

  #beyondEach(): Float64Array {
    const beyond = new Float64Array(this.#last + 1);
    let prompts = 0;
    for (let to = this.#last; to >= 0; to -= 1) {
      beyond[to] = prompts + this.#rests[to]!;
      prompts += this.#prompts[to]!;
    }
    return beyond;
  }
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

const logRising = (from: number, factors: number): number =>
  factors > mostFactors ? logGamma(from + factors) - logGamma(from) : Math.log(product(from, factors));

function product(from: number, factors: number): number {
  let all = 1;
  for (let factor = 0; factor < factors; factor += 1) all *= from + factor;
  return all;
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
