import { dayMs } from "../days/calendar.ts";
import { type DatedPoint, markersOf } from "../trend.ts";
import { fewestAnswers } from "../uncertainty/change.ts";
import {
  type FoundChange,
  type Rhythm,
  type SeriesState,
  type Split,
  type WatchedPoint,
  watch,
} from "./changepoints.ts";
import { callsOf, ownRate, type Quantity } from "./quantity.ts";

/** Reports closer than this on average are judged as daily ones. */
const daily = 2 * dayMs;

/** What a project's series shows. */
export interface WatchedSeries {
  shifts: FoundChange[];
  /** Those since the measurement last changed, and its reports since then; null without any. */
  current: { shifts: FoundChange[]; reports: WatchedPoint[] } | null;
  rhythm: Rhythm;
  /** How its newest report is judged, and the points that are compared; null if too few measured the same, or it measured nothing. */
  newest: { split: Split; variance: number; before: DatedPoint[]; after: DatedPoint[] } | null;
}

/**
 * The shifts of a figure in a project's series, by default of the brand's appearance rate, oldest first, each dated by its most likely beginning. Points are
 * only judged together with those that measured the same: a new set of prompts, assistants, models or surfaces, or another
 * reading, starts a new series. Source: docs/measuring.md, "Watching".
 */
export function watchSeries(points: readonly DatedPoint[], quantity: Quantity = ownRate): WatchedSeries {
  const rhythm = rhythmOf(points);
  const alike = alikeIn(points, quantity);
  const states = judgedIn(alike, rhythm, quantity);
  const reports = alike.at(-1)!.map(({ watched }) => watched);
  return {
    shifts: states.flatMap(({ shifts }) => shifts),
    current: reports.length > 0 ? { shifts: states.at(-1)!.shifts, reports } : null,
    rhythm,
    newest: comparedIn(alike.at(-1)!, states.at(-1)!.newest, points.at(-1)),
  };
}

/** The points of a series that measured the same at one level of the appearance rate, oldest first. */
export function levelsOf(points: readonly DatedPoint[]): DatedPoint[][] {
  const alike = alikeIn(points, ownRate);
  return judgedIn(alike, rhythmOf(points), ownRate).flatMap(({ shifts }, at) => {
    const since = new Set(shifts.map((shift) => shift.since));
    const levels: DatedPoint[][] = [[]];
    for (const { dated } of alike[at]!) {
      if (since.has(dated.measuredAt)) levels.push([]);
      levels.at(-1)!.push(dated);
    }
    return levels;
  });
}

/** Points that are judged together, oldest first. */
function alikeIn(points: readonly DatedPoint[], quantity: Quantity): Watchable[][] {
  const breaks = new Set(markersOf(points).map(({ reportId }) => reportId));
  const alike: Watchable[][] = [[]];
  for (const point of points) {
    if (breaks.has(point.reportId) || isReadOtherwise(alike.at(-1)!.at(-1)?.dated, point, quantity))
      alike.push([]);
    const watched = watchedPoint(point, quantity);
    if (watched) alike.at(-1)!.push({ dated: point, watched });
  }
  return alike;
}

const judgedIn = (
  alike: readonly (readonly Watchable[])[],
  rhythm: Rhythm,
  { range }: Quantity,
): SeriesState[] =>
  alike.map((series) =>
    watch(
      series.map(({ watched }) => watched),
      rhythm,
      range,
    ),
  );

interface Watchable {
  dated: DatedPoint;
  watched: WatchedPoint;
}

function comparedIn(
  series: readonly Watchable[],
  split: Split | null,
  newest: DatedPoint | undefined,
): WatchedSeries["newest"] {
  const last = series.at(-1);
  if (!split || !last || last.dated !== newest) return null;
  const compared = series.slice(-split.before - split.after).map(({ dated }) => dated);
  return {
    split,
    variance: last.watched.variance,
    before: compared.slice(0, split.before),
    after: compared.slice(split.before),
  };
}

/** Read for another description of the brand, or of those beside it; a point that was stored without it says nothing. */
const isReadOtherwise = (
  before: DatedPoint | undefined,
  { point }: DatedPoint,
  { ofRivals }: Quantity,
): boolean =>
  before !== undefined &&
  (differ(before.point.terms, point.terms) ||
    (ofRivals && differ(before.point.rivalTerms, point.rivalTerms)));

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

function rhythmOf(points: readonly DatedPoint[]): Rhythm {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return "weekly";
  const span = Date.parse(last.measuredAt) - Date.parse(first.measuredAt);
  return span / (points.length - 1) < daily ? "daily" : "weekly";
}

/** Null if nothing was measured, or too little to judge by. */
function watchedPoint({ measuredAt, point }: DatedPoint, { of }: Quantity): WatchedPoint | null {
  const measured = point.answers < fewestAnswers ? null : of(point);
  const calls = callsOf(point);
  return (
    measured && {
      ...{ at: measuredAt, rate: measured.value, variance: measured.variance },
      ...(calls ? { calls } : {}),
    }
  );
}
