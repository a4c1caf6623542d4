import assert from "node:assert/strict";
import { test } from "node:test";
import { calibrate } from "./calibrate.ts";

test("without points a model is believed as it is", () => {
  assert.equal(calibrate(0.3, []), 0.3);
});

test("between two points the line between them is read, beyond them the one to the end", () => {
  const points = [
    [0.2, 0.1],
    [0.6, 0.5],
  ] as const;
  const rounded = (said: number) => Math.round(calibrate(said, points) * 1e6) / 1e6;
  assert.deepEqual([0, 0.1, 0.2, 0.4, 0.6, 0.8, 1].map(rounded), [0, 0.05, 0.1, 0.3, 0.5, 0.75, 1]);
});

test("a line that begins or ends in a step is read at its ends", () => {
  assert.equal(calibrate(0, [[0, 0.02]]), 0.02);
  assert.equal(calibrate(1, [[1, 0.98]]), 0.98);
});
