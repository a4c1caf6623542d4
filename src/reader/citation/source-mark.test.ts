import assert from "node:assert/strict";
import { test } from "node:test";
import type { Segment } from "../markdown/answer-text.ts";
import { isSourceMark } from "./source-mark.ts";

const mark = (text: string, inner: string): boolean => {
  const start = text.indexOf(inner);
  return isSourceMark(text, { kind: "text", start, end: start + inner.length } as Segment);
};

test("a number in brackets is the mark of a source, as is a footnote's", () => {
  assert.ok(mark("It boils fast.[2]", "2"));
  assert.ok(mark("It boils fast.[^12]", "^12"));
});

test("years, words and numbers without brackets are none", () => {
  assert.ok(!mark("It boils fast.[2026]", "2026"));
  assert.ok(!mark("It boils fast.[Lab]", "Lab"));
  assert.ok(!mark("It boils 2 l.", "2"));
});
