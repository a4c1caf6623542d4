import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn, inTime } from "./time.ts";

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
