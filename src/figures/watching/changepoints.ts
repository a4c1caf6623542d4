import {
  addedReach,
  borneOut,
  type Calls,
  excessesBetween,
  noReach,
  reachOf,
} from "../uncertainty/failures.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { normalDeviations, studentBound } from "../uncertainty/student.ts";

/** One report of a series. */
export interface WatchedPoint {
  /** RFC 3339: when its answers were given. */
  at: string;
  /** Its appearance rate. */
  rate: number;
  /** Variance of the rate when the same prompts are asked again. */
  variance: number;
  /** How each assistant's calls went; absent where it is not known, or none failed. */
  calls?: readonly Calls[];
}

/** A shift of the level, dated by its most likely point. */
export interface FoundChange {
  direction: "up" | "down";
  /** When it was found, and when it most likely began. */
  foundAt: string;
  since: string;
  /** The first and the last report with which it may have begun. */
  sinceBetween: [string, string];
  /** The mean rate before it, and since. */
  before: number;
  after: number;
  /** How sure it was by the report that found it, and by each after it while it is new. */
  looks: Look[];
}

/** What the reports since a shift show of it, up to one of them. */
export interface Look {
  at: string;
  before: number;
  after: number;
  /** Reports since the shift, and before it. */
  reports: number;
  reportsBefore: number;
  /** What is as unlikely by chance, in deviations of a normal distribution. */
  deviations: number;
}

export type Rhythm = "daily" | "weekly";

interface Terms {
  /**
   * A split that chance alone makes this unlikely is a shift: in deviations of a normal distribution, by how many reports it sets apart.
   * One report takes the least, as days that carry over move several together.
   */
  bounds: readonly [number, number, number, number, number, number];
  /** How much of a day's influence remains in the next report. */
  carried: number;
}

/** By simulation: at most one false shift a year together with the first reports of a series, also where days are restless. */
export const watchTerms: Record<Rhythm, Terms> = {
  daily: { bounds: [3.4, 3.6, 3.7, 3.9, 3.9, 3.9], carried: 0.85 },
  weekly: { bounds: [2.75, 3.1, 3.15, 3.75, 3.75, 3.75], carried: 0.63 },
};

/** A shift is looked for in so many of the newest reports: one that is not found by then is no step, but a drift. */
export const longestRun = 6;

/** Reports that establish the first level before anything is judged against it. */
export const fewestBefore = 4;

/** For how many reports the variance within cells counts beside that among reports. */
const priorReports = 5;

/** Splits whose squared distance is less than this below the best one's may be the true one: 95% of a likelihood ratio. */
const likelihoodMargin = 3.84;

/** How the newest reports of a series differ from those before them. */
export interface Split {
  /** Reports of the level before, and those after the split. */
  before: number;
  after: number;
  /** Mean rates. */
  rateBefore: number;
  rateAfter: number;
  /** How far the means must lie apart to be a shift, in the rate's unit, and that in deviations of a normal distribution. */
  half: number;
  bound: number;
  /** The deviation of their difference, and the degrees of freedom of that. */
  deviation: number;
  degrees: number;
  /** What more failed calls on one side may have done to their difference, down and up. */
  reach: Interval;
}

/** What a series shows up to its newest report. */
export interface SeriesState {
  /** Shifts found so far, oldest first. */
  shifts: FoundChange[];
  /** How the newest report is judged: the split at which a shift was found by it, or it alone against the level; null if too early. */
  newest: Split | null;
}

/** The reports since the last shift. */
interface Level {
  points: WatchedPoint[];
  /** Sums over the first so many of them, one longer than they are. */
  sums: number[];
  squares: number[];
  /** Whether a shift began it: then how much reports vary is known from before it. */
  isAfterShift: boolean;
  range: Readonly<Interval>;
  /** Whether any call of its reports failed. */
  hasLost: boolean;
}

/** What earlier levels tell of how much reports vary. */
interface Spread {
  squares: number;
  degrees: number;
}

