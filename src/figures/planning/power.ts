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
    // The newer mean is of fewer reports, so most of the difference's variance is theirs; how much reports vary is learned from all.
    const apart = mixed(own, before, earlierReports / (earlierReports + foundWithin));
    const learned = mixed(own, before, (foundWithin - 1) / (earlierReports + foundWithin - 2));
    const judged = learned.again + learned.days;
    const { half, spread } = watchPower(rhythm, earlierReports, apart.days / (apart.again + apart.days));
    return standardNormal(
      (change - half * Math.sqrt(judged)) / (spread * Math.sqrt(apart.again + apart.days)),
    );
  }
  const deviation = Math.max(leastDeviation(asks / 2, 1), Math.sqrt(own.again + before.again));
  const bound = studentQuantile(degreesOfTopics(topics)) * deviation;
  return standardNormal((change - bound) / Math.hypot(deviation, Math.sqrt(own.days + before.days)));
}

interface Variances {
  again: number;
  days: number;
}

const mixed = (own: Variances, before: Variances, weight: number): Variances => ({
  again: weight * own.again + (1 - weight) * before.again,
  days: weight * own.days + (1 - weight) * before.days,
});

/** Variances of a whole report's rate: when the same is asked again, and from day to day. */
function variancesAt({ reasking, asks, days }: ChangeTest, rate: number): Variances {
  // What a rate moves by when all log-odds move by 1 is the mean of p(1 − p): the part that is asking again.
  const slope = reasking * rate * (1 - rate);
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
