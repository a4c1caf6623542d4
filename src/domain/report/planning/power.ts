import { degreesOf, fewestEarlier } from "../uncertainty/mean-of-reports.ts";
import { studentQuantile } from "../uncertainty/student.ts";
import { degreesOfTopics } from "../uncertainty/two-reports.ts";
import { standardNormal, standardNormalQuantile } from "./normal.ts";

/** A test for a change, as `changeBetween` makes it. */
export interface ChangeTest {
  /** Variance of a report's rate when the same prompts are asked again. */
  variance: number;
  /** Different questions among the prompts: wordings of one move together. */
  topics: number;
  earlierReports: number;
}

/** How far apart two reports must lie to be called different, and the deviation of their difference. */
function bound({ variance, topics, earlierReports }: ChangeTest): { deviation: number; quantile: number } {
  const isMean = earlierReports >= fewestEarlier;
  const degrees = isMean ? degreesOf(earlierReports) : degreesOfTopics(topics);
  return {
    deviation: Math.sqrt(variance * (isMean ? 1 + 1 / earlierReports : 2)),
    quantile: studentQuantile(degrees),
  };
}

/** The chance of calling a change of this size. */
export function chanceOfChange(test: ChangeTest, change: number): number {
  const { deviation, quantile } = bound(test);
  return standardNormal(change / deviation - quantile);
}

/** The smallest change that is called with this chance. */
export function smallestChange(test: ChangeTest, chance: number): number {
  const { deviation, quantile } = bound(test);
  return deviation * (quantile + standardNormalQuantile(chance));
}
