import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { nextRun } from "../metrics/next-run.ts";
import { scoreReport, trendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { daysIn, usualDays } from "./days.ts";

/** Over ten prompts asked six times each; `named` of those name the brand, one more on every other prompt. */
const scoredOf = (named: number, prompts = 10) =>
  scoreReport(
    answersTo(
      Array.from({ length: prompts }, (_, prompt) =>
        Array.from({ length: 6 }, (_, at) => (at < named + (prompt % 2) ? ["Acme"] : [])),
      ),
    ),
    tracked,
  );

const seriesOf = (named: readonly number[], prompts = 10, from = 0): DatedPoint[] =>
  named.map((count, week) => ({
    reportId: `${prompts} ${from + week}`,
    measuredAt: new Date(Date.UTC(2026, 0, 1 + 7 * (from + week))).toISOString(),
    ...{ reading: 1, methodVersion: "1" },
    point: trendPoint(scoredOf(count, prompts)),
  }));

const restless = [2, 3, 1, 4, 2, 3, 2, 4];

test("a project's own reports tell how far days move it, from five on", () => {
  assert.deepEqual(daysIn([]), usualDays);
  assert.deepEqual(daysIn(seriesOf([2, 3, 2, 3])), usualDays);
  const [quiet, apart] = [daysIn(seriesOf([2, 2, 2, 2, 2, 2, 2, 2])), daysIn(seriesOf(restless))];
  assert.equal(quiet.degrees, 7);
  assert.ok(quiet.deviation < usualDays.deviation && apart.deviation > 2 * usualDays.deviation);
});

test("what reports over other prompts told of days is kept when prompts are edited", () => {
  const before = seriesOf(restless);
  const edited = daysIn([...before, ...seriesOf([2, 3], 12, restless.length)]);
  assert.equal(edited.degrees, restless.length);
  assert.ok(Math.abs(edited.deviation / daysIn(before).deviation - 1) < 0.2);
});

test("a shift of the level is no day", () => {
  const steady = [2, 2, 2, 2, 2, 2, 2, 2];
  const { degrees, deviation } = daysIn(seriesOf([...steady, ...steady.map((each) => each + 2)]));
  assert.equal(degrees, 2 * (steady.length - 1));
  assert.ok(deviation < usualDays.deviation);
});

test("the next run is expected further off where days are restless, and never nearer than asking again explains", () => {
  const { metrics } = scoredOf(3);
  const halfOf = (interval: readonly [number, number] | null) => (interval![1] - interval![0]) / 2;
  for (const name of ["appearanceRate", "visibilityScore"] as const) {
    const again = metrics[`${name}ExpectedNext`];
    const halves = [0, 0.2, 0.5].map((deviation) =>
      halfOf(nextRun(metrics, name, { deviation, degrees: 0 })),
    );
    assert.ok(Math.abs(halves[0]! / halfOf(again) - 1) < 1e-4, "without days it is asking again");
    assert.ok(halves[1]! > halves[0]! && halves[2]! > halves[1]!, name);
    const own = nextRun(metrics, name, { deviation: 0.5, degrees: 4 });
    assert.ok(halfOf(own) > halves[2]!, "five reports do not know it for sure");
  }
  assert.equal(nextRun(scoredOf(0, 1).metrics, "appearanceRate", usualDays), null);
});
