import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { sentencesOf } from "../sentence.ts";
import { lostListNames } from "./lost-list.ts";

const names = (text: string) => {
  const answer = parseAnswer(text);
  return lostListNames(answer, sentencesOf(answer), () => false).map(({ name: shown, list }) => [
    shown,
    list,
  ]);
};

test("a list that was copied as one paragraph has its names, in one list", () => {
  assert.deepEqual(names("Top picks: Acme One: It lasts all day.Bolt Two: It is light."), [
    ["Acme One", 1],
    ["Bolt Two", 1],
  ]);
});

test("bullets that lost their line breaks are a list", () => {
  assert.deepEqual(
    names("Gute Kessel.   - Acme: leise   - Bolt: schnell").map(([name]) => name),
    ["Acme", "Bolt"],
  );
});

test("prose has no list, even if one sentence has a colon", () => {
  assert.deepEqual(names("Acme Pro: It lasts all day. Most people are happy with it."), []);
  assert.deepEqual(names("Acme is good. Bolt is better."), []);
});
