import { type Cell, comparedPairs, topicOf } from "../uncertainty/cell.ts";
import { comparableSeries } from "../uncertainty/comparable-series.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { studentQuantile } from "../uncertainty/student.ts";
import { type Components, componentsOf, engineOf, withEngines } from "./components.ts";
import { fewerKind, repeatsAmong } from "./grade-warnings.ts";
import { planOf } from "./plan.ts";
import { varianceOf } from "./variance.ts";

export const noiseSources = ["prompt", "engine", "prompt_by_engine", "run", "day"] as const;

/** How much the appearance rate varies for one reason, by the answers alone. */
export interface Noise {
  source: (typeof noiseSources)[number];
  /** Share of the variance of one answer, with its 95% interval over prompts like these; null if it cannot be told. */
  share: number | null;
  shareCi: Interval | null;
  /** Standard deviation of one answer (0 or 1) for this reason; of `day`, of a whole report's rate. */
  deviation: number | null;
}

/** Where the variance of a report comes from, and what would narrow its interval over prompts like these. */
export interface NoiseOfReport {
  sources: Noise[];
  /** Half the interval as the variance explains it; with twice the prompts; with each asked twice as often. */
  halfWidth: number;
  twicePrompts: number;
  twiceRuns: number;
}

/** Those that one report tells; they add up to 1. */
const parts = ["prompt", "engine", "prompt_by_engine", "run"] as const;

/** With fewer prompts nothing is told of how they differ. */
const fewestToSplit = 5;

/** Fewer prompts that name the brand, or fail to, say too little of how prompts differ. Source: `npm run bench -- noise`. */
const fewestOfEitherKind = 6;

/** Groups of prompts that are left out one after another. */
const mostGroups = 40;

/** What a report's own cells tell of its noise: all but the days. */
export interface OwnNoise {
  components: Components;
  sources: Noise[];
  narrower: Omit<NoiseOfReport, "sources">;
}

/**
 * `ownNoise` and beside it what days move, by the reports before (`before`, oldest first): its interval is by the chi-squared
 * distribution. Null where `ownNoise` is. Source: docs/measuring.md, "How sure".
 */
export function noiseOf(
  cells: readonly Cell[],
  before: readonly (readonly Cell[])[],
  own: OwnNoise | null = ownNoise(cells),
): NoiseOfReport | null {
  if (!own) return null;
  return { sources: [...own.sources, daysOf(cells, before, own.components)], ...own.narrower };
}

/**
 * Splits the variance of one answer into that between prompts, between engines, between engines prompt by prompt, and
 * between answers to the same question (`run`): these add up to 1. Intervals by the jackknife over questions. Null
 * with fewer than five questions or if all answers agree; shares are null where fewer than six prompts name the brand, or fail
 * to.
 */
export function ownNoise(cells: readonly Cell[]): OwnNoise | null {
  const byEngine = withEngines(cells);
  const byQuestion = [...Map.groupBy(byEngine.keys(), (at) => topicOf(cells[at]!)).values()].map((own) =>
    own.map((at) => byEngine[at]!),
  );
  const components = byQuestion.length < fewestToSplit ? null : componentsOf(byEngine);
  if (!components) return null;
  const groups = Math.min(mostGroups, byQuestion.length);
  const jackknife = Array.from({ length: groups }, (_, group) =>
    componentsOf(byQuestion.filter((_, at) => at % groups !== group).flat()),
  ).filter((each) => each !== null);
  const partShares = parts.map((source) => Math.max(0, components.shares[source] ?? 0));
  const total = (components.shares.run !== null && sum(partShares)) || 1;
  const isTold = fewerKind(cells) >= fewestOfEitherKind;
  const sources = parts.map((source, at): Noise => {
    const estimated = components.shares[source];
    const unknown: Noise = { source, share: null, shareCi: null, deviation: null };
    if (estimated === null || !isTold) return unknown;
    const share = Math.min(1, partShares[at]! / total);
    const others = jackknife.map(({ shares }) => shares[source]).filter((each) => each !== null);
    const half = jackknifed(others);
    // Where every group leaves all of the variance to one source, they say nothing of how sure that is.
    if (share === 1 && half === 0) return { ...unknown, share, deviation: Math.sqrt(components.whole) };
    return {
      source,
      share,
      shareCi: half === null ? null : around(share, estimated - half, estimated + half),
      deviation: Math.sqrt(share * components.whole),
    };
  });
  const engines = new Set(cells.map(engineOf)).size;
  const runs = cells.reduce((sum, { answers }) => sum + answers, 0) / cells.length;
  const prompts = new Set(cells.map(({ promptKey }) => promptKey)).size;
  return { components, sources, narrower: narrowing(cells, prompts, engines, runs) };
}

