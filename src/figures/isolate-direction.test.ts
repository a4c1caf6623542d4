import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated } from "./isolate-direction.ts";

test("only a name that runs from right to left is set apart, and cannot end that itself", () => {
  assert.equal(isolated("Northwind"), "Northwind");
  assert.equal(isolated("ノースウィンド"), "ノースウィンド");
  assert.equal(isolated("نورث ويند"), "\u2068نورث ويند\u2069");
  assert.equal(isolated("Acme \u202eemca"), "\u2068Acme emca\u2069");
  assert.equal(isolated("A \u2069נורת'וינד"), "\u2068A נורת'וינד\u2069");
});
