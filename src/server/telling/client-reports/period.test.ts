import assert from "node:assert/strict";
import { test } from "node:test";
import { periodIn } from "./period.ts";

for (const [time, zone, week, month] of [
  ["2026-01-01T12:00:00Z", "UTC", "2026-W01", "2026-01"],
  ["2027-01-03T12:00:00Z", "UTC", "2026-W53", "2027-01"],
  ["2024-12-30T12:00:00Z", "UTC", "2025-W01", "2024-12"],
  ["2026-11-01T23:30:00Z", "UTC", "2026-W44", "2026-11"],
  ["2026-11-01T23:30:00Z", "Europe/Berlin", "2026-W45", "2026-11"],
  ["2026-11-01T03:30:00Z", "America/New_York", "2026-W44", "2026-10"],
  ["2026-11-02T07:30:00Z", "PNT", "2026-W45", "2026-11"],
  ["2026-11-02T06:30:00Z", "PNT", "2026-W44", "2026-11"],
  ["2026-11-02T06:30:00Z", "Gone/For_Ever", "2026-W45", "2026-11"],
] as const)
  test(`${time} in ${zone} is in ${week} and in ${month}`, () => {
    assert.equal(periodIn(new Date(time), "week", zone), week);
    assert.equal(periodIn(new Date(time), "month", zone), month);
  });
