import assert from "node:assert/strict";
import { test } from "node:test";
import { isolateDirection } from "./isolate-direction.ts";

test("only a name that runs from right to left is set apart, and cannot end that itself", () => {
  assert.equal(isolateDirection("Northwind"), "Northwind");
  assert.equal(isolateDirection("ノースウィンド"), "ノースウィンド");
  assert.equal(isolateDirection("نورث ويند"), "\u2068نورث ويند\u2069");
  assert.equal(isolateDirection("Acme \u202eemca"), "\u2068Acme emca\u2069");
  assert.equal(isolateDirection("A \u2069נורת'וינד"), "\u2068A נורת'וינד\u2069");
});
