import { type Static, Type } from "typebox";
import type { Done } from "../../../figures/brief/done.ts";
import type { Stretch } from "../../../figures/days/calendar.ts";
import type { timeframes } from "../../../figures/days/timeframe.ts";
import { breaksOf, type DatedPoint, markersOf, rivalLines } from "../../../figures/trend.ts";
import { type Change, noChange } from "../../../figures/uncertainty/change.ts";
import type { FoundChange } from "../../../figures/watching/changepoints.ts";
import { share } from "../../api/schema/rounding.ts";
import { Closed, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { TimeframeWord, TrendIntervalWord, TrendMarkerKindWord } from "../../api/schema/words.ts";
import { ChangeView, changeView } from "../figures/metrics-view.ts";
import { ToldIntervention, toldIntervention } from "../interventions/intervention-view.ts";
import { RivalPointView, rivalPointView, TrendPointView, trendPointView } from "./trend-point-view.ts";

export const intervals = ["run", "day", "week"] as const;
export type Interval = (typeof intervals)[number];

/** Which reports a series has: those like the newest, or all. */
export const seriesKinds = ["same", "all"] as const;
type SeriesKinds = (typeof seriesKinds)[number];

const MarkerView = Closed(
  {
    at: Time("When the first answers after the change were given."),
    report_id: Type.String({ description: "Id of the first report after the change." }),
    kind: TrendMarkerKindWord({ description: "What changed since the previous point." }),
  },
  { title: "TrendMarker", description: "A change in the measurement, not in the brand's visibility." },
);

const ShiftView = Closed(
  {
    direction: OneOf(["up", "down"], { description: "Which way the rate moved." }),
    since: Time("When it most likely began: the first report at the new level."),
    since_between: Type.Array(Time(), {
      minItems: 2,
      maxItems: 2,
      description: "The first and the last report with which it may have begun, 95% interval.",
    }),
    found_at: Time("The report by which it was certain."),
    appearance_rate_before: Type.Number({ description: "Mean appearance rate before it, 0 to 1." }),
    appearance_rate_after: Type.Number({
      description: "Mean from `since` to `found_at`; often somewhat further off than the level that follows.",
    }),
  },
  {
    title: "TrendShift",
    description: "A change of level that is more than noise, judged over the whole series.",
  },
);

const BreakView = Closed(
  {
    after: Time("The last point before it."),
    before: Time("The first point after it."),
    missing: Type.Integer({ minimum: 1, description: "Whole days or weeks without a measurement." }),
  },
  { title: "TrendBreak", description: "A gap in the series: draw no line across it." },
);

const CompetitorTrendView = Closed(
  {
    name: Type.String({ description: "Name of the competitor." }),
    points: Type.Array(RivalPointView, { description: "One per report that measured it." }),
  },
  { title: "CompetitorTrend", description: "A competitor's series over the same answers." },
);

export const TrendsView = Closed(
  {
    project_id: Uuid("Id of the project."),
    brand: Type.String({ description: "The measured brand." }),
    timeframe: TimeframeWord({ description: "How far back to look." }),
    interval: TrendIntervalWord({ description: "Every run, or the newest of each day or week." }),
    kinds: OneOf(seriesKinds, { description: "Reports like the newest, or all." }),
    points: Type.Array(TrendPointView, { description: "The brand's series, oldest first." }),
    markers: Type.Array(MarkerView, { description: "Where the measurement changed." }),
    shifts: Type.Array(ShiftView, {
      description: "Where the appearance rate moved to another level and stayed there, oldest first.",
    }),
    interventions: Type.Array(ToldIntervention, {
      description: "Up to 10 things that were done in the timeframe, newest first, with what came of them.",
    }),
    breaks: Type.Array(BreakView, {
      description: "Gaps between two points.",
    }),
    change: ChangeView,
    competitors: Type.Array(CompetitorTrendView, {
      description: "All competitors, the most visible in the newest report first.",
    }),
    withheld: Type.Array(OneOf(["rank_trend"]), {
      description: "What is left out: ranks depend on who else is tracked.",
    }),
  },
  {
    title: "VisibilityTrends",
    description: "A brand's visibility over time, with its uncertainty.",
  },
);
export type TrendsView = Static<typeof TrendsView>;

export interface TrendFacts {
  project: { id: string; brand: string; competitors: readonly { name: string }[] };
  timeframe: (typeof timeframes)[number];
  interval: Interval;
  kinds: SeriesKinds;
  points: readonly DatedPoint[];
  /** The days or weeks that the points stand for; null: each point is a run. */
  stretches: readonly Stretch[] | null;
  /** Shifts and interventions within the timeframe. */
  shifts: readonly FoundChange[];
  done: readonly Done[];
  /** The newest report compared with an earlier one; null if there is none. */
  change: { change: Change; comparedWith: { id: string; reading: number } } | null;
}

export function trendsView(facts: TrendFacts): TrendsView {
  const { project, points, stretches, change } = facts;
  const names = project.competitors.map(({ name }) => name);
  return {
    project_id: project.id,
    brand: project.brand,
    timeframe: facts.timeframe,
    interval: facts.interval,
    kinds: facts.kinds,
    points: points.map(trendPointView),
    markers: markersOf(points).map(({ at, reportId, kind }) => ({ at, report_id: reportId, kind })),
    shifts: facts.shifts.map((shift) => ({
      direction: shift.direction,
      since: shift.since,
      since_between: [...shift.sinceBetween],
      found_at: shift.foundAt,
      appearance_rate_before: share(shift.before),
      appearance_rate_after: share(shift.after),
    })),
    interventions: facts.done.map(toldIntervention),
    breaks: stretches ? breaksOf(points, stretches) : [],
    change: change ? changeView(change.change, change.comparedWith) : changeView(noChange, null),
    competitors: rivalLines(points, names).map(({ name, points }) => ({
      name,
      points: points.map(rivalPointView),
    })),
    withheld: ["rank_trend"],
  };
}
