import { Type } from "typebox";
import type { Done } from "../../../figures/brief/done.ts";
import { stretches } from "../../../figures/days/calendar.ts";
import { type Timeframe, timeframeStart } from "../../../figures/days/timeframe.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import { seriesChange } from "../../../figures/watching/series-change.ts";
import { watchSeries } from "../../../figures/watching/shifts.ts";
import { action } from "../../api/action.ts";
import type { Context, ProjectContext } from "../../api/context.ts";
import { partTerms, projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { isNarrowed, partFields } from "../../api/schema/part-fields.ts";
import { OneOf } from "../../api/schema/schema.ts";
import { timeframeField } from "../../api/schema/timeframe-terms.ts";
import { TrendIntervalWord } from "../../api/schema/words.ts";
import type { Project } from "../../projects/project.ts";
import { doneBetween } from "../interventions/interventions-with-effects.ts";
import { changeSince } from "../judgement/judgement.ts";
import { madeOnce } from "../made-once.ts";
import { type Part, pointsOver, reportOver, requestedPart } from "../part/report-part.ts";
import { reportExamples } from "../report-examples.ts";
import { trendsMark } from "../report-mark.ts";
import { findComparedReport, findReport, type Report } from "../reports.ts";
import { warnOf, warnOfCode } from "../warnings.ts";
import { type Interval, seriesKinds, TrendsView, trendsView } from "./trend-view.ts";
import {
  currentSeries,
  type Series,
  type SeriesKey,
  type SeriesTerms,
  trendSeries,
  watchedPoints,
} from "./trends.ts";

/** More than a year of daily runs. */
const mostPoints = 500;
const mostDone = 10;

export const getVisibilityTrends = action({
  name: "get_visibility_trends",
  http: "GET /v1/projects/{projectId}/visibility-trends",
  summary: "Read a brand's visibility and that of its competitors over time, with its uncertainty.",
  description:
    "One point per report. Markers show where a model or the method changed, so that it is not mistaken for a change in visibility.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: isNarrowed,
  tool: {
    newestLast: ["points"],
    narrower: "Ask for `interval` week, or a shorter `timeframe`, for a series that fits.",
  },
  on: "project",
  async mark({ db, now, project }, { timeframe = "30d", interval = "run" }) {
    const at = now();
    const from = timeframeStart(timeframe, at);
    // Days and weeks without a report are told too.
    const days = interval === "run" ? [] : stretches(interval, from, at, project.timezone);
    return `${await trendsMark(db, project.id, { from, now: at })} ${days[0]?.to.getTime()} ${days.at(-1)?.to.getTime()}`;
  },
  input: Type.Object({
    projectId: ProjectId,
    ...timeframeField,
    ...partFields,
    interval: Type.Optional(
      TrendIntervalWord({
        default: "run",
        description: "Every run, or the newest of each day or week (project's time zone).",
      }),
    ),
    compareWith: Type.Optional(
      OneOf(["previous", "first"], {
        default: "previous",
        description: "Compare the newest report with the previous one, or with the first of the timeframe.",
      }),
    ),
    kinds: Type.Optional(
      OneOf(seriesKinds, {
        default: "same",
        description: "Reports like the newest (assistants, surfaces, prompts), or all.",
      }),
    ),
  }),
  output: TrendsView,
  example: () => ({
    fields: {
      projectId,
      timeframe: "30d",
      interval: "run",
      compareWith: "previous",
      kinds: "same",
      ...partTerms,
    },
    answers: { VisibilityTrends: { summary: "Two runs", data: reportExamples().trends } },
  }),
}).run(async (context, terms) => {
  const { timeframe = "30d", interval = "run", compareWith = "previous", kinds = "same" } = terms;
  const { db, project, caller } = context;
  const part = await requestedPart(context, project.id, terms);
  const key = await currentSeries(db, project.id);
  const nothing = {
    ...{ project, timeframe, interval, kinds, points: [], stretches: null, change: null },
    ...{ shifts: [], done: [] },
  };
  if (!key) return trendsView(nothing);
  const span: SeriesTerms = { ...spanOf(context, timeframe, interval, key), kinds };
  const series = await trendSeries(db, key, span);
  if (series.cut) warnOfCode(context, "POINTS_LEFT_OUT");
  const compared = await findComparedReport(db, caller, key.reportId);
  if (!compared) return trendsView(nothing);
  warnOf(context, compared.report);
  const { report: newest, previous } = compared;
  const same: SeriesTerms = { ...span, kinds: "same" };
  const ofKind = kinds === "same" ? series : await trendSeries(db, key, same);
  const all = kinds === "all" ? series : await trendSeries(db, key, { ...span, kinds: "all" });
  if (kinds === "same" && all.points.length > series.points.length)
    warnOfCode(context, "OTHER_KINDS_LEFT_OUT");
  const other = compareWith === "previous" ? previous : await firstOf(context, ofKind, key);
  // Shifts are judged over the whole series, so that a shorter timeframe shows the same ones.
  const watched = await watchedPoints(db, newest);
  const between = { from: span.from, to: context.now().toISOString(), most: mostDone };
  const done = await doneBetween(db, project.id, between);
  const facts = { project, newest, previous, other, timeframe, interval, kinds, watched, done };
  return part ? trendsOver(context, part, series, facts, span) : shownTrends(series, facts, span);
});

/** The same over a part alone: the whole year's points are computed once, and those of the timeframe are among them. */
async function trendsOver(
  context: ProjectContext,
  part: Part,
  series: Series,
  { newest, previous, other, watched, ...facts }: Shown,
  span: SeriesTerms,
): Promise<TrendsView> {
  const { db, parsing } = context;
  const own = await reportOver(context, newest, part);
  const compared = other && (await reportOver({ db, parsing }, other, part));
  const scored = compared ? [own, compared] : [own];
  const points = await pointsOver(context, context.project.id, series.points, part, scored);
  const year = await pointsOver(context, context.project.id, watched, part, scored);
  return trendsOf(
    { ...series, points },
    {
      ...facts,
      newest: own,
      previous: other === previous ? compared : null,
      other: compared,
      watched: year,
    },
    span,
  );
}

/** The time covered: it starts at the newest report if that is older than the timeframe. */
function spanOf(
  context: ProjectContext,
  timeframe: Timeframe,
  interval: Interval,
  { measuredAt }: SeriesKey,
): Omit<SeriesTerms, "kinds"> {
  const now = context.now();
  const start = timeframeStart(timeframe, now);
  const newest = new Date(measuredAt);
  const outside = newest < start;
  if (outside) warnOfCode(context, "OUTSIDE_TIMEFRAME");
  const from = outside ? newest : start;
  if (interval === "run") return { from, stretches: null, limit: mostPoints };
  const whole = stretches(interval, from, outside ? newest : now, context.project.timezone);
  whole[0]!.from = from;
  // Answers can be dated ahead of our clock.
  if (newest >= whole.at(-1)!.to) whole.at(-1)!.to = new Date(newest.getTime() + 1);
  return { from, stretches: whole, limit: mostPoints };
}

/** The first report of the series; null if that is the newest. */
async function firstOf({ db, caller }: Context, { points }: Series, key: SeriesKey): Promise<Report | null> {
  const first = points[0]?.reportId;
  if (!first || first === key.reportId) return null;
  return (await findReport(db, caller, first)) ?? null;
}

interface Shown {
  project: Project;
  newest: Report;
  previous: Report | null;
  /** What it is compared with: the previous report, or another that was asked for. */
  other: Report | null;
  watched: readonly DatedPoint[];
  done: readonly Done[];
  timeframe: Timeframe;
  interval: Interval;
  kinds: SeriesTerms["kinds"];
}

/** A series is the same object until something in it changes, so its view is made and serialised once. */
const trendsOnce = madeOnce<Series, TrendsView>();

function shownTrends(series: Series, facts: Shown, span: SeriesTerms): TrendsView {
  const { newest, other, project, timeframe, interval, kinds, watched, done } = facts;
  const fields = JSON.stringify([done, project.id, project.timezone, namesOf(project)]);
  return trendsOnce(series, [newest, other, watched, timeframe, interval, kinds, fields], () =>
    Object.freeze(trendsOf(series, facts, span)),
  );
}

function trendsOf(series: Series, facts: Shown, { from, stretches }: SeriesTerms): TrendsView {
  const { newest, previous, other, project, timeframe, interval, kinds, watched, done } = facts;
  const change = changeSince(newest, other, other === previous ? seriesChange(watched) : null);
  return trendsView({
    project: { ...project, brand: newest.brand },
    timeframe,
    interval,
    kinds,
    points: series.points,
    stretches,
    shifts: watchSeries(watched).shifts.filter(({ foundAt }) => new Date(foundAt) >= from),
    done,
    change: change && other ? { change, comparedWith: other } : null,
  });
}

const namesOf = ({ competitors }: Project): string[] => competitors.map(({ name }) => name);
