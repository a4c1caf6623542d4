import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOfPart } from "./report-part.ts";

test("no two parts of a report have one name, whatever characters a tag has", () => {
  const promptKeys = ["a", "b"];
  const tagged = (tag: string) => ({ tagged: { tag, promptKeys } });
  const parts = [
    {},
    { provider: "chatgpt" as const },
    tagged("kettles"),
    tagged("assistant chatgpt"),
    tagged("kettles,assistant chatgpt"),
    tagged('kettles","chatgpt'),
    { ...tagged("kettles"), provider: "chatgpt" as const },
  ];
  assert.equal(new Set(parts.map((part) => keyOfPart(part).part)).size, parts.length);
});
