import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, type Narrowed } from "./part-query.ts";

test("no two parts of the answers are kept as one, whatever a tag is called", () => {
  const parts: Narrowed[] = [
    {},
    { tag: "gemini" },
    { provider: "gemini" },
    { tag: "gemini", provider: "claude" },
    { tag: "gemini claude" },
    { tag: "null" },
    { tag: '","' },
  ];
  assert.equal(new Set(parts.map(keyOf)).size, parts.length);
  assert.equal(keyOf({ provider: "claude", tag: "gemini" }), keyOf({ tag: "gemini", provider: "claude" }));
});
