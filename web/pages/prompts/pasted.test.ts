import assert from "node:assert/strict";
import { test } from "node:test";
import { pastedPrompts } from "./pasted.ts";

test("each line is a prompt once, without its bullet, number or quotes", () => {
  const text = `- Which CRM?\n2. “Cheap CRM?”\n\n* which  CRM?\r\n"With\0 an API?",\nKnown one`;
  assert.deepEqual(pastedPrompts(text, ["known ONE"]), {
    fresh: ["Which CRM?", "Cheap CRM?", "With an API?"],
    twice: 2,
  });
});
