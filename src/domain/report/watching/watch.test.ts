import assert from "node:assert/strict";
import { test } from "node:test";
import { changesIn, type WatchedPoint } from "./watch.ts";

const series = (rates: readonly number[]): WatchedPoint[] =>
  rates.map((rate, at) => ({
    at: `2026-01-${String(at + 1).padStart(2, "0")}T09:00:00Z`,
    rate,
    variance: 0.035 ** 2,
  }));
const usual = [0.4, 0.43, 0.38, 0.41, 0.39, 0.42, 0.4, 0.37, 0.43, 0.4];

test("a series that stays where it is has no change", () => {
  assert.deepEqual(changesIn(series([...usual, ...usual]), "weekly"), []);
});

test("a lasting fall is told once, dated by where it began, and is over when the new level lasts", () => {
  const fallen = [0.25, 0.27, 0.24, 0.26, 0.25, 0.27, 0.24, 0.26, 0.25, 0.26];
  const [change, ...others] = changesIn(series([...usual, ...fallen]), "weekly");
  assert.deepEqual(others, []);
  assert.deepEqual([change!.direction, change!.since], ["down", "2026-01-11T09:00:00Z"]);
  assert.ok(Math.abs(change!.before - 0.4) < 0.02 && Math.abs(change!.after - 0.26) < 0.02);
});

test("one odd report is no new level", () => {
  assert.deepEqual(changesIn(series([...usual, 0.51, ...usual]), "daily"), []);
});

test("a return to the old level is a change of its own", () => {
  const there = usual.map((rate) => rate + 0.2);
  assert.deepEqual(
    changesIn(series([...usual, ...there, ...usual]), "weekly").map(({ direction }) => direction),
    ["up", "down"],
  );
});
