import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt } from "./excerpt.ts";

test("an excerpt is the beginning in at most 280 units, whatever white space and signs are at its end", () => {
  assert.equal(excerpt("  Acme \n is\tgood. "), "Acme is good.");
  assert.equal(excerpt("a".repeat(280)), "a".repeat(280));
  assert.equal(excerpt("a".repeat(281)), `${"a".repeat(279)}…`);
  assert.equal(excerpt(`${"a".repeat(278)}😀 b`), `${"a".repeat(278)}…`);
  const spaced = "a   ".repeat(250);
  assert.equal(excerpt(spaced), `${"a ".repeat(139)}a…`);
  assert.equal(excerpt(`${" ".repeat(600)}Acme ${" ".repeat(600)}`), "Acme…");
  for (const length of [339, 340, 341, 1_119, 1_120, 1_121])
    assert.equal(excerpt(`${"ab ".repeat(500)}`.slice(0, length)), `${"ab ".repeat(93)}…`, `${length}`);
});
