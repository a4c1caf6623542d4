import assert from "node:assert/strict";
import test from "node:test";
import { storableJson, storableText } from "./storable.ts";

test("what the store cannot keep becomes a replacement character, and offsets stay", () => {
  const text = "a\u0000b\ud83dc\ude00d\u{1F600}";
  assert.equal(storableText(text), "a\ufffdb\ufffdc\ufffdd\u{1F600}");
  assert.equal(storableText(text).length, text.length);
});

test("the same holds in JSON at every depth, and text that only looks like an escape is kept", () => {
  const value = { a: ["\u0000", "\\u0000 and \\ud800", { b: "\ud800" }], c: 1 };
  assert.deepEqual(JSON.parse(storableJson(value)), {
    a: ["\ufffd", "\\u0000 and \\ud800", { b: "\ufffd" }],
    c: 1,
  });
});
