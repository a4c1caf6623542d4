import assert from "node:assert/strict";
import { test } from "node:test";
import { remembered } from "./remembered.ts";

test("what is remembered is made once, also where it is nothing, until there are too many or it is too long", () => {
  const made: string[] = [];
  const get = remembered({ most: 2, longest: 3 }, (text) => {
    made.push(text);
    return text === "a" ? null : text.length;
  });
  assert.deepEqual([get("a"), get("a"), get("bb"), get("bb")], [null, null, 2, 2]);
  assert.deepEqual([get("long"), get("long")], [4, 4]);
  get("ccc");
  get("a");
  assert.deepEqual(made, ["a", "bb", "long", "long", "ccc", "a"]);
});
