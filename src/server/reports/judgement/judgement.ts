import type { Static } from "typebox";
import { type AssistantMove, assistantsMoved } from "../../../figures/comparison.ts";
import { headline, silentAssistants } from "../../../figures/headline.ts";
import { isolateDirection } from "../../../figures/isolate-direction.ts";
import { type RankRange, standingOf } from "../../../figures/metrics/rank-range.ts";
import { nextComparison } from "../../../figures/planning/next-comparison.ts";
import { noiseOf } from "../../../figures/planning/noise.ts";
import { isOnlyBranded } from "../../../figures/report.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import type { Cell } from "../../../figures/uncertainty/cell.ts";
import {
  type Change,
  changeBetween,
  changeOfStopped,
  type SeriesChange,
} from "../../../figures/uncertainty/change.ts";
import type { FoundChange } from "../../../figures/watching/changepoints.ts";
import { type Days, usualDays } from "../../../figures/watching/days.ts";
import { judgedByOwnSeries } from "../../../figures/watching/own-series.ts";
import { seriesChange } from "../../../figures/watching/series-change.ts";
import { watchSeries } from "../../../figures/watching/shifts.ts";
import type { Provider } from "../../../reader/provider.ts";
import { readingDifferencesOf } from "../../../reader/reading-difference.ts";
import { type GradeView, gradeView } from "../figures/grade-view.ts";
import { type NoiseView, noiseView } from "../figures/noise-view.ts";
import type { ReportRecord } from "../report-base.ts";
import { isStoppedByPerson } from "../report-end.ts";

/** What an ended report is found to say beside the reports before it. It can be kept as JSON. */
export interface Judgement {
  headline: string;
  /** Null if the report before it has no figures or is about another brand. */
  change: Change | null;
  /** The verdict of its series, which decides on the change; null where two reports do. */
  series: SeriesChange | null;
  /** Assistants that are judged by their own series, whatever judges the whole. */
  byOwnSeries: readonly Provider[];
  /** Shifts in its series, oldest first. */
  shifts: readonly FoundChange[];
  /** How far days move its figures. */
  days: Days;
  standing: RankRange | null;
  grade: Static<typeof GradeView> | null;
  noise: Static<typeof NoiseView> | null;
}

interface Beside {
  previous: ReportRecord | null;
  /** The report's series up to its own point; none where it is not shown as in its series. */
  series?: readonly DatedPoint[];
  days?: Days;
  /** Cells of the reports before `previous` on the same terms, oldest first; for the noise of days. */
  earlier?: readonly (readonly Cell[])[];
}

export function judge(
  report: ReportRecord,
  { previous, series = [], days = usualDays, earlier = [] }: Beside,
): Judgement {
  const { scored } = report;
  const verdict = seriesChange(series);
  const change = changeSince(report, previous, verdict);
  const noise = scored && noiseOf(scored.cells, comparableCells(report, previous, earlier), scored.noise);
  return {
    headline: headlineOf(report, change),
    change,
    series: verdict,
    byOwnSeries: judgedByOwnSeries(series),
    shifts: watchSeries(series).shifts,
    days,
    standing: scored && standingOf(scored.metrics, scored.competitors),
    grade: scored && gradeView(scored, nextComparison(series, days)),
    noise: noise && noiseView(noise),
  };
}

function headlineOf(report: ReportRecord, change: Change | null): string {
  const { brand, scored } = report;
  if (!scored) return `Nothing is known about ${isolateDirection(brand)}: no answer was obtained.`;
  return headline({
    brand,
    metrics: scored.metrics,
    rivals: scored.competitors,
    silent: silentAssistants(scored.providers),
    onlyBranded: isOnlyBranded(scored),
    change,
    stopped: isStoppedByPerson(report),
  });
}

/** How a report differs from another, by a verdict of its series if there is one. Null if one has no figures or they are about different brands. */
export function changeSince(
  report: ReportRecord,
  previous: ReportRecord | null,
  series: SeriesChange | null = null,
): Change | null {
  if (report.status === "processing" || !report.scored || !isComparable(report, previous)) return null;
  const differences = readingDifferencesOf(previous, report);
  const [before, after] = [previous.scored, report.scored];
  const calls = { before: before.providers, after: after.providers };
  const change = changeBetween(before.cells, after.cells, differences, series, calls);
  return isStoppedByPerson(report) ? changeOfStopped(change) : change;
}

/**
 * Assistants that moved by more than noise between two reports; none without another to compare it with, and none where a series decides,
 * the whole's or its own: what those of single assistants say takes reading their answers, which a comparison does.
 */
export const assistantsMovedSince = (
  report: ReportRecord,
  previous: ReportRecord | null,
  { series, byOwnSeries }: Pick<Judgement, "series" | "byOwnSeries">,
): AssistantMove[] =>
  report.scored && !isStoppedByPerson(report) && isComparable(report, previous) && !series
    ? assistantsMoved(previous.scored, report.scored, readingDifferencesOf(previous, report), byOwnSeries)
    : [];

/** Cells of the reports that it can be compared with, oldest first; none if the last was read on other terms. */
const comparableCells = (
  report: ReportRecord,
  previous: ReportRecord | null,
  earlier: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] =>
  isComparable(report, previous) && readingDifferencesOf(previous, report).length === 0
    ? [...earlier, previous.scored.cells]
    : [];

/** Ad hoc runs of one project can be about different brands. */
const isComparable = (
  report: ReportRecord,
  previous: ReportRecord | null,
): previous is ReportRecord & { scored: object } =>
  previous !== null && previous.scored !== null && previous.brand === report.brand;
