import assert from "node:assert/strict";
import test from "node:test";
import { englishUse, usual } from "./english-use.ts";

test("the table says how sentences use a word, and how much people talk with it", () => {
  assert.deepEqual(englishUse("kettle"), usual);
  assert.deepEqual(englishUse("no-such-word"), usual);
  assert.deepEqual(englishUse("expect").verb, true);
  assert.ok(englishUse("severe").adjective);
  assert.ok(englishUse("children").common);
  for (const word of ["hate", "scared", "anything"]) assert.equal(englishUse(word).talk, 1, word);
  for (const word of ["caffeine", "norway", "treadmill"]) assert.equal(englishUse(word).talk, 0, word);
});
