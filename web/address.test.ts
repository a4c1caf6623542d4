import assert from "node:assert/strict";
import { test } from "node:test";
import { answersPath, answerTerms, isOpen, projectPath, withTerms } from "./address.ts";
import { filterIn } from "./filter.ts";

test("an address keeps its other terms, and has none that is empty", () => {
  const query = { tag: "Kettles", assistant: "gemini", by: "voice" };
  assert.equal(withTerms("/x", query, { by: "" }), "/x?tag=Kettles&assistant=gemini");
  assert.equal(withTerms("/x", query, { tag: undefined, assistant: "", by: "" }), "/x");
  assert.equal(withTerms("/x", {}, { by: "a b" }), "/x?by=a+b");
});

test("a link to another page keeps the tag and the assistant, and nothing else of this page", () => {
  const query = { tag: "Kettles", assistant: "gemini", by: "voice", prompt: "p1" };
  assert.equal(projectPath("7", "", filterIn(query)), "/projects/7?tag=Kettles&assistant=gemini");
  assert.equal(projectPath("7", "rivals/bolt", filterIn({ by: "voice" })), "/projects/7/rivals/bolt");
  assert.equal(
    answersPath("7", query, { prompt: "p2" }),
    "/projects/7/answers?prompt=p2&tag=Kettles&assistant=gemini",
  );
});

test("an address opens the answer that it was written for, and no other", () => {
  const place = { promptKey: "p1", provider: "gemini", sample: 2 } as const;
  assert.ok(isOpen(place, answerTerms(place)));
  for (const other of [{ sample: 1 }, { provider: "claude" }, { promptKey: "p2" }] as const)
    assert.ok(!isOpen({ ...place, ...other }, answerTerms(place)));
  assert.ok(!isOpen(place, { prompt: "p1" }));
});
