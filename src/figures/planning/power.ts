import { standardNormal } from "../uncertainty/normal.ts";
import { studentQuantile } from "../uncertainty/student.ts";
import { degreesOfTopics, leastDeviation } from "../uncertainty/two-reports.ts";
import { fewestBefore, type Rhythm } from "../watching/changepoints.ts";
import { watchPower } from "./watch-power.ts";

/** A test for a change, as `changeBetween` makes it. */
export interface ChangeTest {
  /** The rate before the change. */
  rate: number;
  /** The share of an answer's variance that is asking again. */
  reasking: number;
  /** Answers in each report. */
  asks: number;
  /** Different questions among the prompts: wordings of one move together. */
  topics: number;
  earlierReports: number;
  rhythm: Rhythm;
  /** How far days move all log-odds: a standard deviation. */
  days: number;
}

/** With enough earlier reports a change is looked for in the series, and should be found by so many reports after it. */
const foundWithin = 4;

const isWatched = (earlierReports: number): boolean => earlierReports >= fewestBefore;

/** Reports after a change by which it should be found. */
export const reportsToFind = (earlierReports: number): number =>
  isWatched(earlierReports) ? foundWithin : 1;

/** The chance of calling a change of this size. Days hide it, and the watch over a series allows for them too. */
export function chanceOfChange(test: ChangeTest, change: number): number {
  const { rate, asks, topics, earlierReports, rhythm } = test;
  // Towards ½ answers vary more, so what is seen there is seen the other way too.
  const after = rate < 0.5 ? Math.min(1, rate + change) : Math.max(0, rate - change);
  const [own, before] = [variancesAt(test, after), variancesAt(test, rate)];
  if (isWatched(earlierReports)) {
    const [variance, later] = [before.again + before.days, own.again + own.days];
    // The newer mean is of fewer reports, so most of the difference's variance is theirs.
    const part = earlierReports / (earlierReports + foundWithin);
    const dayShare = (part * own.days + (1 - part) * before.days) / (part * later + (1 - part) * variance);
    const { half, spread } = watchPower(rhythm, earlierReports, dayShare, later / variance);
    const easier = 1 - (1 - dayShare) * varianceWobble * wobbleOf((rate + after) / 2, asks);
    return standardNormal((change / Math.sqrt(variance) - easier * half) / spread);
  }
  const deviation = Math.max(leastDeviation(asks / 2, 1), Math.sqrt(own.again + before.again));
  const degrees = degreesOfTopics(topics);
  const bound = studentQuantile(degrees);
  // How much answers vary is estimated too, and so is the bound.
  const spread = Math.hypot(
    deviation,
    (bound * deviation) / Math.sqrt(2 * degrees),
    Math.sqrt(own.days + before.days),
  );
  return standardNormal((change - bound * deviation) / spread);
}

/** How much less a shift has to be for how uncertain a report's own variance is. By simulation: `npm run bench -- plan`. */
const varianceWobble = 0.4;

/** How far the variance that a report shows varies, relative to it: it follows its rate, and of several reports one shows the least. */
const wobbleOf = (rate: number, asks: number): number =>
  Math.abs(1 - 2 * rate) / Math.sqrt(asks * rate * (1 - rate));

interface Variances {
  again: number;
  days: number;
}

/** Variances of a whole report's rate: when the same is asked again, and from day to day. */
function variancesAt({ reasking, asks, days }: ChangeTest, at: number): Variances {
  // What a rate moves by when all log-odds move by 1 is the mean of p(1 − p): the part that is asking again.
  const slope = reasking * at * (1 - at);
  return { again: slope / asks, days: (days * slope) ** 2 };
}

/** The smallest change that is called with this chance, to a millionth; 1 if even the largest is not. */
export function smallestChange(test: ChangeTest, chance: number): number {
  let [low, high] = [0, Math.max(test.rate, 1 - test.rate)];
  if (chanceOfChange(test, high) < chance) return 1;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (chanceOfChange(test, middle) >= chance) high = middle;
    else low = middle;
  }
  return high;
}
