import assert from "node:assert/strict";
import { test } from "node:test";
import { byDate, reportNames } from "./report-order.ts";

const report = (id: string, measured_at: string | null, created_at: string) => ({
  id,
  measured_at,
  created_at,
});

const reports = [
  report("old", "2026-10-05T12:00:00Z", "2026-11-23T09:00:00Z"),
  report("new", "2026-11-02T12:00:00Z", "2026-11-22T09:00:00Z"),
  report("again", "2026-11-02T12:00:00Z", "2026-11-23T08:00:00Z"),
];

test("reports stand in the order in which their answers were given, whenever they were imported", () => {
  assert.deepEqual(
    byDate(reports).map(({ id }) => id),
    ["again", "new", "old"],
  );
});

test("reports of one day are told apart by when they were added", () => {
  const names = reportNames(reports, {
    day: (at) => at.slice(0, 10),
    added: (at, nth) => `no. ${nth}, added ${at.slice(5, 16)}`,
  });
  assert.deepEqual(
    [...names.values()],
    ["2026-10-05", "2026-11-02 (no. 1, added 11-22T09:00)", "2026-11-02 (no. 2, added 11-23T08:00)"],
  );
});
