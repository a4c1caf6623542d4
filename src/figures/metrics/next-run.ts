import type { Interval } from "../uncertainty/interval.ts";
import { studentQuantile } from "../uncertainty/student.ts";
import { type Days, degreesOfDays } from "../watching/days.ts";
import { type FigureName, figureOf, type Metrics } from "./metric-table.ts";

/** Of these nobody knows what days do to them. */
const withoutDays: readonly FigureName[] = ["averagePosition", "sentimentScore"];

/**
 * Where the next run over the same prompts will lie in 19 of 20 cases if nothing changes: what asking again does
 * (`…ExpectedNext`), and what days do, which all log-odds move by alike. Null where it is withheld.
 */
export function nextRun(metrics: Metrics, name: FigureName, days: Days): Interval | null {
  const again = metrics[`${name}ExpectedNext`] ?? null;
  const value = metrics[name];
  if (!again || value === null || withoutDays.includes(name)) return again;
  const { unit, over, perNaming } = figureOf(name);
  if (perNaming && metrics.appearanceRateExpectedNext) {
    // It goes with the namings, and so neither end can rule out what the rate's allows.
    const [before, after] = [metrics.appearanceRateExpectedNext, nextRun(metrics, "appearanceRate", days)!];
    const scaled = (end: 0 | 1) => (before[end] > 0 ? (again[end] * after[end]) / before[end] : again[end]);
    return [scaled(0), scaled(1)];
  }
  const width = unit === "share" ? 1 : 100;
  // The end that the range does not cut off.
  const variance = (Math.max(value - again[0], again[1] - value) / width / 1.96) ** 2 / 2;
  // What one unit of log-odds moves it by is the variance of one answer.
  const moved = days.deviation * variance * metrics[over];
  const half = width * studentQuantile(degreesOfDays(days)) * Math.sqrt(2 * (variance + moved ** 2));
  return [Math.max(0, Math.min(again[0], value - half)), Math.min(width, Math.max(again[1], value + half))];
}
