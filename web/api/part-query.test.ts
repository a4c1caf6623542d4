import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "./part-query.ts";

test("what is known of a tag is not taken for what is known of the assistant of its name", () => {
  assert.notEqual(keyOf({ tag: "gemini" }), keyOf({ provider: "gemini" }));
});
