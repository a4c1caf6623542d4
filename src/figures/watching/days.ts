import type { DatedPoint } from "../trend.ts";
import { ownRate } from "./quantity.ts";
import { levelsOf } from "./shifts.ts";

/** How far days move a project's answers, beyond what asking again does. */
export interface Days {
  /** Of all log-odds from one report to another. */
  deviation: number;
  /** Degrees of freedom by which the project's own reports tell it; 0: the usual one. */
  degrees: number;
}

/** Until a project's own reports tell it. Assumed, as recorded answers are of single days; it counts as much as five reports do. */
export const usualDays: Days = { deviation: 0.2, degrees: 0 };
const usualDegrees = 4;

/** Fewer than five reports at one level tell nothing of days. */
const fewestDegrees = 4;

/** Degrees of freedom of a variance that days are part of. */
export const degreesOfDays = ({ degrees }: Days): number =>
  degrees === 0 ? Number.POSITIVE_INFINITY : degrees + usualDegrees;

/**
 * What the reports of a series tell of days: how far those at one level lie apart, less what asking again explains. Days are the
 * assistants', so reports over other prompts tell of them too, each set beside its own. Source: docs/measuring.md, "How sure".
 */
export function daysIn(points: readonly DatedPoint[]): Days {
  let [squares, degrees] = [0, 0];
  for (const level of levelsOf(points)) {
    const measured = level.flatMap(({ point }) => {
      const own = ownRate.of(point);
      return own ? [{ ...own, slope: own.variance * point.answers }] : [];
    });
    if (measured.length < 2) continue;
    const centre = mean(measured.map(({ value }) => value));
    const apart = measured.reduce((sum, { value }) => sum + (value - centre) ** 2, 0);
    const again = (measured.length - 1) * mean(measured.map(({ variance }) => variance));
    squares += (apart - again) / mean(measured.map(({ slope }) => slope)) ** 2;
    degrees += measured.length - 1;
  }
  if (degrees < fewestDegrees) return usualDays;
  const variance = (squares + usualDegrees * usualDays.deviation ** 2) / (degrees + usualDegrees);
  return { deviation: Math.sqrt(Math.max(0, variance)), degrees };
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
