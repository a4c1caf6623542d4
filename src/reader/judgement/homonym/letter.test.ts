import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceIn } from "../../../../test/fixtures/occurrence.ts";
import { judgeLetter } from "./letter.ts";

for (const [text, name, counts] of [
  ["She posted it on X yesterday.", "X", true],
  ["Elon Musk's X lost users.", "X", true],
  ["Facebook, X and Reddit", "X", true],
  ["The X axis shows time.", "X", false],
  ["Buy X, get Y free.", "X", false],
  ["It is 20 C outside.", "C", false],
  ["Written in C for speed.", "C", true],
  ["C++ is faster.", "C", false],
  ["Vitamin C helps.", "C", false],
] as const)
  test(`the letter in "${text}" is ${counts ? "a name" : "none"}`, () => {
    assert.equal(judgeLetter(occurrenceIn(text, name)).counts, counts);
  });
