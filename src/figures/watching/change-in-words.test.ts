import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded } from "../../../bench/noise/random.ts";
import { changeSays, changeTitle, clearedSays, clearedTitle } from "./change-in-words.ts";

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

test("that another competitor is the nearest is said with both, and how to go on with the first", () => {
  const facts = {
    ...{ brand: "Northwind", timezone: "UTC", watch: { of: "gap", tag: null, provider: null } },
    change: {
      ...{ direction: "down", since: day, sinceBetween: [day, day], before: 0.2, after: -0.2 },
      ...{ reports: 2, reportsBefore: 8, deviations: 4, competitor: "Acme" },
    },
  } as Parameters<typeof clearedSays>[0];
  const cleared = { because: "another_nearest", level: null, nearest: "Bolt" } as const;
  assert.equal(clearedTitle(facts, cleared), "The nearest competitor of Northwind is Bolt, not Acme");
  assert.equal(
    clearedSays(facts, cleared),
    "The watch is of the gap to the nearest competitor, which is Bolt. So the fall of 2 March 2026, by 40 points, is not followed further. To follow it, watch the gap to Acme by name.",
  );
});

const ratesOf = (before: number, after: number): string =>
  changeSays({
    ...{ brand: "Northwind", timezone: "UTC", watch: { of: "brand", tag: null, provider: null } },
    change: {
      ...{ direction: after > before ? "up" : "down", since: day, sinceBetween: [day, day], before, after },
      ...{ reports: 2, reportsBefore: 8, deviations: 4, competitor: null },
    },
  });

for (const [before, after, says] of [
  [0.614, 0.216, "named in 21.6% of the answers, 40 points less than the 61.4% before."],
  [0.61, 0.22, "named in 22% of the answers, 39 points less than the 61% before."],
  [0.004, 0.406, "named in 41% of the answers, 40 points more than the under 1% before."],
] as const)
  test(`the points between two rates are those that are seen: ${says}`, () =>
    assert.ok(ratesOf(before, after).includes(says), ratesOf(before, after)));

test("rates and the points between them add up, whatever they are", () => {
  const random = seeded(3);
  for (let at = 0; at < 20_000; at += 1) {
    const [before, after] = [random(), random()];
    const shown = /in (\S+)% of the answers, (\d+) points? (?:less|more) than the (\S+)% before/.exec(
      ratesOf(before, after),
    );
    if (!shown) continue;
    const [to, apart, from] = shown.slice(1).map(Number) as [number, number, number];
    assert.ok(Math.abs(Math.abs(to - from) - apart) < 0.61, shown[0]);
  }
});
