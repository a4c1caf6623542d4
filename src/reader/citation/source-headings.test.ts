import assert from "node:assert/strict";
import { test } from "node:test";
import { announcesSources, leadsInBrackets } from "./source-headings.ts";

for (const line of [
  "Sources:",
  "**Quellen**",
  "## Références",
  "参考文献",
  "Источники:",
  "แหล่งที่มา",
  "Källor",
])
  test(`${line} announces a list of sources`, () => {
    assert.ok(announcesSources(line));
  });

for (const line of ["See", "Via", "Sources of heat", "The source", ""])
  test(`${JSON.stringify(line)} announces none`, () => {
    assert.ok(!announcesSources(line));
  });

test("“see” leads to a source in brackets", () => {
  assert.match("see ", leadsInBrackets);
  assert.match("Source: ", leadsInBrackets);
  assert.doesNotMatch("seen at ", leadsInBrackets);
});