/** Half an interval, from the estimates without each group. Source: Miller (1974). */
function jackknifed(others: readonly number[]): number | null {
  const groups = others.length;
  if (groups < fewestToSplit) return null;
  const centre = sum(others) / groups;
  const squares = sum(others.map((each) => (each - centre) ** 2));
  return studentQuantile(groups - 1) * Math.sqrt(((groups - 1) / groups) * squares);
}

/** No share is below 0 or above 1, so no interval is; each contains its share. */
const around = (share: number, low: number, high: number): Interval => [
  Math.max(0, Math.min(share, low)),
  Math.min(1, Math.max(share, high)),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** What days move the rate by: how far reports over the same cells lie apart, less what asking again explains. */
function daysOf(
  cells: readonly Cell[],
  before: readonly (readonly Cell[])[],
  { whole, shares }: Components,
): Noise {
  const unknown: Noise = { source: "day", share: null, shareCi: null, deviation: null };
  const last = before.at(-1);
  const series =
    last && shares.run !== null && comparableSeries(before.slice(0, -1), comparedPairs(last, cells));
  if (!series) return unknown;
  const rates = [...series.earlier, series.newest].map(
    (report) =>
      report.reduce((sum, { named: mentions, answers }) => sum + mentions / answers, 0) / report.length,
  );
  const again = [...series.earlier, series.newest].map(
    (report) =>
      (shares.run! * whole * report.reduce((sum, { answers }) => sum + 1 / answers, 0)) / report.length ** 2,
  );
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const degrees = rates.length - 1;
  const centre = mean(rates);
  const between = rates.reduce((sum, rate) => sum + (rate - centre) ** 2, 0) / degrees;
  const shareOf = (variance: number) => Math.min(1, Math.max(0, variance - mean(again)) / whole);
  const share = shareOf(between);
  return {
    source: "day",
    share,
    shareCi: [
      shareOf((degrees * between) / chiSquared(degrees, 1.96)),
      shareOf((degrees * between) / chiSquared(degrees, -1.96)),
    ],
    deviation: Math.sqrt(share * whole),
  };
}

/** The quantile of the chi-squared distribution that has this normal quantile. Source: Wilson & Hilferty (1931). */
const chiSquared = (degrees: number, quantile: number): number =>
  degrees * Math.max(0.01, 1 - 2 / (9 * degrees) + quantile * Math.sqrt(2 / (9 * degrees))) ** 3;

function narrowing(cells: readonly Cell[], prompts: number, engines: number, runs: number) {
  const terms = {
    ...{ goal: { kind: "within", halfWidth: 1 } as const, variance: varianceOf(cells), engines, paces: [] },
    ...{
      prompts,
      repeats: repeatsAmong(cells),
      samples: runs,
      rhythm: "weekly" as const,
      days: 0,
      costPerAsk: null,
      mostAsks: Number.POSITIVE_INFINITY,
    },
  };
  const half = (prompts: number, runs: number) => {
    const [low, high] = planOf(terms, prompts, runs).expectedInterval;
    return (high - low) / 2;
  };
  return {
    halfWidth: half(prompts, runs),
    twicePrompts: half(2 * prompts, runs),
    twiceRuns: half(prompts, 2 * runs),
  };
}