/**
 * Watches a series report by report. Each time, the newest one to six reports are set apart from those before them since the last
 * shift; if the best split lies further apart than chance allows, the level has shifted there, and the series goes on with the new
 * level. How much reports vary is learned from the series, moderated by the variance within cells; what exceeds that
 * is taken to be days, whose influence carries over. What failed calls can have done is no shift. A generalised likelihood ratio after
 * Willsky and Jones (1976), with Student's t in place of a known variance. `range`: of the figure. Source: docs/measuring.md, "Watching".
 */
export function watch(
  series: readonly WatchedPoint[],
  rhythm: Rhythm,
  range: Readonly<Interval> = [0, 1],
): SeriesState {
  const terms = watchTerms[rhythm];
  const shifts: FoundChange[] = [];
  let level = levelOf([], false, range);
  let spread: Spread = { squares: 0, degrees: 0 };
  let newest: Split | null = null;
  let last: LastShift | null = null;
  for (const point of series) {
    add(level, point);
    if (last && level.points.length <= longestRun) lookAgain(last, level, terms);
    const splits = splitsOf(level, spread, terms);
    const best = shiftedIn(splits);
    if (!best) {
      newest = splits[0] ?? null;
      continue;
    }
    newest = best;
    const shift = shiftAt(level.points, best, splits);
    shifts.push(shift);
    const earlier = momentsOf(level, 0, best.before);
    const { squares } = earlier;
    last = { shift, earlier, before: level.points.slice(0, best.before), spread };
    spread = { squares: spread.squares + squares, degrees: spread.degrees + best.before - 1 };
    level = levelOf(level.points.slice(best.before), true, range);
  }
  return { shifts, newest };
}

/** The shift that began the present level, with what was known before it. */
interface LastShift {
  shift: FoundChange;
  earlier: Moments;
  before: readonly WatchedPoint[];
  spread: Spread;
}

/** Sets all reports since the last shift apart from those before it: what was found by few is surer by more, or not. */
function lookAgain({ shift, earlier, before, spread }: LastShift, level: Level, terms: Terms): void {
  const { points, range } = level;
  const later = momentsOf(level, 0, points.length);
  const apart = setApart(earlier, later, points.at(-1)!.variance, spread, terms);
  shift.looks.push(lookAt(points.at(-1)!, { ...apart, reach: reachApart(before, points, apart, range) }));
}

const lookAt = ({ at }: WatchedPoint, split: Split): Look => ({
  ...{
    at,
    before: split.rateBefore,
    after: split.rateAfter,
    reports: split.after,
    reportsBefore: split.before,
  },
  deviations: deviationsOf(split),
});

/** How unlikely chance makes it: what is as unlikely on a normal distribution. */
const deviationsOf = (split: Split): number =>
  normalDeviations(leftOf(split) / split.deviation, split.degrees);

/** How far apart a split lies, whatever the failed calls would have said. */
const leftOf = ({ rateBefore, rateAfter, reach }: Split): number => borneOut(rateAfter - rateBefore, reach);

/** The most likely split where any of them is a shift, by the bound of that. */
function shiftedIn(splits: readonly Split[]): Split | null {
  const bounds = splits.filter((split) => leftOf(split) > split.half).map(({ bound }) => bound);
  if (bounds.length === 0) return null;
  const best = splits.toSorted((one, other) => deviationsOf(other) - deviationsOf(one))[0]!;
  return bounded(best, Math.min(...bounds));
}

const bounded = <Apart extends Pick<Split, "deviation" | "degrees">>(apart: Apart, bound: number) => ({
  ...apart,
  ...{ bound, half: studentBound(bound, apart.degrees) * apart.deviation },
});

function levelOf(points: readonly WatchedPoint[], isAfterShift: boolean, range: Readonly<Interval>): Level {
  const level: Level = { points: [], sums: [0], squares: [0], isAfterShift, range, hasLost: false };
  for (const point of points) add(level, point);
  return level;
}

function add(level: Level, point: WatchedPoint): void {
  const { points, sums, squares } = level;
  level.hasLost ||= point.calls?.some(({ answersFailed }) => answersFailed > 0) ?? false;
  points.push(point);
  sums.push(sums.at(-1)! + point.rate);
  squares.push(squares.at(-1)! + point.rate ** 2);
}

