import type { ReadingDifference } from "../../answer/reading-difference.ts";
import type { Provider, Surface } from "../../project/provider.ts";
import type { Interval } from "./interval.ts";
import { studentQuantile } from "./student.ts";

/** The own brand's count over the answers of one engine to one prompt: what two reports are compared by. */
export interface Cell {
  promptKey: string;
  provider: Provider;
  surface: Surface;
  /** Answers obtained, at least one. */
  answers: number;
  /** Answers that name the brand. */
  named: number;
  /** Sum of the visibility of its answers. */
  visibility: number;
  /** Models that answered, sorted; those that said no name are left out. */
  models: string[];
}

export interface Change {
  direction: "up" | "down" | "flat" | "insufficient_data" | "model_changed" | "reading_changed";
  /** Common prompts that were compared. */
  prompts: number;
  /** Answers to them in the later report, and in the earlier one. */
  answers: number;
  answersBefore: number;
  /** Answers of the later report to common prompts that another model gave: they are not compared. */
  answersSetAside: number;
  readingsDiffer: readonly ReadingDifference[];
  appearanceRateDelta: number | null;
  appearanceRateDeltaCi: Interval | null;
  visibilityScoreDelta: number | null;
  visibilityScoreDeltaCi: Interval | null;
}

const fewestPrompts = 5;
const fewestAnswers = 10;

/**
 * How the brand's figures moved from one report to another, judged against their noise: over the cells that both have,
 * less those whose model changed, clustered by prompt. Both differences are null where they cannot be judged, also
 * because the reports were read for another brand or by another method: then the reading may be what changed. Among
 * other rivals the place of the brand is another, so that only the visibility score is not compared.
 * Source: docs/measuring.md, "Change".
 */
export function changeBetween(
  earlier: readonly Cell[],
  later: readonly Cell[],
  readingsDiffer: readonly ReadingDifference[] = [],
): Change {
  const common = pairsOf(earlier, later);
  const kept = common.filter(([before, after]) => !modelChanged(before, after));
  const prompts = new Set(kept.map(([{ promptKey }]) => promptKey)).size;
  const before = totalsOf(kept.map(([cell]) => cell));
  const after = totalsOf(kept.map(([, cell]) => cell));
  const answersSetAside = totalsOf(common.map(([, cell]) => cell)).answers - after.answers;
  const counts = {
    prompts,
    answers: after.answers,
    answersBefore: before.answers,
    answersSetAside,
    readingsDiffer,
  };
  const fewest = Math.min(before.answers, after.answers);
  if (readingsDiffer.some((difference) => difference !== "rivals"))
    return unjudged("reading_changed", counts);
  if (common.length - kept.length > common.length / 2) return unjudged("model_changed", counts);
  if (prompts < fewestPrompts || fewest < fewestAnswers) return unjudged("insufficient_data", counts);

  const quantile = studentQuantile(prompts - 1);
  const rate = after.named / after.answers - before.named / before.answers;
  const pooled = (before.named + after.named + 1) / (before.answers + after.answers + 2);
  const floor = (pooled * (1 - pooled)) / fewest;
  const rateHalf = quantile * Math.sqrt(Math.max(variance(kept, before, after, "named"), floor));
  return {
    direction: Math.abs(rate) > rateHalf ? (rate > 0 ? "up" : "down") : "flat",
    ...counts,
    appearanceRateDelta: rate,
    appearanceRateDeltaCi: [Math.max(-1, rate - rateHalf), Math.min(1, rate + rateHalf)],
    ...(readingsDiffer.includes("rivals") ? noScore : scoreChange(kept, before, after, quantile)),
  };
}

const noScore = { visibilityScoreDelta: null, visibilityScoreDeltaCi: null };

function scoreChange(
  kept: readonly Pair[],
  before: Totals,
  after: Totals,
  quantile: number,
): Pick<Change, "visibilityScoreDelta" | "visibilityScoreDeltaCi"> {
  const score = after.visibility / after.answers - before.visibility / before.answers;
  const half = quantile * Math.sqrt(variance(kept, before, after, "visibility"));
  return {
    visibilityScoreDelta: score,
    // What is left where no prompt differs is rounding, not variation.
    visibilityScoreDeltaCi: half <= 1e-7 ? null : [Math.max(-100, score - half), Math.min(100, score + half)],
  };
}

type Pair = [before: Cell, after: Cell];

/** The cells of the same prompt, assistant and surface in both reports, less those whose model changed. */
export const comparedPairs = (earlier: readonly Cell[], later: readonly Cell[]): Pair[] =>
  pairsOf(earlier, later).filter(([before, after]) => !modelChanged(before, after));

function pairsOf(earlier: readonly Cell[], later: readonly Cell[]): Pair[] {
  const keyOf = ({ promptKey, provider, surface }: Cell) => `${promptKey} ${provider} ${surface}`;
  const known = new Map(earlier.map((cell) => [keyOf(cell), cell]));
  return later.flatMap((cell): Pair[] => {
    const before = known.get(keyOf(cell));
    return before ? [[before, cell]] : [];
  });
}

/** Only what is known to differ has changed: a side that names no model says nothing. */
const modelChanged = (before: Cell, after: Cell): boolean =>
  before.models.length > 0 &&
  after.models.length > 0 &&
  (before.models.length !== after.models.length ||
    before.models.some((model, at) => model !== after.models[at]));

interface Totals {
  answers: number;
  named: number;
  visibility: number;
}

function totalsOf(cells: readonly Cell[]): Totals {
  const totals = { answers: 0, named: 0, visibility: 0 };
  for (const { answers, named, visibility } of cells) {
    totals.answers += answers;
    totals.named += named;
    totals.visibility += visibility;
  }
  return totals;
}

/** K/(K−1)·Σ e_k² over the prompts, with e_k the difference of what a prompt's cells add on either side. */
function variance(pairs: readonly Pair[], before: Totals, after: Totals, of: "named" | "visibility"): number {
  const errors = new Map<string, number>();
  const residual = (cell: Cell, totals: Totals) =>
    (cell[of] - (totals[of] / totals.answers) * cell.answers) / totals.answers;
  for (const [earlier, later] of pairs) {
    const error = residual(later, after) - residual(earlier, before);
    errors.set(earlier.promptKey, (errors.get(earlier.promptKey) ?? 0) + error);
  }
  const squares = errors.values().reduce((sum, error) => sum + error * error, 0);
  return (errors.size / (errors.size - 1)) * squares;
}

type Counts = Pick<Change, "prompts" | "answers" | "answersBefore" | "answersSetAside" | "readingsDiffer">;

const unjudged = (direction: Change["direction"], counts: Counts): Change => ({
  direction,
  ...counts,
  appearanceRateDelta: null,
  appearanceRateDeltaCi: null,
  ...noScore,
});

/** What is said where there is no earlier report. */
export const noChange: Change = Object.freeze(
  unjudged("insufficient_data", {
    prompts: 0,
    answers: 0,
    answersBefore: 0,
    answersSetAside: 0,
    readingsDiffer: [],
  }),
);
