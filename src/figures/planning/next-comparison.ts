import type { DatedPoint } from "../trend.ts";
import { fewestBefore, type Rhythm } from "../watching/changepoints.ts";
import { type Days, usualDays } from "../watching/days.ts";
import { watchSeries } from "../watching/shifts.ts";

/** How the report after the newest of a series will be judged. */
export interface NextComparison {
  /** Reports of the present level, the newest among them. */
  earlierReports: number;
  rhythm: Rhythm;
  /** How far days move all log-odds: a standard deviation. */
  days: number;
}

/** After a report without a series. */
export const nextOfOne: NextComparison = { earlierReports: 1, rhythm: "weekly", days: usualDays.deviation };

/** `points`: the series up to the newest report, by which that one is judged itself. */
export function nextComparison(points: readonly DatedPoint[], { deviation }: Days): NextComparison {
  const { current, rhythm } = watchSeries(points);
  if (!current) return { ...nextOfOne, days: deviation };
  const { reports, shifts } = current;
  const since = shifts.at(-1)?.since;
  const level = since === undefined ? reports : reports.filter(({ at }) => at >= since);
  // After a shift the series goes on deciding, however short the new level is.
  const earlierReports = Math.max(since === undefined ? 1 : fewestBefore, level.length);
  return { earlierReports, rhythm, days: deviation };
}
