import assert from "node:assert/strict";
import { test } from "node:test";
import { directivesOf, headerDirectives } from "./directives.ts";

const shown = (directives: ReturnType<typeof directivesOf>): string[] =>
  directives.map(({ agent, name, value }) => `${agent} ${name}${value && ` ${value}`}`);

test("a meta tag's directives are read in any case, and anything else is skipped", () => {
  assert.deepEqual(shown(directivesOf("NoIndex, max-snippet: 0, hello, max-image-preview:large", "robots")), [
    "robots noindex",
    "robots max-snippet 0",
    "robots max-image-preview large",
  ]);
});

test("an agent's name in a header applies up to the next name", () => {
  assert.deepEqual(shown(headerDirectives("nosnippet, googlebot: noindex, nofollow, OtherBot: none")), [
    "robots nosnippet",
    "googlebot noindex",
    "googlebot nofollow",
    "otherbot none",
  ]);
});

test("a directive with a value is no agent", () => {
  assert.deepEqual(shown(headerDirectives("max-snippet: 20, noindex")), [
    "robots max-snippet 20",
    "robots noindex",
  ]);
});
