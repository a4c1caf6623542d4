import assert from "node:assert/strict";
import test from "node:test";
import { withinReason } from "./bounds.ts";

for (const [what, html] of [
  ["5,000 items without closing tags", `<ul>${"<li>item".repeat(5_000)}</ul>`],
  ["19,000 elements with their closing tags", "<p>a</p>".repeat(19_000)],
  [
    "tags inside a script, a comment and a title",
    `<script>${"<b>".repeat(30_000)}</script><!--${"<b>".repeat(30_000)}--><title>${"<b>".repeat(30_000)}</title>`,
  ],
  ["no HTML", "1 < 2, <3"],
] as const)
  test(`a page of ${what} is read whole`, () => assert.deepEqual(withinReason(html), { html, cut: false }));

for (const [what, html, kept] of [
  ["1,001 elements in each other", `${"<div>".repeat(1_001)}x`, "<div>".repeat(1_000)],
  ["more than 20,000 elements", "<p>a</p>".repeat(30_000), "<p>a</p>".repeat(20_000)],
  ["closing tags of nothing", "</u>".repeat(30_000), "</u>".repeat(20_000)],
  ["what a parser takes for comments", "<!a>".repeat(10_000) + "</1>".repeat(20_000), "<!a>".repeat(20_000)],
] as const)
  test(`a page of ${what} is read up to a bound`, () => {
    const read = withinReason(html);
    assert.deepEqual([read.html.length, read.cut], [kept.length, true]);
  });