/** The level's points set apart after each that may be the last before a shift; the first split sets the newest apart alone. */
function splitsOf(level: Level, spread: Spread, terms: Terms): Split[] {
  const fewest = level.isAfterShift ? 1 : fewestBefore;
  const most = Math.min(longestRun, level.points.length - fewest);
  return Array.from({ length: Math.max(0, most) }, (_, at) =>
    splitOf(level, level.points.length - 1 - at, spread, terms),
  );
}

function splitOf(level: Level, before: number, spread: Spread, terms: Terms): Split {
  const { points, range } = level;
  const earlier = momentsOf(level, 0, before);
  const later = momentsOf(level, before, points.length);
  const apart = setApart(earlier, later, points.at(-1)!.variance, spread, terms);
  const reach = level.hasLost
    ? reachApart(points.slice(0, before), points.slice(before), apart, range)
    : noReach;
  return { ...apart, reach };
}

/** What more failed calls on one side may have done to a split. An assistant's own figure is not known, but it is part of the whole. */
function reachApart(
  before: readonly WatchedPoint[],
  after: readonly WatchedPoint[],
  { rateBefore, rateAfter }: Omit<Split, "reach">,
  [lowest, highest]: Readonly<Interval>,
): Interval {
  const width = highest - lowest;
  const callsIn = (points: readonly WatchedPoint[]) => points.flatMap(({ calls = [] }) => calls);
  const reaches = excessesBetween(callsIn(before), callsIn(after)).map((excess): Interval => {
    const { side, part } = excess;
    const whole = ((side === "after" ? rateAfter : rateBefore) - lowest) / width;
    const least = reachOf(excess, part, 1 - Math.min(1, (1 - whole) / part));
    const most = reachOf(excess, part, Math.min(1, whole / part));
    return side === "after" ? [most[0], least[1]] : [least[0], most[1]];
  });
  const [down, up] = addedReach(reaches);
  return [width * down, width * up];
}

/** `own`: the variance of the newest report when the same is asked again. */
function setApart(
  earlier: Moments,
  later: Moments,
  own: number,
  spread: Spread,
  { bounds, carried }: Terms,
): Omit<Split, "reach"> {
  const dataDegrees = spread.degrees + earlier.count + later.count - 2;
  const degrees = dataDegrees + priorReports;
  const all = (spread.squares + earlier.squares + later.squares + priorReports * own) / degrees;
  const days = Math.max(0, all - own);
  const deviation = Math.sqrt(
    own * (1 / earlier.count + 1 / later.count) +
      days * (varianceOfMean(earlier.count, carried) + varianceOfMean(later.count, carried)),
  );
  const apart = {
    ...{ before: earlier.count, after: later.count },
    ...{ rateBefore: earlier.mean, rateAfter: later.mean },
    ...{ deviation, degrees },
  };
  return bounded(apart, bounds[later.count - 1] ?? bounds.at(-1)!);
}

/** Mean of a part of a level, and the sum of squares about it. */
interface Moments {
  count: number;
  mean: number;
  squares: number;
}

function momentsOf({ sums, squares }: Level, from: number, to: number): Moments {
  const count = to - from;
  const mean = (sums[to]! - sums[from]!) / count;
  return { count, mean, squares: Math.max(0, squares[to]! - squares[from]! - count * mean ** 2) };
}

/** Variance of the mean of so many values of variance 1, each of which keeps a part of the one before. */
export function varianceOfMean(count: number, carried: number): number {
  // Sum of the correlations of all pairs, in closed form.
  const pairs = (carried / (1 - carried)) * (count - (1 - carried ** count) / (1 - carried));
  return (count + 2 * pairs) / count ** 2;
}

function shiftAt(points: readonly WatchedPoint[], best: Split, splits: readonly Split[]): FoundChange {
  const likely = splits.filter(
    (split) => deviationsOf(best) ** 2 - deviationsOf(split) ** 2 < likelihoodMargin,
  );
  const startOf = (split: Split): string => points[split.before]!.at;
  return {
    direction: best.rateAfter > best.rateBefore ? "up" : "down",
    ...{ foundAt: points.at(-1)!.at, since: startOf(best) },
    sinceBetween: [startOf(likely.at(-1)!), startOf(likely[0]!)],
    ...{ before: best.rateBefore, after: best.rateAfter },
    looks: [lookAt(points.at(-1)!, best)],
  };
}
