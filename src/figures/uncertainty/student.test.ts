import assert from "node:assert/strict";
import { test } from "node:test";
import { studentQuantile, studentTails } from "./student.ts";

// Percentage points from tables of the t distribution (two-sided 5%).
for (const [degrees, expected] of [
  [1, 12.7062047364],
  [2, 4.3026527297],
  [3, 3.1824463053],
  [4, 2.7764451052],
  [5, 2.5705818366],
  [9, 2.2621571628],
  [19, 2.0930240544],
  [29, 2.0452296421],
  [49, 2.009575237],
  [100, 1.9839715185],
  [200, 1.9718962236],
  [500, 1.9647198375],
  [1000, 1.9623390808],
] as const) {
  test(`the 97.5% point of Student's t with ${degrees} degrees of freedom is ${expected}`, () => {
    assert.ok(Math.abs(studentQuantile(degrees) - expected) < 1e-8, String(studentQuantile(degrees)));
  });
}

test("more prompts never widen an interval by their quantile", () => {
  for (let degrees = 1; degrees < 3000; degrees += 1)
    assert.ok(studentQuantile(degrees) > studentQuantile(degrees + 1), `at ${degrees}`);
});

for (const [t, degrees, expected] of [
  [2.2, 9, 0.05534057279861165],
  [0.5, 3, 0.651447964848151],
  [5, 29, 0.00002536631573542329],
] as const) {
  test(`chance makes ${t} deviations with ${degrees} degrees of freedom in ${expected} of the cases`, () => {
    assert.ok(Math.abs(studentTails(t, degrees) - expected) < 1e-11);
  });
}

for (const degrees of [2.5, 8.0625, 12.8, 15.125])
  test(`chance goes beyond the quantile of ${degrees} degrees of freedom in one case of twenty`, () => {
    assert.ok(Math.abs(studentTails(studentQuantile(degrees), degrees) - 0.05) < 1e-7);
  });
