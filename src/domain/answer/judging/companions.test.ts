import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { companionsOf, headsOf } from "./companions.ts";

for (const [before, after, looks] of [
  ["Open an account with N26, Monzo, ", ", Revolut and Wise.", ["name", "name"]],
  ["Add eggs, butter, ", ", flour and milk.", ["word", "word"]],
  ["Try Aldi, McDonald and ", ".", ["name"]],
  ["A robin sings. ", " rose at dawn.", []],
] as const)
  test(`beside a name in a sentence stands ${looks.join(" and ") || "nothing"}: ${before}…${after}`, () => {
    assert.deepEqual(companionsOf({ before, after }, null), looks);
  });

for (const [text, looks] of [
  ["- **Monzo** – no fee\n- **Starling** – free\n- **Revolut**: cheap", ["name", "name"]],
  ["- Bay leaf: one\n- Nutmeg: freshly grated\n- whole milk, 600 ml", ["word", "word"]],
  ["A paragraph of its own.\n\nNutmeg.\n\nAnother one.", []],
] as const)
  test(`the other items begin with ${looks.join(" and ") || "nothing"}: ${JSON.stringify(text)}`, () => {
    const answer = parseAnswer(text);
    assert.deepEqual(headsOf(answer, () => 0)(1), looks);
  });
