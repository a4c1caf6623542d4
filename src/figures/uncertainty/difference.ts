import type { Interval } from "./interval.ts";
import type { RatioSums } from "./ratio.ts";
import { sum } from "./ratio.ts";
import { studentQuantile, studentTails } from "./student.ts";

/** How much larger one brand's figure is than another's, over the same answers. */
export interface Difference {
  value: number;
  /** 95% interval over prompts like these. */
  interval: Interval;
  /** How often chance alone would produce a difference this large, 0 to 1. */
  chance: number;
}

/** Two brands over the same answers. `beside`: Σ of the product of their figures over the answers. */
interface BrandPair {
  one: RatioSums;
  other: RatioSums;
  beside: number;
}

/**
 * Compares one figure of two brands over the same answers by the mean of their difference per prompt, never by whether
 * their two intervals overlap, which sees little more than half of what the difference sees. How much more it varies than if answers
 * were independent is estimated from few prompts, so with more than ten the pairs that are judged together tell of each other
 * (`told`). `unit`: the most that one answer can add. Null for fewer than two prompts. Source: docs/measuring.md, "Competitors".
 */
export function pairedDifferences(pairs: readonly BrandPair[], unit: number): (Difference | null)[] {
  const apart = pairs.map((pair) => apartOf(pair, unit));
  const all = apart.filter((each) => each !== null);
  const usual = all.reduce((total, each) => total + each.clustered / each.independent, 0) / all.length;
  return apart.map((each) => {
    if (!each) return null;
    const { value, clustered, independent, freedom } = each;
    const others = told * Math.max(0, freedom - fewestToTell) * (1 - 1 / all.length);
    const degrees = freedom + others;
    const variance = Math.max(independent, (freedom * clustered + others * usual * independent) / degrees);
    const deviation = Math.sqrt(variance);
    const half = studentQuantile(degrees) * deviation;
    return {
      value,
      interval: [Math.max(-unit, value - half), Math.min(unit, value + half)],
      chance: studentTails(Math.abs(value) / deviation, degrees),
    };
  });
}

/** For how many degrees of freedom others count for each beyond so many of its own. By simulation: `npm run bench -- claims 200 places`. */
const told = 2;
const fewestToTell = 9;

/** By how much two brands differ, and the variance of that by the spread over prompts, and if answers were independent. */
interface Apart {
  value: number;
  clustered: number;
  independent: number;
  freedom: number;
}

function apartOf({ one, other, beside }: BrandPair, unit: number): Apart | null {
  const size = sum(one.x);
  let prompts = 0;
  for (const x of one.x) if (x > 0) prompts += 1;
  if (prompts < 2) return null;
  // Sums of weighted fractions can come out just past their range.
  const value = Math.max(-unit, Math.min(unit, (sum(one.y) - sum(other.y)) / size));
  let squares = 0;
  for (let at = 0; at < one.x.length; at += 1)
    squares += (one.y[at]! - other.y[at]! - value * one.x[at]!) ** 2;
  return {
    value,
    clustered: ((prompts / (prompts - 1)) * squares) / (size * size),
    independent: independent(one, other, beside, value, unit) / (size * size),
    freedom: prompts - 1,
  };
}

/** Cases of a rate by prompt, of prompts that nothing else shares. */
export interface RateCounts {
  prompts: number;
  answers: number;
  mentions: number;
  /** Σ over its prompts of the square of the namings, of their product with the answers, and of the square of the answers. */
  squares: { mentions: number; both: number; answers: number };
}

/**
 * How much larger a rate is over some prompts than over others. What prompts vary by is pooled over both sides: a few prompts that
 * happen to agree would otherwise seem certain. Null if either has fewer than two prompts. Source: docs/measuring.md, "Tags".
 */
export function separateDifference(one: RateCounts, other: RateCounts): Difference | null {
  if (one.prompts < 2 || other.prompts < 2) return null;
  const value = one.mentions / one.answers - other.mentions / other.answers;
  const freedom = one.prompts + other.prompts - 2;
  const varies = (around(one) + around(other)) / freedom;
  const clustered = (varies * one.prompts) / one.answers ** 2 + (varies * other.prompts) / other.answers ** 2;
  const deviation = Math.sqrt(Math.max(clustered, independentRate(one) + independentRate(other)));
  const half = studentQuantile(freedom) * deviation;
  return {
    value,
    interval: [Math.max(-1, value - half), Math.min(1, value + half)],
    chance: studentTails(Math.abs(value) / deviation, freedom),
  };
}

/** Σ(y − R·x)² over the prompts. */
const around = ({ answers, mentions, squares }: RateCounts): number => {
  const rate = mentions / answers;
  return Math.max(0, squares.mentions - 2 * rate * squares.both + rate * rate * squares.answers);
};

/** The variance of a rate if its answers were independent, with one more of each kind: it is not 0 where all agree. */
const independentRate = ({ answers, mentions }: RateCounts): number => {
  const rate = (mentions + 1) / (answers + 2);
  return (rate * (1 - rate)) / (answers + 2);
};

/** Σ of squares about the difference if answers were independent; adds one answer that tells the two apart. */
function independent(one: RatioSums, other: RatioSums, beside: number, value: number, unit: number): number {
  const products = sum(one.xy) - sum(other.xy);
  const squares = sum(one.yy) + sum(other.yy) - 2 * beside;
  return Math.max(0, squares - 2 * value * products + value * value * sum(one.xx)) + unit * unit;
}
