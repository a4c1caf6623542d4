import assert from "node:assert/strict";
import { test } from "node:test";
import { timeColumn } from "./columns.ts";
import { shownRows } from "./shown-rows.ts";

const rows = [
  { id: "november", used_at: "2026-11-02T09:00:00Z" },
  { id: "never", used_at: null },
  { id: "april", used_at: "2026-04-30T09:00:00Z" },
];

const sorted = (noneLast: boolean): string[] => {
  const column = timeColumn({ key: "used", head: "Used", field: "used_at", none: "never", noneLast });
  return shownRows<(typeof rows)[number]>(rows, [column], { sort: "used", words: "" }).map(({ id }) => id);
};

test("times are sorted by when they are, not by how they read", () => {
  assert.deepEqual(sorted(false), ["never", "april", "november"]);
});

test("a row without a time says so, first or last as the column asks", () => {
  const column = timeColumn({ key: "used", head: "Used", field: "used_at", none: "never" });
  assert.equal(column.text({ used_at: null }), "never");
  assert.deepEqual(sorted(true), ["april", "november", "never"]);
});
