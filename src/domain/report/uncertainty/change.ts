import type { ReadingDifference } from "../../answer/reading-difference.ts";
import { type Cell, comparedPairs, type Measure, naming, pairsOf, visibility } from "./cell.ts";
import { comparableSeries } from "./comparable-series.ts";
import type { Interval } from "./interval.ts";
import { movedFromMean } from "./mean-of-reports.ts";
import { type Moved, movedBetween } from "./two-reports.ts";

export interface Change {
  direction: "up" | "down" | "flat" | "insufficient_data" | "model_changed" | "reading_changed";
  /** Earlier reports whose mean the newest is compared with; 1 if only the previous report. */
  reports: number;
  /** Common prompts that were compared. */
  prompts: number;
  /** Answers to them in the later report, and in the earlier ones. */
  answers: number;
  answersBefore: number;
  /** The later report's answers to common prompts that came from another model and are therefore not compared. */
  answersSetAside: number;
  readingsDiffer: readonly ReadingDifference[];
  appearanceRateDelta: number | null;
  appearanceRateDeltaCi: Interval | null;
  /** How often chance alone would move the appearance rate this far, 0 to 1. */
  appearanceRateChance: number | null;
  visibilityScoreDelta: number | null;
  visibilityScoreDeltaCi: Interval | null;
}

/** With fewer common prompts, or fewer answers to them in either report, no change is judged. */
export const fewestPrompts = 5;
export const fewestAnswers = 10;

/**
 * How the brand's figures moved from one report to another, judged against their noise: over the cells that both have,
 * without those whose model changed. If enough earlier reports on the same terms exist (`before`, oldest first), the
 * newest is compared with the mean of them all. Differences are null if they cannot be judged, for example if the
 * reports were read for another brand or by another method: then the reading may be what changed. With different rivals
 * the brand's position changes, so only the visibility score is left out. Source: docs/measuring.md, "Change".
 */
export function changeBetween(
  earlier: readonly Cell[],
  later: readonly Cell[],
  readingsDiffer: readonly ReadingDifference[] = [],
  before: readonly (readonly Cell[])[] = [],
): Change {
  const common = pairsOf(earlier, later);
  const kept = comparedPairs(earlier, later);
  const answersSetAside = answersOf(common.map(([, cell]) => cell)) - answersOf(kept.map(([, cell]) => cell));
  const terms = { answersSetAside, readingsDiffer };
  const last = countsOf(
    [kept.map(([cell]) => cell)],
    kept.map(([, cell]) => cell),
  );
  if (readingsDiffer.some((difference) => difference !== "rivals"))
    return unjudged("reading_changed", { ...terms, ...last });
  if (common.length - kept.length > common.length / 2)
    return unjudged("model_changed", { ...terms, ...last });
  if (last.prompts < fewestPrompts || Math.min(last.answers, last.answersBefore) < fewestAnswers)
    return unjudged("insufficient_data", { ...terms, ...last });
  const series = readingsDiffer.length > 0 ? null : comparableSeries(before, kept);
  const compared = series ? countsOf(series.earlier, series.newest) : last;
  const move = (measure: Measure) =>
    series ? movedFromMean(series.earlier, series.newest, measure) : movedBetween(kept, measure);
  const rate = move(naming)!;
  return {
    direction: Math.abs(rate.delta) > rate.half ? (rate.delta > 0 ? "up" : "down") : "flat",
    ...terms,
    ...compared,
    appearanceRateDelta: rate.delta,
    appearanceRateDeltaCi: within(rate, naming.most),
    appearanceRateChance: rate.chance,
    ...scoreMoved(readingsDiffer.includes("rivals") ? null : move(visibility)),
  };
}

const scoreMoved = (score: Moved | null) => ({
  visibilityScoreDelta: score?.delta ?? null,
  visibilityScoreDeltaCi: score && within(score, visibility.most),
});

const within = ({ delta, half }: Moved, most: number): Interval => [
  Math.max(-most, delta - half),
  Math.min(most, delta + half),
];

type Counts = Pick<Change, "reports" | "prompts" | "answers" | "answersBefore">;

const countsOf = (earlier: readonly (readonly Cell[])[], later: readonly Cell[]): Counts => ({
  reports: earlier.length,
  prompts: new Set(later.map(({ promptKey }) => promptKey)).size,
  answers: answersOf(later),
  answersBefore: earlier.reduce((sum, cells) => sum + answersOf(cells), 0),
});

const answersOf = (cells: readonly Cell[]): number => cells.reduce((sum, { answers }) => sum + answers, 0);

const unjudged = (
  direction: Change["direction"],
  counts: Counts & Pick<Change, "answersSetAside" | "readingsDiffer">,
): Change => ({
  direction,
  ...counts,
  appearanceRateDelta: null,
  appearanceRateDeltaCi: null,
  appearanceRateChance: null,
  visibilityScoreDelta: null,
  visibilityScoreDeltaCi: null,
});

/** The change when there is no earlier report. */
export const noChange: Change = Object.freeze(
  unjudged("insufficient_data", {
    reports: 0,
    prompts: 0,
    answers: 0,
    answersBefore: 0,
    answersSetAside: 0,
    readingsDiffer: [],
  }),
);
