import assert from "node:assert/strict";
import { test } from "node:test";
import { daysIn, retentionPreview, shorter } from "./retention-preview.ts";

const at = (text: string) => Date.parse(text);
const now = at("2026-03-31T12:00:00Z");
const stored = ["2026-03-20T12:00:00Z", "2026-02-01T12:00:00Z", "2026-03-02T11:59:59Z"];

test("nothing goes in the first day, then what is older than so many days", () => {
  assert.deepEqual(retentionPreview(30, stored, now), {
    from: at("2026-04-01T12:00:00Z"),
    before: at("2026-03-02T12:00:00Z"),
    reports: 2,
    first: at("2026-04-01T12:00:00Z"),
  });
});

test("where nothing is that old, the oldest goes when it is", () => {
  const { reports, first } = retentionPreview(90, stored, now);
  assert.deepEqual([reports, first], [0, at("2026-05-02T12:00:00Z")]);
});

test("without reports nothing goes", () => {
  const { reports, first } = retentionPreview(1, [], now);
  assert.deepEqual([reports, first], [0, null]);
});

for (const [text, days] of [
  ["", null],
  [" 30 ", 30],
  ["29", undefined],
  ["401", undefined],
  ["30.5", undefined],
  ["a month", undefined],
] as const)
  test(`${JSON.stringify(text)} is ${days} days of the audit log`, () => {
    assert.equal(daysIn(text, { min: 30, max: 400 }), days);
  });

test("text goes with its rows, where they go first", () => {
  assert.deepEqual(
    [shorter(90, 30), shorter(null, 30), shorter(90, null), shorter(null, null)],
    [30, 30, 90, null],
  );
});
