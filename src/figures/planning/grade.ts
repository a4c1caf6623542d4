import { isFailing } from "../metrics/engines.ts";
import type { ScoredReport } from "../report.ts";
import { fewestPrompts } from "../uncertainty/change.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { type Doubts, doubtsOf, promptsWithFewRepeats, repeatsAmong } from "./grade-warnings.ts";
import { type NextComparison, nextOfOne } from "./next-comparison.ts";
import { type Plan, planOf, type Terms } from "./plan.ts";
import { reportsToFind } from "./power.ts";
import { varianceOf } from "./variance.ts";

/** From the least to the most that a report can be used for. */
export const gradeLevels = ["exploratory", "directional", "decision"] as const;

export type GradeLevel = (typeof gradeLevels)[number];

/** What a report can be used for, decided by its figures alone; sparse or worded prompts cap it at directional. */
export interface Grade extends Doubts {
  level: GradeLevel;
  /** The appearance rate with its 95% interval over prompts like these, and half its width. */
  rate: number;
  interval: Interval;
  halfWidth: number;
  /** The smallest change that is seen with a chance of 80% within `foundWithin` further reports like this; 1 if none is. */
  smallestChange: number;
  foundWithin: number;
  /** Fewer prompts than a change between two reports takes to be judged, and too few reports for a series. */
  tooFewPrompts: boolean;
  /** An assistant failed in more than a tenth of its calls, which caps the level at directional. */
  failing: boolean;
  /** The measurement that earns the next level; null at the highest, and if no report can earn it. */
  raiseWith: { level: GradeLevel; plan: Plan } | null;
}

/** What each level requires, as fractions of 1; exploratory requires nothing. */
export const gradeBounds = {
  decision: { halfWidth: 0.1, smallestChange: 0.12 },
  directional: { halfWidth: 0.15, smallestChange: 0.2 },
};

type Earned = keyof typeof gradeBounds;

/** The level above; null at the highest. */
export const levelAfter = (level: GradeLevel): Earned | null =>
  level === "exploratory" ? "directional" : level === "directional" ? "decision" : null;

/** Null if nothing was measured. `next`: how the report after this will be judged. */
export function gradeOf(
  { metrics, cells, providers }: Pick<ScoredReport, "metrics" | "cells" | "providers">,
  terms: Pick<Terms, "costPerAsk" | "mostAsks">,
  { earlierReports, rhythm, days }: NextComparison = nextOfOne,
): Grade | null {
  const { appearanceRate: rate, appearanceRateCi: interval } = metrics;
  if (rate === null || !interval || cells.length === 0) return null;
  const engines = new Set(cells.map(({ provider }) => provider)).size;
  const runs = Math.max(1, Math.round(metrics.answers / (metrics.prompts * engines)));
  const points = gradeBounds.decision.smallestChange;
  const planned: Terms = {
    ...terms,
    ...{ variance: varianceOf(cells), engines, paces: [] },
    ...{ prompts: metrics.prompts, repeats: repeatsAmong(cells), samples: runs },
    ...{ rhythm, days },
    goal: { kind: "detect", points, earlierReports },
  };
  const halfWidth = (interval[1] - interval[0]) / 2;
  const { smallestChange } = planOf(planned, metrics.prompts, runs);
  const failing = providers.some(isFailing);
  const doubts = doubtsOf(cells);
  const level = levelOf({ halfWidth, smallestChange }, failing || doubts.sparse || doubts.worded);
  // More prompts begin a new series.
  const raised: Terms = { ...planned, goal: { kind: "detect", points, earlierReports: 1 } };
  const raiseWith = failing ? null : raisedBy(level, doubts, raised, runs);
  const foundWithin = reportsToFind(earlierReports);
  const tooFewPrompts = metrics.prompts < fewestPrompts && foundWithin === 1;
  return {
    ...{ level, rate, interval, halfWidth, smallestChange, foundWithin, tooFewPrompts, failing },
    ...doubts,
    raiseWith,
  };
}

function levelOf(plan: Pick<Plan, "halfWidth" | "smallestChange">, isHeldBack: boolean): GradeLevel {
  if (!isHeldBack && reaches(plan, "decision")) return "decision";
  return reaches(plan, "directional") ? "directional" : "exploratory";
}

const reaches = (plan: Pick<Plan, "halfWidth" | "smallestChange">, level: Earned): boolean =>
  plan.halfWidth <= gradeBounds[level].halfWidth && plan.smallestChange <= gradeBounds[level].smallestChange;

/**
 * The fewest prompts that earn the next level, each asked as often as this time, and at least twice: always more than this
 * time, and for a decision enough new questions that the repeated ones no longer cap it. Null if nothing earns it for sure:
 * nobody knows how many prompts it takes until enough of them name the brand, or fail to.
 */
function raisedBy(level: GradeLevel, { sparse }: Doubts, terms: Terms, runs: number): Grade["raiseWith"] {
  const next = levelAfter(level);
  if (next === null || (sparse && next === "decision")) return null;
  const times = Math.max(2, runs);
  const more = terms.prompts + (times > runs ? 0 : 1);
  let low = next === "decision" ? Math.max(more, promptsWithFewRepeats(terms.repeats)) : more;
  let high = Math.floor(terms.mostAsks / (terms.engines * times));
  if (high < low || !reaches(planOf(terms, high, times), next)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(planOf(terms, middle, times), next)) high = middle;
    else low = middle + 1;
  }
  return { level: next, plan: planOf(terms, low, times) };
}
