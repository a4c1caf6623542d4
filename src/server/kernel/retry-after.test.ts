import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMs } from "./retry-after.ts";

const now = new Date("2026-11-27T09:00:00Z");

for (const [header, expected] of [
  ["120", 120_000],
  [" 1.939 ", 1_939],
  ["0", 0],
  ["Fri, 27 Nov 2026 09:00:30 GMT", 30_000],
  ["Friday, 27-Nov-26 09:00:30 GMT", 30_000],
  ["Fri Nov 27 09:00:30 2026", 30_000],
  ["2026-11-27T09:00:30Z", 30_000],
  ["Fri, 27 Nov 2026 08:00:30 GMT", 0],
  ["soon", null],
  ["2 minutes", null],
  ["-5", null],
  ["", null],
  [undefined, null],
  [["1", "2"], null],
] as const)
  test(`Retry-After: ${String(header)}`, () => {
    assert.equal(retryAfterMs(header, now), expected);
  });
