import type { Tree } from "../../src/domain/answer/judging/homonym/model.ts";

/** How trees are grown: chosen by cross-validation over brands. */
export interface Growth {
  trees: number;
  /** Questions one after another. */
  depth: number;
  /** How much of what a tree says counts. */
  rate: number;
  /** Against leaves of few examples. */
  penalty: number;
  /** The least curvature, about a quarter of the weight, of a leaf. */
  least: number;
}

/** The rows by the place of each value among the cuts of its feature. */
interface Binned {
  /** The values between which a question may part a feature. */
  cuts: readonly Float64Array[];
  places: readonly Uint8Array[];
}

const mostCuts = 16;

/**
 * Gradient-boosted trees with second-order leaves (Friedman, 2001; Chen and Guestrin, 2016) on top of given log-odds.
 * Deterministic: all rows and features are seen by all trees, and of equal gains the first feature wins.
 */
export function growTrees(
  rows: readonly Float64Array[],
  labels: readonly boolean[],
  weights: readonly number[],
  odds: readonly number[],
  growth: Growth,
): Tree[] {
  const binned = binsOf(rows);
  const said = Float64Array.from(odds);
  const slope = new Float64Array(rows.length);
  const curvature = new Float64Array(rows.length);
  return Array.from({ length: growth.trees }, () => {
    for (let row = 0; row < rows.length; row++) {
      const probability = 1 / (1 + Math.exp(-(said[row] as number)));
      const weight = weights[row] as number;
      slope[row] = weight * (Number(labels[row]) - probability);
      curvature[row] = weight * probability * (1 - probability);
    }
    const settle = (members: readonly number[], value: number) => {
      for (const row of members) said[row] = (said[row] as number) + value;
    };
    return grow({ binned, slope, curvature, growth, settle }, [...rows.keys()], growth.depth);
  });
}

interface Growing {
  binned: Binned;
  slope: Float64Array;
  curvature: Float64Array;
  growth: Growth;
  /** Adds a leaf's value to what is said of its rows. */
  settle: (rows: readonly number[], value: number) => void;
}

function grow(growing: Growing, rows: readonly number[], depth: number): Tree {
  const { binned, growth, settle } = growing;
  const sum = sumOf(growing, rows);
  const question = depth === 0 ? null : bestQuestion(growing, rows, sum);
  if (question === null) {
    const value = rounded((growth.rate * sum.slope) / (sum.curvature + growth.penalty));
    settle(rows, value);
    return value;
  }
  const { feature, place } = question;
  const places = binned.places[feature] as Uint8Array;
  const then = rows.filter((row) => (places[row] as number) <= place);
  const otherwise = rows.filter((row) => (places[row] as number) > place);
  const most = (binned.cuts[feature] as Float64Array)[place] as number;
  return [feature, most, grow(growing, then, depth - 1), grow(growing, otherwise, depth - 1)];
}

interface Sum {
  slope: number;
  curvature: number;
}

function sumOf({ slope, curvature }: Growing, rows: readonly number[]): Sum {
  const sum = { slope: 0, curvature: 0 };
  for (const row of rows) {
    sum.slope += slope[row] as number;
    sum.curvature += curvature[row] as number;
  }
  return sum;
}

const leastGain = 1e-3;

function bestQuestion(growing: Growing, rows: readonly number[], all: Sum) {
  const { binned, slope, curvature, growth } = growing;
  const gainOf = (sum: Sum) => sum.slope ** 2 / (sum.curvature + growth.penalty);
  let best: { feature: number; place: number; gain: number } | null = null;
  for (const [feature, cuts] of binned.cuts.entries()) {
    if (cuts.length === 0) continue;
    const places = binned.places[feature] as Uint8Array;
    const slopes = new Float64Array(cuts.length + 1);
    const curvatures = new Float64Array(cuts.length + 1);
    for (const row of rows) {
      const place = places[row] as number;
      slopes[place] = (slopes[place] as number) + (slope[row] as number);
      curvatures[place] = (curvatures[place] as number) + (curvature[row] as number);
    }
    const then = { slope: 0, curvature: 0 };
    for (let place = 0; place < cuts.length; place++) {
      then.slope += slopes[place] as number;
      then.curvature += curvatures[place] as number;
      const otherwise = { slope: all.slope - then.slope, curvature: all.curvature - then.curvature };
      if (then.curvature < growth.least || otherwise.curvature < growth.least) continue;
      const gain = gainOf(then) + gainOf(otherwise) - gainOf(all);
      if (gain > (best?.gain ?? leastGain)) best = { feature, place, gain };
    }
  }
  return best;
}

function binsOf(rows: readonly Float64Array[]): Binned {
  const size = (rows[0] as Float64Array).length;
  const cuts = Array.from({ length: size }, (_, feature) =>
    cutsOf(new Set(rows.map((row) => row[feature] as number))),
  );
  const places = cuts.map((of, feature) =>
    Uint8Array.from(rows, (row) => {
      const value = row[feature] as number;
      let place = 0;
      while (place < of.length && value > (of[place] as number)) place++;
      return place;
    }),
  );
  return { cuts, places };
}

/** Middles between neighbouring values, evenly spread over those that occur. */
function cutsOf(values: ReadonlySet<number>): Float64Array {
  const sorted = [...values].sort((a, b) => a - b);
  const parts = Math.min(mostCuts, sorted.length - 1);
  const cuts = Array.from({ length: parts }, (_, part) => {
    const at = Math.round(((part + 1) * (sorted.length - 1)) / parts);
    return rounded(((sorted[at] as number) + (sorted[at - 1] as number)) / 2);
  });
  return Float64Array.from(new Set(cuts));
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
