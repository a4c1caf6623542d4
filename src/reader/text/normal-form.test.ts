import assert from "node:assert/strict";
import test from "node:test";
import { type NormalForm, normalForm } from "./normal-form.ts";

const forms: readonly NormalForm[] = ["NFC", "NFD", "NFKC", "NFKD"];
const words = [
  "",
  "Cafe\u0301 №1 ﬁne",
  "ガギグ",
  "한국어 \u1112\u1161\u11ab",
  "e\u0316\u0301\u0316",
  "a\u0301".repeat(500),
];

for (const form of forms)
  test(`text of any language is in ${form} as Unicode has it`, () => {
    for (const text of words) assert.equal(normalForm(text, form), text.normalize(form));
  });

test("a million combining marks in a row are read, and so is what stands around them", () => {
  const marks = "\u0301\u0316".repeat(500_000);
  const text = normalForm(`e${marks} e\u0301`, "NFC");
  assert.ok(text.startsWith("\u00e9") || text.startsWith("e"));
  assert.ok(text.endsWith(" \u00e9"));
  assert.equal(text.length, marks.length + 2);
});
