import assert from "node:assert/strict";
import { test } from "node:test";
import { isFew, pointsEnd } from "./figures-in-words.ts";

test("below 30 answers there are counts, no percentages", () => {
  assert.deepEqual([29, 30].map(isFew), [true, false]);
});

test("an end of a range of points is 0 only where it is exactly that", () =>
  assert.deepEqual([0, -0.0004, 0.0041, -0.31].map(pointsEnd), ["0", "0.04", "0.4", "31"]));
