import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "./reports.ts";
import { warnOf } from "./warnings.ts";

test("a report of answers that are dated more than a day after it was stored says that it is not the latest", () => {
  const codesOf = (measuredAt: string | null) => {
    const codes: string[] = [];
    const report = {
      sandbox: false,
      scored: null,
      measuredAt,
      createdAt: "2026-11-27T12:00:00.000Z",
    } as Report;
    warnOf({ warn: ({ code }) => codes.push(code) }, report);
    return codes;
  };
  assert.deepEqual(codesOf("2031-05-01T00:00:00.000Z"), ["DATED_AHEAD"]);
  assert.deepEqual(codesOf("2026-11-28T11:00:00.000Z"), []);
  assert.deepEqual(codesOf(null), []);
});
