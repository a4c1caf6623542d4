import assert from "node:assert/strict";
import { test } from "node:test";
import { changeTitle } from "./change-in-words.ts";

const day = "2026-03-02T08:00:00Z";
/** A gap to Acme that a shift of four deviations took from one level to another, after eight reports by two. */
const titleOf = (before: number, after: number): string =>
  changeTitle({
    ...{ brand: "Northwind", timezone: "UTC", watch: { of: "gap", tag: null, provider: null } },
    change: {
      ...{ direction: after > before ? "up" : "down", since: day, sinceBetween: [day, day], before, after },
      ...{ reports: 2, reportsBefore: 8, deviations: 4, competitor: "Acme" },
    },
  });

for (const [before, after, title] of [
  [-0.2, 0.2, "Northwind has passed Acme"],
  [0.2, -0.2, "Acme has passed Northwind"],
  [-0.2, 0.004, "Northwind has caught up with Acme"],
  [-0.2, 0.02, "Northwind has caught up with Acme"],
  [0.2, 0.01, "Acme has caught up with Northwind"],
  [-0.4, -0.2, "Northwind has gained on Acme"],
  [-0.01, 0.2, "Northwind has gained on Acme"],
  [0.1, 0.3, "Northwind has gained on Acme"],
] as const)
  test(`a gap from ${100 * before} to ${100 * after} points: ${title}`, () =>
    assert.equal(titleOf(before, after), title));
