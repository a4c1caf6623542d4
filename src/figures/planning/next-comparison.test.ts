import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { scoreReport, trendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { usualDays } from "../watching/days.ts";
import { nextComparison, nextOfOne } from "./next-comparison.ts";

/** Weekly reports over ten prompts asked six times each; so many of the six name the brand. */
const seriesOf = (named: readonly number[], everyDays = 7): DatedPoint[] =>
  named.map((count, at) => {
    const answers = Array.from({ length: 6 }, (_, sample) => (sample < count ? ["Acme"] : []));
    const prompts = Array.from({ length: 10 }, () => answers);
    return {
      reportId: `report ${at}`,
      measuredAt: new Date(Date.UTC(2026, 0, 1 + everyDays * at)).toISOString(),
      ...{ reading: 1, methodVersion: "1" },
      point: trendPoint(scoreReport(answersTo(prompts), tracked)),
    };
  });

test("the next report is judged against those of the present level", () => {
  const earlier = (named: readonly number[]) => nextComparison(seriesOf(named), usualDays).earlierReports;
  assert.deepEqual([earlier([]), earlier([3]), earlier([3, 3]), earlier([3, 2, 3, 3])], [1, 1, 2, 4]);
  assert.equal(earlier([1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5]), 5, "since a shift");
  assert.equal(earlier([1, 1, 1, 1, 1, 1, 5]), 4, "the series decides right after a shift too");
});

test("daily reports are judged as daily ones, and days move as they do in the project", () => {
  const daily = nextComparison(seriesOf([3, 3, 3, 3, 3], 1), { deviation: 0.05, degrees: 4 });
  assert.deepEqual(daily, { earlierReports: 5, rhythm: "daily", days: 0.05 });
  assert.deepEqual(nextComparison([], usualDays), nextOfOne);
});
