import { betaDistribution } from "./beta.ts";
import { crossing, logOdds, probability } from "./crossing.ts";
import type { Interval } from "./interval.ts";
import { type Counts, correlations, evenWeights, logLikelihoodOf } from "./likeness.ts";

export interface MixtureInterval {
  interval: Interval;
  /** Independent answers that the clustered ones are worth. */
  effective: number;
}

/** A rate is refused where its likelihood is so much less than the largest, in twice the logarithm. */
const leastLikely = 7;

/**
 * 95% interval of a rate or of a score between 0 and 1 over prompts like these, its answers clustered by prompt: the
 * correlation within prompts is not estimated but mixed over, each value weighing as much as what was counted speaks
 * for it. `weights` is what they weigh before (`sharedWeights`). Null without answers. Source: docs/measuring.md, "How sure".
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
  const below = worth.map((answers) => betaDistribution(rate * answers + 0.5, (1 - rate) * answers + 0.5));
  /** How surely the rate is no higher than this one, as log-odds over those of `sure`. */
  const beyond = (sure: number) => (at: number) => {
    const { posterior } = likelihood(at);
    let sum = 0;
    for (let each = 0; each < posterior.length; each += 1)
      if (posterior[each]! > negligible) sum += posterior[each]! * below[each]!(at);
    return logOdds(sum) - logOdds(sure);
  };
  const none = hit <= noneAt * size;
  const all = hit >= (1 - noneAt) * size;
  const wide = typicalHalf(rate, worth);
  let low = none ? 0 : crossing(beyond(0.025), 0, rate, probability(logOdds(smoothed(hit, size)) - wide));
  let high = all ? 1 : crossing(beyond(0.975), rate, 1, probability(logOdds(smoothed(hit, size)) + wide));
  const most = none || all ? 0 : mostLikely((at) => likelihood(at).log, low, high, rate);
  const refused = (at: number) => 2 * (most - likelihood(at).log) - leastLikely;
  if (!none && refused(low) > 0) low = crossing((at) => -refused(at), low, rate);
  if (!all && refused(high) > 0) high = crossing(refused, rate, high);
  const { posterior } = likelihood(smoothed(hit, size));
  const effective = 1 / posterior.reduce((sum, weight, at) => sum + weight / worth[at]!, 0);
  return { interval: [Math.min(low, rate), Math.max(high, rate)], effective };
}

const negligible = 1e-10;

/** What is left of sums of fractions is no naming. */
const noneAt = 1e-12;

const smoothed = (hit: number, size: number): number => (hit + 0.5) / (size + 1);

/** About half of the interval in log-odds, to begin the search at. */
function typicalHalf(rate: number, worth: readonly number[]): number {
  const middling = worth[2]!;
  const near = smoothed(rate * middling, middling);
  return 2 / Math.sqrt(Math.max(1, middling * near * (1 - near)));
}

interface Likelihood {
  /** Of the mixture with even weights, as a logarithm. */
  log: number;
  /** What each correlation weighs at this rate, adding up to 1. */
  posterior: Float64Array;
}

/** Reuses what it returns. */
function mixedLikelihood(counts: Counts, weights: readonly number[]): (rate: number) => Likelihood {
  const logs = logLikelihoodOf(counts);
  const found: Likelihood = { log: 0, posterior: new Float64Array(weights.length) };
  return (rate) => {
    const values = logs(rate);
    let largest = Number.NEGATIVE_INFINITY;
    for (const value of values) largest = Math.max(largest, value);
    let even = 0;
    let total = 0;
    for (let at = 0; at < values.length; at += 1) {
      const relative = Math.exp(values[at]! - largest);
      even += relative;
      found.posterior[at] = weights[at]! * relative;
      total += found.posterior[at]!;
    }
    for (let at = 0; at < values.length; at += 1) found.posterior[at]! /= total;
    found.log = largest + Math.log(even / values.length);
    return found;
  };
}

const goldenSteps = 18;
const golden = (Math.sqrt(5) - 1) / 2;

/** The largest value between two rates, of which there is one, by golden section. */
function mostLikely(of: (rate: number) => number, low: number, high: number, rate: number): number {
  let left = logOdds(low);
  let right = logOdds(high);
  let inner = right - golden * (right - left);
  let outer = left + golden * (right - left);
  let atInner = of(probability(inner));
  let atOuter = of(probability(outer));
  for (let step = 0; step < goldenSteps; step += 1) {
    if (atInner > atOuter) {
      right = outer;
      outer = inner;
      atOuter = atInner;
      inner = right - golden * (right - left);
      atInner = of(probability(inner));
    } else {
      left = inner;
      inner = outer;
      atInner = atOuter;
      outer = left + golden * (right - left);
      atOuter = of(probability(outer));
    }
  }
  return Math.max(atInner, atOuter, of(rate));
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
