import type { TrendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import type { SeriesChange } from "../uncertainty/change.ts";
import { excessesBetween } from "../uncertainty/failures.ts";
import { studentTails } from "../uncertainty/student.ts";
import { callsOf } from "./quantity.ts";
import { watchSeries } from "./shifts.ts";

/**
 * The verdict on the newest report of a series, for `changeBetween`: the level since a shift that was found by it against the level
 * before, otherwise the report alone against the mean of those since the last shift. Null if too few reports measured the same.
 */
export function seriesChange(points: readonly DatedPoint[]): SeriesChange | null {
  const { newest } = watchSeries(points);
  if (!newest) return null;
  const { split, before, after } = newest;
  const delta = split.rateAfter - split.rateBefore;
  const [earlier, later] = [pointsOf(before), pointsOf(after)];
  return {
    ...{ reports: before.length, newestReports: after.length, prompts: later.at(-1)!.prompts },
    ...{
      answers: answersOf(later),
      answersBefore: answersOf(earlier),
      answersFailed: failedIn(earlier, later),
    },
    rate: {
      ...{ delta, half: split.half, deviation: split.deviation, degrees: split.degrees, reach: split.reach },
      chance: studentTails(Math.abs(delta) / split.deviation, split.degrees),
    },
    score: scoreMoved(earlier, later, split.half / half95(newest.variance), half95(newest.variance)),
  };
}

const pointsOf = (dated: readonly DatedPoint[]): TrendPoint[] => dated.map(({ point }) => point);

const answersOf = (points: readonly TrendPoint[]): number =>
  points.reduce((sum, { answers }) => sum + answers, 0);

const failedIn = (earlier: readonly TrendPoint[], later: readonly TrendPoint[]): number =>
  excessesIn(earlier, later).reduce((sum, { failed }) => sum + failed, 0);

const excessesIn = (earlier: readonly TrendPoint[], later: readonly TrendPoint[]) => {
  const [before, after] = [earlier, later].map((points) => points.flatMap((point) => callsOf(point) ?? []));
  return excessesBetween(before!, after!);
};

const half95 = (variance: number): number => 1.96 * Math.sqrt(variance);

/** The visibility score over the same reports, which varies from report to report as much more than within one as the rate does. */
function scoreMoved(
  earlier: readonly TrendPoint[],
  later: readonly TrendPoint[],
  widening: number,
  ofRate: number,
): SeriesChange["score"] {
  const newest = later.at(-1)!;
  const interval = newest.visibilityScoreCiSamePrompts;
  // A naming is worth at most 100.
  const half = widening * (interval ? (interval[1] - interval[0]) / 2 : 100 * ofRate);
  const hasOtherRivals = [...earlier, ...later].some((point) => rivalsOf(point) !== rivalsOf(newest));
  const delta = meanOf(later) - meanOf(earlier);
  // Of a score the assistant's part is not known, and whatever a lost answer said changes it by at most 100.
  const most = 100 * excessesIn(earlier, later).reduce((sum, { lost, part }) => sum + part * lost, 0);
  return hasOtherRivals || !Number.isFinite(delta) ? null : { delta, half, reach: [-most, most] };
}

const meanOf = (points: readonly TrendPoint[]): number =>
  points.reduce((sum, { visibilityScore }) => sum + (visibilityScore ?? Number.NaN), 0) / points.length;

const rivalsOf = ({ competitors }: TrendPoint): string =>
  JSON.stringify(competitors.map(({ name }) => name).sort());
