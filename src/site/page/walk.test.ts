import assert from "node:assert/strict";
import test from "node:test";
import { walkPage } from "./walk.ts";

for (const [what, html] of [
  ["5,000 items without closing tags", `<ul>${"<li>item".repeat(5_000)}</ul>`],
  ["19,000 elements with their closing tags", "<p>a</p>".repeat(19_000)],
  [
    "tags inside a script, a comment and a title",
    `<script>${"<b>".repeat(30_000)}</script><!--${"<b>".repeat(30_000)}--><title>${"<b>".repeat(30_000)}</title>`,
  ],
  ["tags inside attributes", `<a title="${"<b>".repeat(30_000)}">x</a>`],
  ["no HTML", "1 < 2, <3"],
] as const)
  test(`a page of ${what} is read whole`, () => assert.equal(walkPage(html).cut, false));

for (const [what, html] of [
  ["1,001 elements in each other", `${"<div>".repeat(1_001)}x`],
  ["more than 20,000 elements", "<p>a</p>".repeat(30_000)],
  ["closing tags of nothing inside many open elements", "<i>".repeat(999) + "</u>".repeat(100_000)],
  [
    "an element of 2,000 attributes",
    `<a ${Array.from({ length: 2_000 }, (_, at) => `a${at}`).join(" ")}>x</a>`,
  ],
  ["elements that seem to stand in an attribute", `<a x="<script>">${"<div>".repeat(400_000)}</script>`],
] as const)
  test(`a page of ${what} is read up to a bound`, () => assert.equal(walkPage(html).cut, true));

test("what stands before the bound is read", () => {
  const { title, headings, text } = walkPage(`<title>T</title><h1>One</h1><p>Two</p>${"<b>".repeat(30_000)}`);
  assert.deepEqual([title, headings[0]?.text, text], ["T", "One", "One\n\nTwo"]);
});

test("990 headings inside each other are read in no more time than beside each other", () => {
  const texts = "word ".repeat(400);
  const nested = walkPage("<h1>".repeat(990) + texts.repeat(900));
  assert.equal(nested.headings.length, 990);
  assert.ok(nested.headings.every(({ text }) => text.length <= 2_000));
});

test("a text is the same wherever its HTML is cut into pieces to be read", () => {
  const paragraph = "<p>a &amp; b <b>c</b>d</p>\n";
  const padding = (length: number) => `<!--${"x".repeat(length)}-->`;
  for (let length = 8_150; length < 8_200; length += 1)
    assert.equal(walkPage(padding(length) + paragraph.repeat(2)).text, "a & b cd\n\na & b cd");
});
