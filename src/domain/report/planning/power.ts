import { degreesOf, fewestEarlier } from "../uncertainty/mean-of-reports.ts";
import { studentQuantile } from "../uncertainty/student.ts";
import { degreesOfTopics, leastDeviation } from "../uncertainty/two-reports.ts";
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

/** How far apart two reports must lie to be called different, and the deviation of their difference after a change. */
function bound(test: ChangeTest, change: number): { deviation: number; quantile: number } {
  const { rate, reasking, asks, topics, earlierReports } = test;
  const isMean = earlierReports >= fewestEarlier;
  // Towards ½ answers vary more, so what is seen there is seen the other way too.
  const after = rate < 0.5 ? Math.min(1, rate + change) : Math.max(0, rate - change);
  const variance = after * (1 - after) + rate * (1 - rate) * (isMean ? 1 / earlierReports : 1);
  const least = isMean ? 0 : leastDeviation(asks / 2, 1);
  return {
    deviation: Math.max(least, Math.sqrt((reasking * variance) / asks)),
    quantile: studentQuantile(isMean ? degreesOf(earlierReports) : degreesOfTopics(topics)),
  };
}

/** The chance of calling a change of this size. */
export function chanceOfChange(test: ChangeTest, change: number): number {
  const { deviation, quantile } = bound(test, change);
  return standardNormal(change / deviation - quantile);
}

/** The smallest change that is called with this chance, to a millionth; 1 if even the largest is not. */
export function smallestChange(test: ChangeTest, chance: number): number {
  const wanted = standardNormalQuantile(chance);
  const isSeen = (change: number) => {
    const { deviation, quantile } = bound(test, change);
    return change / deviation - quantile >= wanted;
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
