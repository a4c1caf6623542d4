import assert from "node:assert/strict";
import { test } from "node:test";
import { betaDistribution, logGamma } from "./beta.ts";

// What an independent library gives.
for (const [a, b, x, expected] of [
  [0.5, 0.5, 0.3, 0.36901011956554536],
  [2, 3, 0.4, 0.5248],
  [30.5, 1470.5, 0.03, 0.9915362460736784],
  [1.5, 0.5, 0.99, 0.8728885715695383],
  [250, 750, 0.26, 0.7691237884610215],
  [0.5, 400.5, 0.0001, 0.2227757804434147],
] as const) {
  test(`Beta(${a}, ${b}) is below ${x} with probability ${expected}`, () => {
    assert.ok(Math.abs(betaDistribution(a, b)(x) - expected) < 1e-11);
  });
}

test("the logarithm of a factorial is the sum of its factors'", () => {
  let sum = 0;
  for (let n = 1; n < 200; n += 1) {
    assert.ok(Math.abs(logGamma(n) - sum) < 1e-11 * Math.max(1, sum), String(n));
    sum += Math.log(n);
  }
});
