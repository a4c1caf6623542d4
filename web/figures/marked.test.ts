import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf, sourceOf, stretchesOf } from "./marked.ts";

const evidence = (start: number, end: number) => ({ start, end, rule: "name", uncertain: false });
const read = {
  mentions: [
    { name: "Bolt", is_own_brand: false, evidence: [evidence(9, 13)] },
    { name: "Acme", is_own_brand: true, evidence: [evidence(0, 4)] },
  ],
  not_counted: [
    { name: "Acme", ...evidence(2, 6) },
    { name: "Acme", ...evidence(14, 18) },
  ],
};

test("places stand in the order of the text, and a counted one is not hidden by one that was not", () => {
  assert.deepEqual(
    placesOf(read).map(({ start, kind }) => [start, kind]),
    [
      [0, "own"],
      [9, "rival"],
      [14, "not"],
    ],
  );
});

test("without Markdown the stretches of an answer are the answer", () => {
  const answer = "Acme and Bolt acme <script>";
  const stretches = stretchesOf(answer, placesOf(read));
  assert.equal(stretches.map(({ text }) => text).join(""), answer);
  assert.deepEqual(
    stretches.map(({ number }) => number),
    [1, null, 2, null, 3, null],
  );
});

const shown = (answer: string) =>
  stretchesOf(answer, [])
    .map(({ text, strong, heading }) => (heading ? `<h>${text}</h>` : strong ? `<b>${text}</b>` : text))
    .join("");

for (const [answer, seen] of [
  ["### 1. **Sony**\nText", "<h>1. </h><h>Sony</h>\nText"],
  ["* **Best for:** travel", "• <b>Best for:</b> travel"],
  ["under \\$200", "under $200"],
  ["see [the test](https://x.example/a?b) here", "see the test here"],
  ["a\n---\nb", "a\n\nb"],
  ["2 * 3 ** 4 and 5 * 6", "2 * 3 ** 4 and 5 * 6"],
  ["#hashtag and # no heading", "#hashtag and # no heading"],
] as const)
  test(`${JSON.stringify(answer)} is seen as ${JSON.stringify(seen)}`, () =>
    assert.equal(shown(answer), seen));

test("a place that holds marks keeps its number on both sides of them", () => {
  const place = { start: 2, end: 11, kind: "own", name: "HubSpot", rule: "name", uncertain: false } as const;
  assert.deepEqual(
    stretchesOf("**Hub**Spot", [{ ...place, start: 2, end: 11 }]).map(({ text, number }) => [text, number]),
    [
      ["Hub", 1],
      ["Spot", 1],
    ],
  );
});

for (const piece of ["[", "**a", "# ", "* ", "\\", "[a](", "__", "-"])
  test(`256 KiB of ${JSON.stringify(piece)} cost no more than their length`, { timeout: 10_000 }, () => {
    assert.ok(stretchesOf(piece.repeat(262_144 / piece.length), []).length > 0);
  });

test("what is not shown leaves no empty lines behind", () => {
  const text = "<think>a</think>\n\nBuy it.\n<call>b</call>\n\nNow.";
  const span = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
  const notShown = [span("<think>a</think>"), span("<call>b</call>")];
  const seen = stretchesOf(text, [], () => null, notShown);
  assert.equal(seen.map(({ text }) => text).join(""), "Buy it.\nNow.");
});

test("a link to a source that the answer cites says its number, another says nothing", () => {
  const answer = "Quiet, [testers](https://x.example/a?utm_source=chat#top) say. [Shop](https://y.example/)";
  const of = sourceOf([{ position: 2, url: "https://x.example/a" }]);
  assert.deepEqual(
    stretchesOf(answer, [], of).map(({ text, cites }) => cites ?? text),
    ["Quiet, ", "testers", 2, " say. ", "Shop"],
  );
});
