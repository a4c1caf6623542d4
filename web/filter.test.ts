import assert from "node:assert/strict";
import { test } from "node:test";
import { type Filter, filterKey } from "./filter.ts";

test("no two parts of the answers are kept as one, whatever a tag is called", () => {
  const parts: Filter[] = [
    {},
    { tag: "gemini" },
    { provider: "gemini" },
    { tag: "gemini", provider: "claude" },
    { tag: "gemini claude" },
    { tag: "null" },
    { tag: '","' },
  ];
  assert.equal(new Set(parts.map(filterKey)).size, parts.length);
  assert.equal(
    filterKey({ provider: "claude", tag: "gemini" }),
    filterKey({ tag: "gemini", provider: "claude" }),
  );
});
