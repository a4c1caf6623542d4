/**
 * Watching a project's series for years: false alarms in a year without a change, on quiet and on restless days, and after
 * how many reports a lasting shift is found, beside what theory says. Reports are drawn here, seeded; the argument is
 * how many years. Goals: at most one false alarm a year; a shift of 15 points found within 20 % of that, or
 * half a report. Ends with 1 where one is missed.
 */
import {
  allowance,
  bounds,
  changesIn,
  furthest,
  type Rhythm,
  type WatchedPoint,
} from "../../src/domain/report/watching/watch.ts";
import { normal, seeded } from "../noise/random.ts";

const years = Number(process.argv[2] ?? 150);
const random = seeded(31);
/** 20 prompts × 2 assistants × 3 runs at a rate of 0.4; and what days add that move all log-odds by at most 0.1 and 0.25. */
const variance = (0.6 * 0.24) / 120;
const days = { quiet: 0, "moved by 0.1": 0.1, "moved by 0.25": 0.25 };
const perYear: Record<Rhythm, number> = { daily: 365, weekly: 52 };

function seriesOf(reports: number, day: number, shiftAt: number, shift: number): WatchedPoint[] {
  return Array.from({ length: reports }, (_, at) => {
    const moved = (2 * random() - 1) * day * 0.24;
    const rate = 0.4 + moved + Math.sqrt(variance) * normal(random) + (at >= shiftAt ? shift : 0);
    return { at: String(at), rate, variance };
  });
}

/** The share of the distance that remains on average while the mean of earlier reports is still being learned. */
const learned = 0.94;
let missed = false;
const row = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padEnd(18)).join(""));
row(["rhythm", "days", "alarms a year", "15 points after", "in theory", ""]);
for (const rhythm of ["daily", "weekly"] as const)
  for (const [name, day] of Object.entries(days)) {
    const reports = perYear[rhythm];
    let [alarms, late, found] = [0, 0, 0];
    for (let year = 0; year < years; year += 1)
      alarms += changesIn(seriesOf(reports, day, reports, 0), rhythm).length;
    for (let draw = 0; draw < 4 * years; draw += 1) {
      const change = changesIn(seriesOf(60, day, 20, 0.15), rhythm).find(
        ({ foundAt }) => Number(foundAt) >= 20,
      );
      if (!change) continue;
      found += 1;
      late += Number(change.foundAt) - 19;
    }
    const said = reportsToFind(0.15, variance + (day * 0.24) ** 2 / 3, rhythm)!;
    const after = late / found;
    const within = alarms / years <= 1 && Math.abs(after - said) <= Math.max(0.5, 0.2 * said);
    missed ||= !within;
    row([
      rhythm,
      name,
      (alarms / years).toFixed(2),
      after.toFixed(1),
      said.toFixed(1),
      within ? "" : "missed",
    ]);
  }
process.exitCode = missed ? 1 : 0;

/**
 * How many reports theory says it takes on average to find a lasting shift of this size; null if it is too small to be found.
 * After Siegmund (1985), with the bound of `changesIn`.
 */
function reportsToFind(shift: number, variance: number, rhythm: Rhythm): number | null {
  const drift = Math.min(furthest, (learned * shift) / Math.sqrt(variance)) - allowance;
  if (drift <= 0.1) return null;
  const bound = bounds[rhythm] + 1.166;
  const fewestReports = Math.floor(bounds[rhythm] / (furthest - allowance)) + 1;
  return Math.max(
    fewestReports,
    (Math.exp(-2 * drift * bound) + 2 * drift * bound - 1) / (2 * drift * drift),
  );
}
