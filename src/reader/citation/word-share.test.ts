import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sentence } from "../sentence.ts";
import { wordShares } from "./word-share.ts";

/** Sentences of ten characters each, with so many words. */
const sentences = (...words: number[]): Sentence[] =>
  words.map((count, at) => ({ start: at * 10, end: at * 10 + 10, words: count }) as Sentence);
const at = (sentence: number) => ({ start: sentence * 10 + 2, end: sentence * 10 + 5 });
const rounded = (shares: (number | null)[] | null) =>
  shares?.map((share) => (share === null ? null : Math.round(share * 1e4) / 1e4)) ?? null;

test("early sentences weigh more: words times e to the minus i/(N-1)", () => {
  const [first, last] = [10, 10 * Math.exp(-1)];
  assert.deepEqual(
    rounded(wordShares([[at(0)], [at(1)]], sentences(10, 10))),
    rounded([first / (first + last), last / (first + last)]),
  );
});

test("a sentence's words are shared equally by the sources that it cites", () => {
  assert.deepEqual(wordShares([[at(0)], [at(0)]], sentences(8)), [0.5, 0.5]);
});

test("a source cited twice in one sentence has its words once", () => {
  assert.deepEqual(wordShares([[at(0), at(0)], [at(0)]], sentences(8)), [0.5, 0.5]);
});

test("a source without a place has no share, and where none has one nothing is known", () => {
  assert.deepEqual(wordShares([[at(0)], []], sentences(8)), [1, null]);
  assert.equal(wordShares([[], []], sentences(8)), null);
  assert.equal(wordShares([[at(0)]], sentences(0)), null);
});
