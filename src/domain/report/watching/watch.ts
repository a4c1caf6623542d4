/** One report of a series. */
export interface WatchedPoint {
  /** RFC 3339: when its answers were given. */
  at: string;
  /** Its appearance rate. */
  rate: number;
  /** Variance of the rate when the same prompts are asked again. */
  variance: number;
}

/** A shift of the level, dated by its most likely point. */
export interface FoundChange {
  direction: "up" | "down";
  /** When it was found, and when it most likely began. */
  foundAt: string;
  since: string;
  /** The mean rate before it, and since. */
  before: number;
  after: number;
}

export type Rhythm = "daily" | "weekly";

/** A sum above this is a change: at most one false alarm a year, by simulation with and without restless days. */
export const bounds: Record<Rhythm, number> = { daily: 5.5, weekly: 3.5 };

/** Half the shift that is found fastest, in deviations of a report. */
export const allowance = 0.5;

/** A report counts as at most this far off: one odd report is not a new level. */
export const furthest = 4;

/** Reports that establish a level before anything is judged against it. */
const fewest = 4;

/** For how many reports the variance within cells counts beside that among reports. */
const priorReports = 3;

/**
 * The changes of level in a series, oldest first, each reported once: after each the series starts afresh. A two-sided
 * CUSUM (Page 1954) over each report's distance from the mean of those before it, in deviations that allow for
 * day-to-day variation between reports. Source: docs/measuring.md, "Watching".
 */
export function changesIn(series: readonly WatchedPoint[], rhythm: Rhythm): FoundChange[] {
  const changes: FoundChange[] = [];
  let level: WatchedPoint[] = [];
  let [up, down] = [noRun, noRun];
  for (const point of series) {
    if (level.length >= fewest) {
      const distance = distanceFrom(level, point);
      up = grown(up, distance, point);
      down = grown(down, -distance, point);
      const run = up.sum > bounds[rhythm] ? up : down.sum > bounds[rhythm] ? down : null;
      if (run) {
        const since = run.points[0]!;
        const before = level.slice(0, level.indexOf(since));
        changes.push({
          direction: run === up ? "up" : "down",
          ...{ foundAt: point.at, since: since.at },
          ...{ before: meanOf(before.length > 0 ? before : level), after: meanOf([...run.points]) },
        });
        level = [];
        [up, down] = [noRun, noRun];
        continue;
      }
    }
    level.push(point);
  }
  return changes;
}

/** The sum gathered in one direction, and the reports since it began. */
interface Run {
  sum: number;
  points: readonly WatchedPoint[];
}

const noRun: Run = { sum: 0, points: [] };

function grown({ sum, points }: Run, distance: number, point: WatchedPoint): Run {
  const next = sum + distance - allowance;
  return next > 0 ? { sum: next, points: [...points, point] } : noRun;
}

/** In deviations, moderated like a change against the mean of earlier reports. */
function distanceFrom(level: readonly WatchedPoint[], { rate, variance }: WatchedPoint): number {
  const mean = meanOf(level);
  const squares = level.reduce((sum, point) => sum + (point.rate - mean) ** 2, 0);
  const moderated = (squares + priorReports * variance) / (level.length - 1 + priorReports);
  const distance = (rate - mean) / Math.sqrt(moderated * (1 + 1 / level.length));
  return Math.max(-furthest, Math.min(furthest, distance));
}

const meanOf = (points: readonly WatchedPoint[]): number =>
  points.reduce((sum, { rate }) => sum + rate, 0) / points.length;
