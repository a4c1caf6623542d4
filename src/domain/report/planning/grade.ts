import type { Metrics } from "../metrics/metric-table.ts";
import type { Cell } from "../uncertainty/cell.ts";
import { type Plan, planOf, type Terms } from "./plan.ts";
import { varianceOf } from "./variance.ts";

const grades = ["A", "B", "C", "D"] as const;

/** What a report can be used for, decided by its figures and by nothing else. */
export interface Grade {
  grade: (typeof grades)[number];
  /** Half of the 95% interval of the appearance rate over prompts like these. */
  halfWidth: number;
  /** The smallest change from one such report to the next that is seen with a chance of 80 %. */
  smallestChange: number;
  /** An assistant failed in more than a tenth of its calls: then it is C at best. */
  failing: boolean;
  /** Fewer than five prompts name the brand, or fail to: the interval can be too narrow, so it is C at best. */
  sparse: boolean;
  /** The measurement that earns the next better grade; null for A, and where no report can. */
  better: { grade: (typeof grades)[number]; plan: Plan } | null;
}

/** What each grade takes; D takes nothing. */
const bounds = {
  A: { halfWidth: 0.05, smallestChange: 0.07 },
  B: { halfWidth: 0.1, smallestChange: 0.12 },
  C: { halfWidth: 0.15, smallestChange: 0.2 },
};

/** Null where nothing was measured. */
export function gradeOf(
  metrics: Metrics,
  cells: readonly Cell[],
  terms: Pick<Terms, "costPerAsk" | "mostAsks">,
): Grade | null {
  const interval = metrics.appearanceRateCi;
  if (!interval || cells.length === 0) return null;
  const variance = varianceOf(cells);
  const engines = new Set(cells.map(({ provider }) => provider)).size;
  const runs = Math.max(1, Math.round(metrics.answers / (metrics.prompts * engines)));
  const planned: Terms = {
    ...terms,
    ...{ variance, engines, prompts: metrics.prompts },
    goal: { kind: "change", points: bounds.B.smallestChange, earlierReports: 1 },
  };
  const halfWidth = (interval[1] - interval[0]) / 2;
  const { smallestChange } = planOf(planned, metrics.prompts, runs);
  const failing = (metrics.appearanceRateBounds ?? null) !== null;
  const earned =
    (["A", "B", "C"] as const).find((grade) => reaches({ halfWidth, smallestChange }, grade)) ?? "D";
  const sparse = isSparse(cells);
  const grade = (failing || sparse) && earned < "C" ? "C" : earned;
  return {
    grade,
    halfWidth,
    smallestChange,
    failing,
    sparse,
    better: failing ? null : betterThan(grade, planned, runs),
  };
}

const fewestPrompts = 5;

function isSparse(cells: readonly Cell[]): boolean {
  const prompts = (which: (cell: Cell) => boolean) =>
    new Set(cells.filter(which).map(({ promptKey }) => promptKey)).size;
  const naming = prompts(({ named }) => named > 0);
  const missing = prompts(({ named, answers }) => named < answers);
  return Math.min(naming, missing) < fewestPrompts;
}

const reaches = (shown: Pick<Plan, "halfWidth" | "smallestChange">, grade: keyof typeof bounds): boolean =>
  shown.halfWidth <= bounds[grade].halfWidth && shown.smallestChange <= bounds[grade].smallestChange;

/** The fewest prompts that earn the next grade, each asked as often as now, at least twice. */
function betterThan(grade: Grade["grade"], terms: Terms, runs: number): Grade["better"] {
  const next = grades[grades.indexOf(grade) - 1];
  if (next === undefined || next === "D") return null;
  const times = Math.max(2, runs);
  let [low, high] = [terms.prompts, Math.floor(terms.mostAsks / (terms.engines * times))];
  if (high <= low || !reaches(planOf(terms, high, times), next)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(planOf(terms, middle, times), next)) high = middle;
    else low = middle + 1;
  }
  return { grade: next, plan: planOf(terms, low, times) };
}
