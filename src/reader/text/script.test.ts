import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnspaced, script, scriptOf } from "./script.ts";

for (const [letter, name] of [
  ["a", "latin"],
  ["ß", "latin"],
  ["7", "digit"],
  ["٣", "digit"],
  ["λ", "greek"],
  ["ж", "cyrillic"],
  ["ع", "arabic"],
  ["ש", "hebrew"],
  ["京", "han"],
  ["の", "hiragana"],
  ["ー", "katakana"],
  ["한", "hangul"],
  ["ก", "unspaced"],
  ["क", "other"],
  ["-", "none"],
  [" ", "none"],
  ["。", "none"],
] as const)
  test(`"${letter}" is of the script "${name}"`, () =>
    assert.equal(scriptOf(letter.charCodeAt(0)), script[name]));

test("only Han, kana and the scripts of South-East Asia write no spaces", () => {
  const unspaced = Object.entries(script).filter(([, kind]) => isUnspaced(kind));
  assert.deepEqual(
    unspaced.map(([name]) => name),
    ["han", "hiragana", "katakana", "unspaced"],
  );
});
