import type { ReadingDifference } from "../../answer/reading-difference.ts";
import {
  type Cell,
  cellKey,
  comparedPairs,
  type Measure,
  modelChanged,
  naming,
  type Pair,
  pairsOf,
  visibility,
} from "./cell.ts";
import type { Interval } from "./interval.ts";
import { fewestEarlier, mostEarlier, movedFromMean } from "./mean-of-reports.ts";
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

const fewestPrompts = 5;
const fewestAnswers = 10;

/** Earlier reports that lack more than this part of what the last two share are about other prompts. */
const mostMissing = 0.2;

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
  const series = readingsDiffer.length > 0 ? null : seriesOf(before, kept);
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

interface Series {
  earlier: Cell[][];
  newest: Cell[];
}

/** The newest earlier reports that have nearly everything compared, over what all of them share; null if too few. */
function seriesOf(before: readonly (readonly Cell[])[], kept: readonly Pair[]): Series | null {
  const newest = new Map(kept.map(([, cell]) => [cellKey(cell), cell]));
  const fewest = newest.size * (1 - mostMissing);
  const earlier = [new Map(kept.map(([cell]) => [cellKey(cell), cell]))];
  let shared = [...newest.keys()];
  for (const cells of before.toReversed()) {
    if (earlier.length === mostEarlier) break;
    const known = new Map(cells.map((cell) => [cellKey(cell), cell]));
    const left = shared.filter((key) => known.has(key) && !modelChanged(known.get(key)!, newest.get(key)!));
    if (left.length < fewest) break;
    shared = left;
    earlier.unshift(known);
  }
  if (earlier.length < fewestEarlier) return null;
  const over = (cells: ReadonlyMap<string, Cell>) => shared.map((key) => cells.get(key)!);
  return { earlier: earlier.map(over), newest: over(newest) };
}

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
