import { Type } from "typebox";
import type { Done } from "../../../figures/brief/done.ts";
import { stretches } from "../../../figures/days/calendar.ts";
import { type Timeframe, timeframeStart } from "../../../figures/days/timeframe.ts";
import type { Change } from "../../../figures/uncertainty/change.ts";
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
import { changeSince, type Judgement } from "../judgement/judgement.ts";
import { madeOnce } from "../made-once.ts";
import { comparedOver, pointsOver, reportOver, requestedPart } from "../part/report-part.ts";
import { reportExamples } from "../report-examples.ts";
import { trendsMark } from "../report-mark.ts";
import { findComparedReport, findReport, type Report } from "../reports.ts";
import { warnOf, warnOfCode } from "../warnings.ts";
import { type Interval, seriesKinds, TrendsView, trendsView } from "./trend-view.ts";
import { currentSeries, type Series, type SeriesKey, type SeriesTerms, trendSeries } from "./trends.ts";

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
  const { report: newest, previous, judged } = await comparedOver(context, compared, part);
  const same: SeriesTerms = { ...span, kinds: "same" };
  const ofKind = kinds === "same" ? series : await trendSeries(db, key, same);
  const all = kinds === "all" ? series : await trendSeries(db, key, { ...span, kinds: "all" });
  if (kinds === "same" && all.points.length > series.points.length)
    warnOfCode(context, "OTHER_KINDS_LEFT_OUT");
  const first = compareWith === "first" ? await firstOf(context, ofKind, key) : null;
  const quiet = { db, parsing: context.parsing };
  const firstOver = first && part ? await reportOver(quiet, first, part) : first;
  const other = compareWith === "previous" || first?.id === previous?.id ? previous : firstOver;
  const between = { from: span.from, to: context.now().toISOString(), most: mostDone };
  const done = await doneBetween(db, project.id, between);
  const change = other === previous ? judged.change : changeSince(newest, other);
  const { shifts } = judged;
  const facts = { project, newest, other, change, shifts, timeframe, interval, kinds, done };
  if (!part) return shownTrends(series, facts, span);
  const scored = other ? [newest, other] : [newest];
  const points = await pointsOver(context, project.id, series.points, part, scored);
  return trendsOf({ ...series, points }, facts, span);
});

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
  /** What it is compared with: the previous report, or another that was asked for. */
  other: Report | null;
  change: Change | null;
  shifts: Judgement["shifts"];
  done: readonly Done[];
  timeframe: Timeframe;
  interval: Interval;
  kinds: SeriesTerms["kinds"];
}

/** A series is the same object until something in it changes, so its view is made and serialised once. */
const trendsOnce = madeOnce<Series, TrendsView>();

function shownTrends(series: Series, facts: Shown, span: SeriesTerms): TrendsView {
  const { newest, other, project, change, shifts, timeframe, interval, kinds, done } = facts;
  const fields = JSON.stringify([change, shifts, done, project.id, project.timezone, namesOf(project)]);
  return trendsOnce(series, [newest, other, timeframe, interval, kinds, fields], () =>
    Object.freeze(trendsOf(series, facts, span)),
  );
}

function trendsOf(series: Series, facts: Shown, { from, stretches }: SeriesTerms): TrendsView {
  const { newest, other, project, change, shifts, timeframe, interval, kinds, done } = facts;
  return trendsView({
    project: { ...project, brand: newest.brand },
    timeframe,
    interval,
    kinds,
    points: series.points,
    stretches,
    // Judged over the whole series, so that a shorter timeframe shows the same ones.
    shifts: shifts.filter(({ foundAt }) => new Date(foundAt) >= from),
    done,
    change: change && other ? { change, comparedWith: other } : null,
  });
}

const namesOf = ({ competitors }: Project): string[] => competitors.map(({ name }) => name);
