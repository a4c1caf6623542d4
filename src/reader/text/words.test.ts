import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedKey } from "./fold.ts";
import { readWords, wordOf, wordsOf } from "./words.ts";

test("words are folded, and punctuation belongs to none", () => {
  assert.deepEqual(wordsOf("Größe, Café & H&M's “x”!"), ["grosse", "cafe", "&", "h&ms", "x"]);
  assert.deepEqual(wordsOf("Купить в 京东。ราคา"), ["купить", "в", "京东", "ราคา"].map(foldedKey));
  assert.deepEqual(wordsOf(" … "), []);
});

test("words beyond the basic plane are found as those in it", () => {
  assert.deepEqual(wordsOf("a 𝐁𝐨𝐥𝐝 𠮷野家"), ["a", "bold", "𠮷野家"]);
});

test("what is known of a word is remembered, however it is written", () => {
  const [word] = readWords("Kettle");
  assert.equal(readWords("a “kettle”, kettle")[1], word);
  assert.equal(wordOf("kettle"), word);
  assert.deepEqual(
    readWords("It’s its").map(({ key }) => key),
    ["its", "its"],
  );
});

test("a text of any length is read, and words that share a place are told apart", () => {
  const words = Array.from({ length: 60_000 }, (_, at) => `w${at.toString(36)}`);
  assert.deepEqual(wordsOf(words.join(" ")), words);
  assert.deepEqual(
    words.map(wordOf).map(({ key }) => key),
    words,
  );
});
