import assert from "node:assert/strict";
import { test } from "node:test";
import { valenceOf } from "./lexicon.ts";
import { productWords } from "./product-words.ts";

for (const [word, sign] of [
  ["excellent", 1],
  ["terrible", -1],
  ["lightweight", 1],
  ["flimsy", -1],
  ["kettle", 0],
  ["noise", 0],
] as const)
  test(`"${word}" is ${["bad", "neutral", "good"][sign + 1]}`, () =>
    assert.equal(Math.sign(valenceOf(word)), sign));

test("our own values stay on the scale", () => {
  for (const [word, value] of productWords) assert.ok(Number.isInteger(value) && Math.abs(value) <= 5, word);
});
