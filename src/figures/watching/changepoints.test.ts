import assert from "node:assert/strict";
import { test } from "node:test";
import { studentBound, studentQuantile } from "../uncertainty/student.ts";
import { varianceOfMean, type WatchedPoint, watch, watchTerms } from "./changepoints.ts";

const series = (rates: readonly number[]): WatchedPoint[] =>
  rates.map((rate, at) => ({
    at: new Date(Date.UTC(2026, 0, 1 + 7 * at, 9)).toISOString(),
    rate,
    variance: 0.035 ** 2,
  }));
const usual = [0.4, 0.43, 0.38, 0.41, 0.39, 0.42, 0.4, 0.37, 0.43, 0.4];
const fallen = [0.25, 0.27, 0.24, 0.26, 0.25, 0.27, 0.24, 0.26, 0.25, 0.26];

const directions = (rates: readonly number[]) =>
  watch(series(rates), "weekly").shifts.map(({ direction }) => direction);

test("a series that stays where it is has no shift", () => {
  assert.deepEqual(directions([...usual, ...usual]), []);
});

test("a lasting fall is told once, dated by where it began, and is over when the new level lasts", () => {
  const points = series([...usual, ...fallen]);
  const [shift, ...others] = watch(points, "weekly").shifts;
  assert.deepEqual(others, []);
  assert.deepEqual([shift!.direction, shift!.since], ["down", points[10]!.at]);
  const [first, last] = shift!.sinceBetween;
  assert.ok(first <= shift!.since && shift!.since <= last && last <= shift!.foundAt);
  assert.ok(Math.abs(shift!.before - 0.4) < 0.02 && Math.abs(shift!.after - 0.26) < 0.02);
});

test("a fall far beyond the noise is told by the report that shows it", () => {
  const points = series([...usual, 0.05]);
  assert.equal(watch(points, "weekly").shifts[0]?.foundAt, points[10]!.at);
});

test("a jump is found by the report that shows it, though several reports take more to be a shift", () => {
  const rates = [...usual, 0.265];
  const [shift] = watch(series(rates), "weekly").shifts;
  assert.equal(shift?.foundAt, series(rates)[10]!.at);
  const { newest } = watch(series([...usual, ...usual.slice(0, 6).map((rate) => rate - 0.055)]), "weekly");
  assert.deepEqual(directions([...usual, ...usual.slice(0, 6).map((rate) => rate - 0.055)]), []);
  assert.ok(newest!.bound < Math.min(...watchTerms.weekly.bounds.slice(1)));
});

test("one odd report is no new level", () => {
  assert.deepEqual(watch(series([...usual, 0.51, ...usual]), "daily").shifts, []);
});

test("a return to the old level is a shift of its own", () => {
  assert.deepEqual(directions([...usual, ...fallen, ...usual]), ["down", "up"]);
});

test("the newest report is judged against the reports since the last shift, not against all", () => {
  const { newest } = watch(series([...usual, ...fallen]), "weekly");
  assert.deepEqual([newest!.before, newest!.after], [9, 1]);
  assert.ok(Math.abs(newest!.rateBefore - 0.25) < 0.01);
});

test("a report lies beyond its range exactly where a shift is found by it", () => {
  for (const rate of [0.05, 0.2, 0.24, 0.26, 0.3, 0.4, 0.5, 0.54, 0.56, 0.6]) {
    const points = series([...usual, rate]);
    const { shifts, newest } = watch(points, "weekly");
    const isBeyond = Math.abs(newest!.rateAfter - newest!.rateBefore) > newest!.half;
    assert.equal(isBeyond, shifts.at(-1)?.foundAt === points[10]!.at, String(rate));
  }
});

test("days that move reports widen what is within the noise", () => {
  const restless = usual.map((rate, at) => rate + (at % 2 ? 0.08 : -0.08));
  const half = (rates: readonly number[]) => watch(series(rates), "weekly").newest!.half;
  assert.ok(half(restless) > 1.8 * half(usual));
});

test("four reports are too few to judge a fifth by the series, three more so", () => {
  assert.equal(watch(series(usual.slice(0, 4)), "weekly").newest, null);
  assert.notEqual(watch(series(usual.slice(0, 5)), "weekly").newest, null);
});

test("the bound is as unlikely on Student's t as on the normal distribution", () => {
  for (const degrees of [5, 12, 40])
    assert.ok(Math.abs(studentBound(1.96, degrees) / studentQuantile(degrees) - 1) < 0.005);
});

test("the variance of a mean of values that carry over", () => {
  assert.equal(varianceOfMean(1, 0.5), 1);
  assert.ok(Math.abs(varianceOfMean(2, 0.5) - (2 + 2 * 0.5) / 4) < 1e-12);
  assert.ok(Math.abs(varianceOfMean(3, 0.5) - (3 + 4 * 0.5 + 2 * 0.25) / 9) < 1e-12);
  assert.ok(Math.abs(varianceOfMean(8, 0) - 1 / 8) < 1e-12);
});

test("a fall that the answers lost since then can have made is no shift, nor is it told by more reports", () => {
  const withCalls = (lost: number) =>
    series([...usual, ...fallen]).map((point, at) => ({
      ...point,
      calls: [
        { provider: "chatgpt", answers: 60, answersFailed: 0 },
        { provider: "claude", answers: 60 - (at < 10 ? 0 : lost), answersFailed: at < 10 ? 0 : lost },
      ],
    }));
  assert.deepEqual(watch(withCalls(0), "weekly"), watch(series([...usual, ...fallen]), "weekly"));
  assert.deepEqual(watch(withCalls(30), "weekly").shifts, []);
  const { newest } = watch(withCalls(30).slice(0, 11), "weekly");
  const [down, up] = newest!.reach;
  assert.ok(Math.abs(down + 0.125) < 1e-9, "its rate is at most twice that of both, of which half was lost");
  assert.ok(Math.abs(up - 0.25) < 1e-9, "all it lost may have named the brand");
  const always = withCalls(30).map((point) => ({ ...point, calls: withCalls(30).at(-1)!.calls }));
  assert.equal(watch(always, "weekly").shifts.length, 1, "what was lost all the time made no fall");
});
