import assert from "node:assert/strict";
import { test } from "node:test";
import { wordCount } from "./word-count.ts";

for (const [text, words] of [
  ["", 0],
  ["… – !", 0],
  ["The quiet kettle", 3],
  ["T-Mobile's 5G plan, 2024", 4],
  ["Größe ist wählbar", 3],
  ["тихий чайник", 2],
  ["静かな電気ケトル", 4],
  ["กาต้มน้ำ", 2],
  ["Acme 電気 kettle", 3],
] as const)
  test(`"${text}" has ${words} words`, () => assert.equal(wordCount(text), words));
