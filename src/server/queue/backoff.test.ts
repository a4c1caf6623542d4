import assert from "node:assert/strict";
import test from "node:test";
import { backoffMs } from "./backoff.ts";

test("each failure doubles the wait, up to a minute", () => {
  const waits = [1, 2, 3, 7, 20].map((failures) => backoffMs(failures, null, () => 1));
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 60_000, 60_000]);
});

test("half of a wait is left to chance", () => {
  assert.equal(
    backoffMs(3, null, () => 0),
    2_000,
  );
});

test("a vendor's Retry-After is obeyed", () => {
  for (const chance of [0, 0.5, 1]) assert.ok(backoffMs(1, 30_000, () => chance) >= 30_000);
});
