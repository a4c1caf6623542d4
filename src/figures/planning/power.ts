import { studentBound, studentQuantile } from "../uncertainty/student.ts";
import { degreesOfTopics, leastDeviation } from "../uncertainty/two-reports.ts";
import { fewestBefore, priorReports, varianceOfMean, watchTerms } from "../watching/changepoints.ts";
import { standardNormal, standardNormalQuantile } from "./normal.ts";

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
}

/** With enough earlier reports a change is looked for in the series, and should be found by so many reports after it. */
const foundWithin = 4;

const isWatched = (earlierReports: number): boolean => earlierReports >= fewestBefore;

/** Reports after a change by which it should be found. */
export const reportsToFind = (earlierReports: number): number =>
  isWatched(earlierReports) ? foundWithin : 1;

interface Bound {
  deviation: number;
  quantile: number;
}

/** How far apart reports must lie to be called different, and the deviation of their difference after a change. */
function bound(test: ChangeTest, change: number): Bound {
  const { rate, reasking, asks, topics, earlierReports } = test;
  // Towards ½ answers vary more, so what is seen there is seen the other way too.
  const after = rate < 0.5 ? Math.min(1, rate + change) : Math.max(0, rate - change);
  const [own, before] = [(reasking * after * (1 - after)) / asks, (reasking * rate * (1 - rate)) / asks];
  if (isWatched(earlierReports)) return watched(own, before, earlierReports);
  return {
    deviation: Math.max(leastDeviation(asks / 2, 1), Math.sqrt(own + before)),
    quantile: studentQuantile(degreesOfTopics(topics)),
  };
}

/** By the fourth report at a new level, of the mean of four against that of the earlier ones. Source: docs/measuring.md, "Watching". */
function watched(own: number, before: number, earlier: number): Bound {
  const { bound, carried } = watchTerms.weekly;
  const degrees = earlier + foundWithin - 2 + priorReports;
  // What reports vary beyond asking again is taken for days, on quiet ones too; by simulation, and so is the part that is lost to that.
  const days = own * 0.18 * Math.sqrt(2 / degrees);
  return {
    deviation: Math.sqrt(
      own / foundWithin +
        before / earlier +
        days * (varianceOfMean(foundWithin, carried) + varianceOfMean(earlier, carried)),
    ),
    quantile: studentBound(bound, degrees),
  };
}

/** The chance of calling a change of this size. */
export function chanceOfChange(test: ChangeTest, change: number): number {
  const { deviation, quantile } = bound(test, change);
  return standardNormal(change / deviation - quantile);
}

/** The smallest change that is called with this chance, to a millionth; 1 if even the largest is not. */
export function smallestChange(test: ChangeTest, chance: number): number {
  const targetQuantile = standardNormalQuantile(chance);
  const isSeen = (change: number) => {
    const { deviation, quantile } = bound(test, change);
    return change / deviation - quantile >= targetQuantile;
  };
  let [low, high] = [0, Math.max(test.rate, 1 - test.rate)];
  if (!isSeen(high)) return 1;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (isSeen(middle)) high = middle;
    else low = middle;
  }
  return high;
}
