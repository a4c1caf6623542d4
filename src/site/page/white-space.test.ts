import assert from "node:assert/strict";
import { test } from "node:test";
import { collapseAndTrim, collapseSpaces } from "./white-space.ts";

for (const [text, expected] of [
  ["a b", "a b"],
  ["a  b\n\tc", "a b c"],
  ["a\u00a0b", "a b"],
  ["a\u3000b", "a b"],
] as const)
  test(`${JSON.stringify(text)} has single spaces as ${JSON.stringify(expected)}`, () =>
    assert.equal(collapseSpaces(text), expected));

test("white space around a text goes only where it is squeezed", () => {
  assert.equal(collapseSpaces(" \n a "), " a ");
  assert.equal(collapseAndTrim(" \n a "), "a");
});
