import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { scoreReport, trendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { seriesChange } from "./series-change.ts";
import { watchSeries } from "./shifts.ts";

/** Weekly reports over ten prompts asked six times each; `named` of those name the brand on average. */
const seriesOf = (named: readonly number[]): DatedPoint[] =>
  named.map((count, week) => ({
    reportId: `report ${week}`,
    measuredAt: new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString(),
    reading: 1,
    methodVersion: "1",
    point: trendPoint(
      scoreReport(
        answersTo(
          Array.from({ length: 10 }, (_, prompt) =>
            Array.from({ length: 6 }, (_, at) => (at < count + (prompt % 2) ? ["Acme"] : [])),
          ),
        ),
        tracked,
      ),
    ),
  }));

const steady = [2, 2, 2, 2, 2, 2];

test("the change of a report and the shifts of its trend are one verdict, report by report", () => {
  const points = seriesOf([...steady, 4, 4, 4, 4, 2, 2, 2, 2]);
  const { shifts } = watchSeries(points);
  assert.deepEqual(
    shifts.map(({ direction }) => direction),
    ["up", "down"],
  );
  for (let upTo = 1; upTo <= points.length; upTo += 1) {
    const change = seriesChange(points.slice(0, upTo));
    const found = shifts.find(({ foundAt }) => foundAt === points[upTo - 1]!.measuredAt);
    const isBeyond = change !== null && Math.abs(change.rate.delta) > change.rate.half;
    assert.equal(isBeyond, found !== undefined, `report ${upTo}`);
    if (found) assert.equal(change!.rate.delta > 0, found.direction === "up");
  }
});

test("a shift is stated over the reports since it began, and the next one is compared with those", () => {
  const points = seriesOf([...steady, 4, 4, 4, 4]);
  const foundAt = watchSeries(points).shifts[0]!.foundAt;
  const at = points.findIndex(({ measuredAt }) => measuredAt === foundAt);
  const found = seriesChange(points.slice(0, at + 1))!;
  assert.deepEqual([found.reports, found.newestReports, found.answers], [6, at - 5, 60 * (at - 5)]);
  const next = seriesChange(points.slice(0, at + 2))!;
  assert.deepEqual([next.reports, next.newestReports], [at - 5, 1]);
  assert.equal(next.rate.delta, 0);
});

test("reports of other prompts, or read for another description of the brand, are not compared", () => {
  const points = seriesOf(steady);
  const other = points.map((each, at) => ({
    ...each,
    point: { ...each.point, promptSet: at < 3 ? "other" : each.point.promptSet },
  }));
  assert.equal(seriesChange(other), null);
  const renamed = points.map((each, at) => ({
    ...each,
    point: { ...each.point, terms: at < 3 ? "one" : "two" },
  }));
  assert.equal(seriesChange(renamed), null);
  assert.notEqual(seriesChange(points), null);
});

test("with other rivals in one of the reports, nothing is said of the visibility score", () => {
  const points = seriesOf(steady);
  const [first, ...rest] = points;
  const fewer = { ...first!, point: { ...first!.point, competitors: [] } };
  assert.notEqual(seriesChange(points)!.score, null);
  assert.equal(seriesChange([fewer, ...rest])!.score, null);
});
