import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { type ListName, listNamesOf } from "./list-name.ts";
import { listNameKinds } from "./list-name-kind.ts";
import { listRanksOf, rankUnnumbered } from "./list-rank.ts";

function read(text: string): { listNames: ListName[]; kinds: string[]; names: string[] } {
  const answer = parseAnswer(text);
  const listNames = listNamesOf(answer, sentencesOf(answer), () => false);
  const kinds = listNameKinds(answer, listNames, () => false, true);
  return {
    listNames,
    kinds,
    names: listNames.filter((_, at) => kinds[at] === "name").map(({ name: shown }) => shown),
  };
}

test("a head is read without number, emoji, markup and award", () => {
  const { listNames } = read(
    "1. 🥇 **Best overall: Zyndra X2** – quiet and light\n2. Quantor Pro: it lasts\n",
  );
  assert.deepEqual(
    listNames.map(({ name: shown, rank }) => [shown, rank]),
    [
      ["Zyndra X2", 1],
      ["Quantor Pro", 2],
    ],
  );
});

test("what is listed below a name says something of it", () => {
  const { names } = read("1. Zyndra X2\n   - Price: low\n   - Quantor filter\n2. Quantor Pro\n");
  assert.deepEqual(names, ["Zyndra X2", "Quantor Pro"]);
});

test("a label that comes again and again names a property", () => {
  const { names } = read(
    ["Zyndra X2", "Quantor Pro", "Vexel One"].map((name) => `## ${name}\n\n- Verdure: yes\n`).join("\n"),
  );
  assert.ok(!names.includes("Verdure"));
});

test("a list that lost its line breaks has heads; prose has none", () => {
  const lost = read("Top picks: Zyndra One: It lasts. Quantor Two: It is light. Vexel Three: It is cheap.");
  assert.deepEqual(lost.names, ["Zyndra One", "Quantor Two", "Vexel Three"]);
  assert.deepEqual(read("I like it. One thing: it is light.").names, []);
});

test("what stands under a warning is listed, and not recommended", () => {
  const { listNames } = read("## Brands to avoid\n\n- Zyndra X2\n\n## Best picks\n\n- Quantor Pro\n");
  assert.deepEqual(
    listNames
      .filter(({ name: shown }) => /Zyndra|Quantor/.test(shown))
      .map(({ name: shown, avoided }) => [shown, avoided]),
    [
      ["Zyndra X2", true],
      ["Quantor Pro", false],
    ],
  );
});

test("mistakes to avoid warn of no product", () => {
  const { listNames } = read("Common mistakes to avoid:\n\n- Zyndra X2 without a case\n");
  assert.equal(listNames[0]!.avoided, false);
});

test("heads without numbers rank by their place among the names, and a brand by its first one that does not warn", () => {
  const { listNames, kinds } = read("- Zyndra X2\n- Quantor Pro\n- Avoid: Vexel One\n");
  const ranked = rankUnnumbered(listNames, kinds as never);
  const standings = listRanksOf(
    ranked,
    kinds as never,
    new Map([
      [0, 0],
      [1, 1],
      [2, 2],
    ]),
  );
  assert.deepEqual(standings.get(1), { listRank: 2, recommended: true });
  assert.equal(standings.has(2), false);
});
