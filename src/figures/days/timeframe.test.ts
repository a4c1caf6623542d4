import assert from "node:assert/strict";
import { test } from "node:test";
import { type Timeframe, timeframeInWords, timeframeStart } from "./timeframe.ts";

for (const [timeframe, now, start] of [
  ["7d", "2026-03-05T10:00:00.000Z", "2026-02-26T10:00:00.000Z"],
  ["30d", "2026-03-05T10:00:00.000Z", "2026-02-03T10:00:00.000Z"],
  ["90d", "2026-03-05T10:00:00.000Z", "2025-12-05T10:00:00.000Z"],
  ["12m", "2026-03-05T10:00:00.000Z", "2025-03-05T10:00:00.000Z"],
  ["12m", "2024-02-29T10:00:00.000Z", "2023-02-28T10:00:00.000Z"],
] as [Timeframe, string, string][]) {
  test(`${timeframeInWords(timeframe)} up to ${now} begin at ${start}`, () => {
    assert.equal(timeframeStart(timeframe, new Date(now)).toISOString(), start);
  });
}
