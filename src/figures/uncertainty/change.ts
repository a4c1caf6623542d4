import type { ReadingDifference } from "../../reader/reading-difference.ts";
import { type Cell, comparedPairs, mentionMeasure, type Pair, pairsOf, visibility } from "./cell.ts";
import { borneOut, type Calls } from "./failures.ts";
import type { Interval } from "./interval.ts";
import { leastChanceOf, movedBetween, type ReportDifference, reachBetween } from "./two-reports.ts";

export interface Change {
  /** `failures_differ`: more than noise, but the failed calls may have done it. */
  direction:
    | "up"
    | "down"
    | "flat"
    | "failures_differ"
    | "insufficient_data"
    | "model_changed"
    | "reading_changed";
  /** A person stopped the run, so nothing was judged; absent: nobody did. */
  stopped?: true;
  /** Earlier reports whose mean the newest is compared with; 1 if only the previous report. */
  reports: number;
  /** Newest reports whose mean is compared, the newest among them: more than 1 if a shift began with an earlier one. */
  newestReports: number;
  /** Common prompts that were compared. */
  prompts: number;
  /** Answers to them in the newest reports, and in the earlier ones. */
  answers: number;
  answersBefore: number;
  /** The later report's answers to common prompts that came from another model and are therefore not compared. */
  answersSetAside: number;
  /** Failed calls of assistants that lost more on one side than on the other, which the intervals allow for. */
  answersFailed: number;
  readingsDiffer: readonly ReadingDifference[];
  appearanceRateDelta: number | null;
  appearanceRateDeltaCi: Interval | null;
  /** How often chance alone would move the appearance rate this far, 0 to 1. */
  appearanceRateChance: number | null;
  visibilityScoreDelta: number | null;
  visibilityScoreDeltaCi: Interval | null;
}

/** With fewer common prompts, no change between two reports is judged: from so few cells nobody knows how much they vary. */
export const fewestPrompts = 5;
/** Nothing is judged by a report with fewer answers, be it compared with one other or watched in a series. */
export const fewestAnswers = 10;

/** How the newest report is judged by the watch over its whole series, if that has enough reports over the same prompts. */
export interface SeriesChange extends Counts {
  rate: ReportDifference & Reached;
  /** Null with other rivals, or where it is unknown. */
  score: (Pick<ReportDifference, "delta" | "half"> & Reached) | null;
}

/** What failed calls may have done to a difference, down and up. */
interface Reached {
  reach: Interval;
}

/** How the calls of each assistant went in both reports. */
export interface CallsOfBoth {
  before: readonly Calls[];
  after: readonly Calls[];
}

/**
 * How the brand's figures moved from one report to another, judged against their noise: over the cells that both have,
 * without those whose model changed. If enough earlier reports on the same terms exist, the watch over the series decides
 * instead (`series`), so that a change and a shift in the trend are one verdict. Differences are null if they cannot be judged, for
 * example if the reports were read for another brand or by another method: then the reading may be what changed. With different
 * rivals the brand's position changes, so only the visibility score is left out. Where an assistant lost more of its calls in one of
 * the reports (`calls`), the intervals allow for whatever these would have said. Source: docs/measuring.md, "Change".
 */
export function changeBetween(
  earlier: readonly Cell[],
  later: readonly Cell[],
  readingsDiffer: readonly ReadingDifference[] = [],
  series: SeriesChange | null = null,
  calls: CallsOfBoth = { before: [], after: [] },
): Change {
  const common = pairsOf(earlier, later);
  const keptPairs = comparedPairs(earlier, later);
  const answersSetAside =
    answersOf(common.map(([, cell]) => cell)) - answersOf(keptPairs.map(([, cell]) => cell));
  const terms = { answersSetAside, readingsDiffer };
  const last = countsOf(keptPairs);
  if (readingsDiffer.some((difference) => difference !== "rivals"))
    return unjudged("reading_changed", { ...terms, ...last });
  if (common.length - keptPairs.length > common.length / 2)
    return unjudged("model_changed", { ...terms, ...last });
  // A series knows how much its reports vary, however few prompts they have.
  if (!series && (last.prompts < fewestPrompts || Math.min(last.answers, last.answersBefore) < fewestAnswers))
    return unjudged("insufficient_data", { ...terms, ...last });
  const { rate, score, ...compared } = series ?? twoReports(keptPairs, calls, last);
  const interval = within(rate, mentionMeasure.most);
  const isMore = Math.abs(rate.delta) > rate.half;
  const leastDelta = borneOut(rate.delta, rate.reach);
  return {
    direction: !isMore
      ? "flat"
      : leastDelta <= rate.half
        ? "failures_differ"
        : rate.delta > 0
          ? "up"
          : "down",
    ...terms,
    ...compared,
    appearanceRateDelta: rate.delta,
    appearanceRateDeltaCi: interval,
    appearanceRateChance: leastChanceOf(rate, rate.reach),
    ...scoreMoved(readingsDiffer.includes("rivals") ? null : score),
  };
}

function twoReports(pairs: readonly Pair[], { before, after }: CallsOfBoth, counts: Counts): SeriesChange {
  const { reach, failed } = reachBetween(pairs, mentionMeasure, before, after);
  const score = movedBetween(pairs, visibility);
  return {
    ...{ ...counts, answersFailed: failed },
    rate: { ...movedBetween(pairs, mentionMeasure)!, reach },
    score: score && { ...score, reach: reachBetween(pairs, visibility, before, after).reach },
  };
}

const scoreMoved = (score: SeriesChange["score"]) => ({
  visibilityScoreDelta: score?.delta ?? null,
  visibilityScoreDeltaCi: score && within(score, visibility.most),
});

const within = (
  { delta, half, reach: [down, up] }: Pick<ReportDifference, "delta" | "half"> & Reached,
  most: number,
): Interval => [Math.max(-most, delta + down - half), Math.min(most, delta + up + half)];

export type Counts = Pick<
  Change,
  "reports" | "newestReports" | "prompts" | "answers" | "answersBefore" | "answersFailed"
>;

const countsOf = (pairs: readonly Pair[]): Counts => ({
  ...{ reports: 1, newestReports: 1 },
  prompts: new Set(pairs.map(([, { promptKey }]) => promptKey)).size,
  answers: answersOf(pairs.map(([, cell]) => cell)),
  answersBefore: answersOf(pairs.map(([cell]) => cell)),
  answersFailed: 0,
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

/**
 * The same of a run that a person stopped, who may have looked at its figures until they showed something: no bound that holds for one
 * look, or for some, holds for that, so nothing is judged.
 */
export const changeOfStopped = ({ direction, ...change }: Change): Change => ({
  ...unjudged(
    direction === "model_changed" || direction === "reading_changed" ? direction : "insufficient_data",
    change,
  ),
  stopped: true,
});

/** The change when there is no earlier report. */
export const noChange: Change = Object.freeze(
  unjudged("insufficient_data", {
    reports: 0,
    newestReports: 0,
    prompts: 0,
    answers: 0,
    answersBefore: 0,
    answersSetAside: 0,
    answersFailed: 0,
    readingsDiffer: [],
  }),
);
