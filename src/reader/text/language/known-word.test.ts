import assert from "node:assert/strict";
import { test } from "node:test";
import { isWordSomewhere } from "./known-word.ts";

test("a word of any language that a dictionary has is one, and a made-up name is none", () => {
  assert.deepEqual(["height", "apfel", "pour", "bitwarden", "zalqora"].map(isWordSomewhere), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
