import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOf, dayIn, inTime } from "./time.ts";

test("a day is that of the project's time zone, wherever the reader is", () => {
  const lateEvening = "2026-11-02T23:30:00Z";
  assert.equal(dayIn("Europe/Berlin", lateEvening), "3 November 2026");
  assert.equal(dayIn("America/New_York", lateEvening, "dayOfYear"), "2 November");
  assert.equal(dayIn("UTC", lateEvening, "shortDay"), "2 Nov");
});

test("a time of day names its time zone", () => {
  assert.match(inTime("2026-11-02T23:30:00Z", "moment"), /\d\d:\d\d .+/);
  assert.match(inTime("2026-11-02T23:30:00Z", "weekday"), /\d\d:\d\d .+/);
});

test("the day after begins at midnight also where clocks change in between", () => {
  const { TZ } = process.env;
  process.env.TZ = "Europe/Berlin";
  try {
    assert.equal(beginningOf("2026-03-29"), "2026-03-28T23:00:00.000Z");
    assert.equal(beginningOf("2026-03-29", 1), "2026-03-29T22:00:00.000Z");
    assert.equal(beginningOf("2026-10-25", 1), "2026-10-25T23:00:00.000Z");
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});
