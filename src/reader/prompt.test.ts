import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalisePrompt, promptKey } from "./prompt.ts";

test("a prompt is stored in NFC without white space at its ends", () => {
  assert.equal(normalisePrompt("  cafe\u0301 au lait?\n"), "café au lait?");
});

test("the key of a prompt is p_ and twenty hex digits of its SHA-256", () => {
  // printf 'best crm?' | sha256sum
  assert.equal(promptKey("Best  CRM?"), promptKey("best crm?"));
  assert.match(promptKey("best crm?"), /^p_[0-9a-f]{20}$/);
  assert.equal(promptKey("best crm?"), "p_18a375e1644e5971c005");
});

for (const [one, other] of [
  ["What is the best CRM?", "  what is\nthe   BEST crm? "],
  ["Was kostet die STRASSE?", "was kostet die straße?"],
  ["ΠΟΙΟΣ ΕΙΝΑΙ Ο ΚΑΛΥΤΕΡΟΣ", "ποιος ειναι ο καλυτερος"],
  ["cafe\u0301", "CAFÉ"],
  ["ﬁne", "FINE"],
] as const)
  test(`one prompt in two spellings has one key: ${other}`, () => {
    assert.equal(promptKey(one), promptKey(other));
  });

test("different prompts have different keys", () => {
  assert.notEqual(promptKey("best crm"), promptKey("best crm?"));
  assert.notEqual(promptKey("ısı"), promptKey("isi"));
});

test("any text has a key, and normalising it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.match(promptKey(text), /^p_[0-9a-f]{20}$/);
      assert.equal(promptKey(normalisePrompt(text)), promptKey(text));
      assert.equal(normalisePrompt(normalisePrompt(text)), normalisePrompt(text));
    }),
  );
});
