import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListName } from "./list-name.ts";
import { listRanksOf, rankUnnumbered } from "./list-rank.ts";

const listName = (terms: Partial<ListName>): ListName => ({
  ...{ start: 0, end: 4, name: "Acme", labels: false, avoided: false },
  ...{ block: 0, rank: null, group: 0, parent: null },
  ...terms,
});

test("names without a number are counted in their group, past what is no name", () => {
  const names = [{}, {}, {}, { group: 1 }, { group: 1, rank: 7 }].map(listName);
  const kinds = ["name", "topic", "name", "name", "name"] as const;
  assert.deepEqual(
    rankUnnumbered(names, kinds).map(({ rank }) => rank),
    [1, null, 2, 1, 7],
  );
});

test("a brand stands where it is named first, with the first rank that it has", () => {
  const names = [{ rank: null }, { rank: 3 }, { rank: 1 }].map(listName);
  const standings = listRanksOf(
    names,
    ["name", "name", "name"],
    new Map([
      [0, 0],
      [1, 0],
      [2, 0],
    ]),
  );
  assert.deepEqual([...standings], [[0, { listRank: 3, recommended: true }]]);
});

test("a warning, a property and a name further in give no standing", () => {
  const names = [{ avoided: true }, {}, {}].map(listName);
  const brands = new Map([
    [0, 0],
    [1, 1],
    [2, -1],
  ]);
  assert.equal(listRanksOf(names, ["name", "topic", "name"], brands).size, 0);
});
