import assert from "node:assert/strict";
import { test } from "node:test";
import { spelledIn } from "../../../test/fixtures/spelled.ts";

const isSpelled = (text: string, name: string) => spelledIn(text, name).length > 0;

for (const [name, spelled, strange] of [
  [
    "Blue Bottle",
    ["Blue Bottle", "Blue-Bottle", "Blue\u00a0Bottle", "BlueBottle"],
    ["Blue, Bottle", "Blue. Bottle"],
  ],
  ["J.Crew", ["J.Crew", "J. Crew", "J Crew"], ["J, Crew"]],
  ["O'Neill", ["O'Neill", "O’Neill", "ONeill"], ["O Neill"]],
  ["acme.com", ["acme.com"], ["acme com", "acme. com"]],
] as const) {
  for (const text of spelled)
    test(`${JSON.stringify(text)} spells ${name}`, () =>
      assert.equal(isSpelled(`Try ${text} now.`, name), true));
  for (const text of strange)
    test(`${JSON.stringify(text)} does not spell ${name}`, () =>
      assert.equal(isSpelled(`Try ${text} now.`, name), false));
}

test("more than a few marks between two letters are no spelling of a name", () => {
  assert.equal(isSpelled(`Blue${" ".repeat(20)}Bottle`, "Blue Bottle"), false);
});
