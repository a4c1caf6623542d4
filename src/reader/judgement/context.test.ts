import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { contextOf, proseOf } from "./context.ts";

function around(text: string, name: string, reach: number) {
  const answer = parseAnswer(text);
  const start = text.indexOf(name);
  return contextOf(answer, proseOf(answer), { start, end: start + name.length }, reach);
}

test("the context of a name is what its reader sees beside it, without markup", () => {
  assert.deepEqual(around("Try **Acme** &amp; [Bolt](https://b.example) now.", "Acme", 40), {
    before: "Try ",
    after: " & Bolt now.",
  });
});

test("the context reaches no further than told, and not into another block", () => {
  assert.deepEqual(around("One two three Acme four five six.", "Acme", 6), {
    before: "three ",
    after: " four ",
  });
  assert.deepEqual(around("- Bolt\n- Acme\n- Cube", "Acme", 40), { before: "", after: "" });
});
