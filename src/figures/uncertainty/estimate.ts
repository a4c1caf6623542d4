import type { Counts } from "./beta-binomial.ts";
import { type Interval, isMore } from "./interval.ts";
import { type KnownMixtures, knownMixture, mixtureInterval } from "./mixture.ts";
import { clusteredVariance, type RatioSums, type RatioTotals, sum, totalsOf } from "./ratio.ts";
import { logOdds, probability } from "./root-finding.ts";
import { samePrompts } from "./same-prompts.ts";
import { studentQuantile } from "./student.ts";

/**
 * A figure and its uncertainty, as the answer to two questions. Over prompts like these, put to these engines:
 * `interval`. Over exactly these prompts, where only the answers vary: `samePrompts`, which `interval` contains, and
 * `expectedNext`, where the next run will lie in 19 of 20 cases if nothing changes. Source: docs/measuring.md, "How sure".
 */
export interface Estimate {
  value: number | null;
  interval: Interval | null;
  samePrompts: Interval | null;
  expectedNext: Interval | null;
  /** How many independent answers these are worth; null if the interval was not found by answers. */
  effective: number | null;
}

const unknown: Estimate = Object.freeze({
  value: null,
  interval: null,
  samePrompts: null,
  expectedNext: null,
  effective: null,
});

/** How a figure's interval is found: a rate, a score of each answer, a ratio of two counts, a mean of few values. */
export type Kind = "rate" | "score" | "ratio" | "mean";

/** What is known of a figure beside its sums. */
interface Known {
  /** See `sharedWeights`. */
  weights?: readonly number[] | undefined;
  /** For a single prompt, without weights. */
  mixtures?: KnownMixtures | undefined;
  /** As `countsFor` gives them. */
  counts?: Counts | null | undefined;
}

/** A figure bounded by a range. Everything is null if nothing was measured. */
export function estimate(
  sums: RatioSums,
  kind: Kind,
  [lowest, highest]: Readonly<Interval>,
  { weights, mixtures, counts: sharedCounts }: Known = {},
): Estimate {
  const totals = totalsOf(sums);
  if (!totals) return unknown;
  const width = highest - lowest;
  const value = snapped(totals.ratio, lowest, highest);
  if (width <= 0) return { ...unknown, value, interval: [lowest, lowest] };
  const onUnit = unitTotals(totals, lowest, width);
  const counts = sharedCounts ?? countsOf(sums, kind, onUnit, lowest, width);
  const variance = (clusteredVariance(sums, totals) ?? 0) / (width * width);
  const scaled = (interval: Interval | null): Interval | null =>
    interval && [
      Math.max(lowest, Math.min(value, lowest + width * interval[0])),
      Math.min(highest, Math.max(value, lowest + width * interval[1])),
    ];
  const { interval, effective } = overPrompts(kind, onUnit, counts, variance, weights, mixtures);
  const again = samePrompts(onUnit, counts.spread);
  return {
    value,
    interval: scaled(holding(interval, again.interval)),
    samePrompts: scaled(again.interval),
    expectedNext: scaled(again.expectedNext),
    effective,
  };
}

/**
 * Asked again, these prompts are some of those like them: what is open about them is open about all. Prompts that agree
 * better than chance would let the wide interval alone come out narrower.
 */
const holding = (wide: Interval | null, narrow: Interval | null): Interval | null =>
  wide && narrow ? [Math.min(wide[0], narrow[0]), Math.max(wide[1], narrow[1])] : wide;

/** Rounding can push sums of weighted fractions just past the ends of their range. */
function snapped(ratio: number, lowest: number, highest: number): number {
  const nearly = (end: number) => Math.abs(ratio - end) < 1e-12 * (highest - lowest);
  return nearly(lowest) ? lowest : nearly(highest) ? highest : ratio;
}

