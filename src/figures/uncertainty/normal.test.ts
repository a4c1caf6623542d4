import assert from "node:assert/strict";
import { test } from "node:test";
import { standardNormal, standardNormalQuantile } from "./normal.ts";

// From the table of the standard normal distribution.
for (const [z, probability] of [
  [0, 0.5],
  [1, 0.841345],
  [-1, 0.158655],
  [1.959964, 0.975],
  [-2.575829, 0.005],
] as const)
  test(`${probability} of a normal distribution lie below ${z}`, () => {
    assert.ok(Math.abs(standardNormal(z) - probability) < 1e-6);
    assert.ok(Math.abs(standardNormalQuantile(probability) - z) < 1e-4);
  });
