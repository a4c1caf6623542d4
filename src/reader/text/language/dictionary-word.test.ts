import assert from "node:assert/strict";
import { test } from "node:test";
import { dictionaryWordOf } from "./dictionary-word.ts";

test("a word of the Chinese dictionary is told from a made one, and from all else", () => {
  assert.equal(dictionaryWordOf("平安"), "word");
  assert.equal(dictionaryWordOf("携程"), "made");
  assert.equal(dictionaryWordOf("Bolt"), null);
  assert.equal(dictionaryWordOf("云"), null);
});
