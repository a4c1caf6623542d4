import { weighedBetas } from "./beta.ts";
import { type Counts, correlations, evenWeights, logLikelihoodOf } from "./beta-binomial.ts";
import type { Interval } from "./interval.ts";
import { findRoot, logOdds, probability } from "./root-finding.ts";

export interface MixtureInterval {
  interval: Interval;
  /** How many independent answers the clustered ones are worth. */
  effective: number;
}

/** Intervals of single prompts by what they follow from: many prompts have the same counts. By hits, size and spread. */
export type KnownMixtures = Map<number, Map<number, Map<number, MixtureInterval | null>>>;

/** As `mixtureInterval` of a single prompt with even weights. */
export function knownMixture(counts: Counts, mixtures: KnownMixtures): MixtureInterval | null {
  const bySize = entryOf(mixtures, counts.hits[0]!, () => new Map());
  const bySpread = entryOf(bySize, counts.sizes[0]!, () => new Map());
  return entryOf(bySpread, counts.spread, () => mixtureInterval(counts));
}

/** What a map has under a key; where it has nothing, what is made for it. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** A rate is rejected if twice its log-likelihood is this much below the maximum. */
const leastLikely = 7;

/**
 * 95% interval of a rate or of a score between 0 and 1 over prompts like these, with answers clustered by prompt. The
 * correlation within prompts is not estimated but averaged over: each value weighs by how well it explains the counts.
 * `weights` are the weights before that (`sharedWeights`). Null without answers. Source: docs/measuring.md, "How sure".
 */
export function mixtureInterval(
  counts: Counts,
  weights: readonly number[] = evenWeights,
): MixtureInterval | null {
  const { hit, size, ofEqual } = totalsOf(counts);
  if (size === 0) return null;
  const rate = hit / size;
  const { spread } = counts;
  const worth = correlations.map((correlation) => size / (spread + (ofEqual - spread) * correlation));
  const likelihood = mixedLikelihood(counts, weights);
  const below = weighedBetas(
    worth.map((answers) => [rate * answers + 0.5, (1 - rate) * answers + 0.5]),
    negligible,
  );
  /** How certain it is that the rate is no higher than this one, as log-odds relative to those of `sure`. */
  const beyond = (sure: number) => (at: number) =>
    logOdds(below(at, likelihood(at).posterior)) - logOdds(sure);
  const none = hit <= noneAt * size;
  const all = hit >= (1 - noneAt) * size;
  const wide = typicalHalf(rate, worth);
  let low = none ? 0 : findRoot(beyond(0.025), 0, rate, probability(logOdds(smoothed(hit, size)) - wide));
  let high = all ? 1 : findRoot(beyond(0.975), rate, 1, probability(logOdds(smoothed(hit, size)) + wide));
  const most = none || all ? 0 : mostLikely((at) => likelihood(at).log, rate, wide);
  const refused = (at: number) => 2 * (most - likelihood(at).log) - leastLikely;
  if (!none && refused(low) > 0) low = findRoot((at) => -refused(at), low, rate);
  if (!all && refused(high) > 0) high = findRoot(refused, rate, high);
  const { posterior } = likelihood(smoothed(hit, size));
  const effective = 1 / posterior.reduce((sum, weight, at) => sum + weight / worth[at]!, 0);
  return { interval: [Math.min(low, rate), Math.max(high, rate)], effective };
}

const negligible = 1e-10;
const unlikely = 20;

/** A sum of fractions below this is rounding, not a mention. */
const noneAt = 1e-12;

const smoothed = (hit: number, size: number): number => (hit + 0.5) / (size + 1);

/** About half the interval in log-odds, where the search starts. */
function typicalHalf(rate: number, worth: readonly number[]): number {
  const middling = worth[2]!;
  const near = smoothed(rate * middling, middling);
  return 2 / Math.sqrt(Math.max(1, middling * near * (1 - near)));
}

interface Likelihood {
  /** Log-likelihood of the mixture with even weights. */
  log: number;
  /** The weight of each correlation at this rate; they add up to 1. */
  posterior: Float64Array;
}

/** Reuses what it returns. */
function mixedLikelihood(counts: Counts, weights: readonly number[]): (rate: number) => Likelihood {
  const logs = logLikelihoodOf(counts);
  const likelihood: Likelihood = { log: 0, posterior: new Float64Array(weights.length) };
  const { hit, size } = totalsOf(counts);
  const near = logs(smoothed(hit, size)).slice();
  const likeliest = Math.max(...near);
  // A correlation this unlikely here stays so wherever a rate is not rejected.
  const counting = Array.from(near, (value) => value > likeliest - leastLikely - unlikely);
  return (rate) => {
    const values = logs(rate, counting);
    let largest = Number.NEGATIVE_INFINITY;
    for (const value of values) largest = Math.max(largest, value);
    let even = 0;
    let total = 0;
    for (let at = 0; at < values.length; at += 1) {
      const relative = Math.exp(values[at]! - largest);
      even += relative;
      likelihood.posterior[at] = weights[at]! * relative;
      total += likelihood.posterior[at]!;
    }
    for (let at = 0; at < values.length; at += 1) likelihood.posterior[at]! /= total;
    likelihood.log = largest + Math.log(even / values.length);
    return likelihood;
  };
}

/**
 * The maximum of a curve that is nearly a parabola in log-odds, from a nearby point: the top of the parabola through
 * three points, twice.
 */
function mostLikely(of: (rate: number) => number, near: number, reach: number): number {
  let centre = logOdds(near);
  let most = of(near);
  for (const step of [reach / 3, reach / 12]) {
    const [left, right] = [of(probability(centre - step)), of(probability(centre + step))];
    const middle = of(probability(centre));
    const curve = left - 2 * middle + right;
    const move = curve < 0 ? (step * (left - right)) / (2 * curve) : step * Math.sign(right - left);
    centre += Math.max(-2 * step, Math.min(2 * step, move));
    most = Math.max(most, left, right, middle, of(probability(centre)));
  }
  return most;
}

function totalsOf({ hits, sizes }: Counts): { hit: number; size: number; ofEqual: number } {
  let hit = 0;
  let size = 0;
  let squares = 0;
  for (let at = 0; at < sizes.length; at += 1) {
    hit += hits[at]!;
    size += sizes[at]!;
    squares += sizes[at]! * sizes[at]!;
  }
  return { hit, size, ofEqual: squares / size };
}
