import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedKey } from "./fold.ts";
import { wordsOf } from "./words.ts";

test("words are folded, and punctuation belongs to none", () => {
  assert.deepEqual(wordsOf("Größe, Café & H&M's “x”!"), ["grosse", "cafe", "&", "h&ms", "x"]);
  assert.deepEqual(wordsOf("Купить в 京东。ราคา"), ["купить", "в", "京东", "ราคา"].map(foldedKey));
  assert.deepEqual(wordsOf(" … "), []);
});

test("words beyond the basic plane are found as those in it", () => {
  assert.deepEqual(wordsOf("a 𝐁𝐨𝐥𝐝 𠮷野家"), ["a", "bold", "𠮷野家"]);
});
