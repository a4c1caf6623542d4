import { dayMs } from "../../project/calendar.ts";
import { type DatedPoint, markersOf } from "../trend.ts";
import { changesIn, type FoundChange, type Rhythm, type WatchedPoint } from "./watch.ts";

/** Reports closer than this on average are judged as daily ones. */
const daily = 2 * dayMs;

/**
 * The shifts of the appearance rate in a project's series, oldest first, each dated by its most likely beginning. Points are
 * only judged together with those that measured the same: a new set of prompts, assistants, models or surfaces, or another
 * reading, starts a new series. Source: docs/measuring.md, "Watching".
 */
export function shiftsIn(points: readonly DatedPoint[]): FoundChange[] {
  const breaks = new Set(markersOf(points).map(({ reportId }) => reportId));
  const rhythm = rhythmOf(points);
  const alike: WatchedPoint[][] = [[]];
  for (const point of points) {
    if (breaks.has(point.reportId)) alike.push([]);
    const watched = watchedPoint(point);
    if (watched) alike.at(-1)!.push(watched);
  }
  return alike.flatMap((series) => changesIn(series, rhythm));
}

function rhythmOf(points: readonly DatedPoint[]): Rhythm {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return "weekly";
  const span = Date.parse(last.measuredAt) - Date.parse(first.measuredAt);
  return span / (points.length - 1) < daily ? "daily" : "weekly";
}

/** Null if nothing was measured. */
function watchedPoint({ measuredAt, point }: DatedPoint): WatchedPoint | null {
  const { appearanceRate: rate, appearanceRateCiSamePrompts: interval, answers } = point;
  if (rate === null || answers === 0) return null;
  if (interval) return { at: measuredAt, rate, variance: ((interval[1] - interval[0]) / (2 * 1.96)) ** 2 };
  // Too few mentions or misses for that interval: as if the answers were independent, and one more were half a mention.
  const likely = (rate * answers + 0.5) / (answers + 1);
  return { at: measuredAt, rate, variance: (likely * (1 - likely)) / answers };
}
