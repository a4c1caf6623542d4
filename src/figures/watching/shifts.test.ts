import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { scoreReport, trendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { watchSeries } from "./shifts.ts";

/** Weekly reports over ten prompts asked six times each; `named` of those name the brand on average. */
const seriesOf = (named: readonly number[], model = "model-1"): DatedPoint[] =>
  named.map((count, week) => {
    const prompts = Array.from({ length: 10 }, (_, prompt) =>
      Array.from({ length: 6 }, (_, at) => (at < count + (prompt % 2) ? ["Acme"] : [])),
    );
    return {
      reportId: `${model} ${week}`,
      measuredAt: new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString(),
      reading: 1,
      methodVersion: "1",
      point: trendPoint(scoreReport(answersTo(prompts, { model }), tracked)),
    };
  });

const steady = [2, 2, 2, 2, 2, 2];

test("a lasting rise is a shift, dated by the first report at the new level", () => {
  const points = seriesOf([...steady, 4, 4, 4, 4]);
  const [shift, ...others] = watchSeries(points).shifts;
  assert.deepEqual(others, []);
  assert.deepEqual([shift!.direction, shift!.since], ["up", points[6]!.measuredAt]);
  assert.ok(shift!.foundAt <= points[8]!.measuredAt, "found after three reports at most");
  assert.ok(Math.abs(shift!.before - 2.5 / 6) < 1e-9 && Math.abs(shift!.after - 4.5 / 6) < 1e-9);
});

test("a steady series, and one of too few reports, has none", () => {
  assert.deepEqual(watchSeries(seriesOf([...steady, ...steady])).shifts, []);
  assert.deepEqual(watchSeries(seriesOf([2, 5])).shifts, []);
  assert.deepEqual(watchSeries([]).shifts, []);
});

test("a step where the measurement changed is no shift of the brand", () => {
  const points = [...seriesOf(steady), ...seriesOf([...steady, 4, 4, 4, 4], "model-2").slice(6)];
  assert.deepEqual(watchSeries(points).shifts, []);
});

test("a brand that is hardly ever named, for which nothing is known of these prompts, is watched too", () => {
  const points = seriesOf([...steady, ...steady]).map((each, at) => ({
    ...each,
    point: { ...each.point, appearanceRate: at < 6 ? 0.02 : 0.6, appearanceRateCiSamePrompts: null },
  }));
  assert.equal(watchSeries(points).shifts[0]!.since, points[6]!.measuredAt);
});

test("nothing is judged by reports of fewer than ten answers", () => {
  const points = seriesOf([...steady, ...steady]).map((each, at) => ({
    ...each,
    point: { ...each.point, appearanceRate: at < 6 ? 0.02 : 0.9, appearanceRateCiSamePrompts: null },
  }));
  const withAnswers = (answers: number) =>
    points.map((each) => ({ ...each, point: { ...each.point, answers } }));
  assert.equal(watchSeries(withAnswers(9)).shifts.length, 0);
  assert.equal(watchSeries(withAnswers(10)).shifts.length, 1);
});