/** A brand's counts for `sharedWeights`; null if nothing was measured. */
export function countsFor(sums: RatioSums, kind: Kind, [lowest, highest]: Readonly<Interval>): Counts | null {
  const totals = totalsOf(sums);
  const width = highest - lowest;
  if (!totals || width <= 0) return null;
  return countsOf(sums, kind, unitTotals(totals, lowest, width), lowest, width);
}

/** A ratio this far from 0 and 1 gets its interval from the spread over prompts. */
const farFromEdges = 5;

function overPrompts(
  kind: Kind,
  totals: RatioTotals,
  counts: Counts,
  variance: number,
  weights: readonly number[] | undefined,
  mixtures: KnownMixtures | undefined,
): Pick<Estimate, "interval" | "effective"> {
  if (kind === "mean") return { interval: moderated(totals, counts, variance), effective: null };
  const { ratio, prompts } = totals;
  // As far from 0 as its rival is from 1: rounding must not give one of two brands the other method.
  const isFar = !isMore(farFromEdges, prompts * 4 * ratio * (1 - ratio));
  if (kind === "ratio" && variance > 0 && isFar)
    return { interval: onLogOdds(ratio, variance, prompts), effective: null };
  const mixture = mixtures ? knownMixture(counts, mixtures) : mixtureInterval(counts, weights);
  return mixture ?? { interval: null, effective: null };
}

/** Student's interval in log-odds, which keeps it between 0 and 1. */
function onLogOdds(ratio: number, variance: number, prompts: number): Interval {
  const half = (studentQuantile(prompts - 1) * Math.sqrt(variance)) / (ratio * (1 - ratio));
  return [probability(logOdds(ratio) - half), probability(logOdds(ratio) + half)];
}

/** How much a mean of sentiments varies, from recorded answers, and for how many prompts that counts. */
const usual = { deviation: 0.145, correlation: 0.02, prompts: 5 };

function moderated({ prompts, ratio, x }: RatioTotals, { sizes }: Counts, variance: number): Interval {
  let squares = 0;
  for (let at = 0; at < sizes.length; at += 1) squares += sizes[at]! ** 2;
  const expected = (usual.deviation ** 2 * (1 + (squares / x - 1) * usual.correlation)) / x;
  const degrees = prompts - 1 + usual.prompts;
  const half =
    studentQuantile(degrees) * Math.sqrt(((prompts - 1) * variance + usual.prompts * expected) / degrees);
  return [Math.max(0, ratio - half), Math.min(1, ratio + half)];
}

/** A figure's totals rescaled to a range of 0 to 1. */
const unitTotals = (totals: RatioTotals, lowest: number, width: number): RatioTotals => ({
  ...totals,
  y: (totals.y - lowest * totals.x) / width,
  ratio: (totals.ratio - lowest) / width,
  independent: totals.independent / (width * width),
  samePrompts: totals.samePrompts / (width * width),
});

/** The least spread of a score, or a few equal answers would seem to settle it. */
const leastSpread = 0.1;

function countsOf(sums: RatioSums, kind: Kind, totals: RatioTotals, lowest: number, width: number): Counts {
  const hits =
    lowest === 0 && width === 1 ? sums.y : sums.y.map((y, at) => (y - lowest * sums.x[at]!) / width);
  return { hits, sizes: sums.x, spread: spreadOf(kind, totals, sum(sums.xx) / totals.x) };
}

/**
 * How far answers lie apart, as a multiple of what coins would. Defined even if all answers count the same: a rate then has
 * the spread that uneven weights alone give it (`uneven`, Σw²/Σw), a score half an answer more at either end.
 */
function spreadOf(kind: Kind, { y, x, ratio, independent }: RatioTotals, uneven: number): number {
  if (kind === "rate") {
    const share = ratio * (1 - ratio);
    const spread = share > 1e-9 ? (independent * x) / share : uneven;
    return Math.abs(spread - 1) < 1e-9 ? 1 : spread;
  }
  const squares = independent * x * x + (ratio * ratio + (1 - ratio) ** 2) / 2;
  const coins = ((y + 0.5) * (x - y + 0.5)) / (x + 1);
  return Math.max(leastSpread, squares / coins);
}
