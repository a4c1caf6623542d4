import assert from "node:assert/strict";
import { test } from "node:test";
import { isWithinKnown, knownAround } from "./known-entity.ts";

const none: ReadonlySet<string> = new Set();
const within = (name: string, before: string[], after: string[], related = none): boolean =>
  isWithinKnown(knownAround([name], related), before, after);

test("a name inside a well-known other name is that one", () => {
  assert.ok(within("mint", [], ["mobile"]));
  assert.ok(within("square", ["in", "times"], ["today"]));
  assert.ok(within("ring", ["the", "oura"], []));
});

test("the plural of the other name is that one too", () => {
  assert.ok(within("instant", [], ["noodles"]));
  assert.ok(within("wind", [], ["chimes"]));
});

test("beside other words it is itself", () => {
  assert.ok(!within("mint", ["use"], ["budgeting"]));
  assert.ok(!within("square", ["times", "the"], []));
});

test("a brand whose own words the other name has is not taken for another", () => {
  assert.ok(!within("mint", [], ["mobile"], new Set(["mobile"])));
});
