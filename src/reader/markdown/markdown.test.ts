import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../../test/depth.ts";
import { parseAnswer, visibleText } from "./markdown.ts";

function seen(text: string): string {
  const answer = parseAnswer(text);
  return answer.blocks.map((block) => visibleText(answer, block.start, block.end)).join("|");
}

for (const [text, expected] of [
  ["**Acme** is *good* and ~~old~~", "Acme is good and old"],
  ["[Acme](https://acme.com) and ![logo](x.png)", "Acme and "],
  ["[Acme][1] ([PCMag][2])", "Acme (PCMag)"],
  ["AT&amp;T &#x41; &nope; &", "AT&T A &nope; &"],
  ["\\$5 \\*not bold\\*", "$5 *not bold*"],
  ["`code` and ``a ` b``", " and "],
  ["Acme<br>Bolt <b>Corp</b>", "Acme Bolt Corp"],
  ["see https://acme.com/a_(b) or acme.com/x, mail a@b.co.", "see  or , mail ."],
  ["snake_case stays, 2 * 3 stays", "snake_case stays, 2 * 3 stays"],
  ["# One\n\nTwo\nthree\n\n---\n\nFour", "One|Two\nthree|Four"],
  ["> quoted\n> text", "quoted\ntext"],
  ["Title\n=====\n\ntext", "Title|text"],
  ["```js\nlet a\n```\nafter", "|after"],
  ["| A | B |\n|---|---|\n| c | d\\|e |", "A B|c d|e"],
] as const) {
  test(`the reader of ${JSON.stringify(text)} sees ${JSON.stringify(expected)}`, () =>
    assert.equal(seen(text), expected));
}

test("items carry their rank and their depth", () => {
  const { blocks } = parseAnswer("1. A\n   - a\n   - b\n\n2. B\n\ntext\n\n- x\n- y\n");
  const items = blocks.filter(({ kind }) => kind === "list_item");
  assert.deepEqual(
    items.map(({ rank, depth, ordered }) => [rank, depth, ordered]),
    [
      [1, 0, true],
      [1, 1, false],
      [2, 1, false],
      [2, 0, true],
      [1, 0, false],
      [2, 0, false],
    ],
  );
});

test("rows carry their rank, the header none", () => {
  const { blocks } = parseAnswer("| A |\n|---|\n| b |\n| c |\n\nA | B\n--|--\n1 | 2\n");
  assert.deepEqual(
    blocks.map(({ kind, rank, header }) => [kind, rank, header]),
    [
      ["table_row", null, true],
      ["table_row", 1, false],
      ["table_row", 2, false],
      ["table_row", null, true],
      ["table_row", 1, false],
    ],
  );
});

test("numbered headings and bold lines carry the rank they show", () => {
  const { blocks } = parseAnswer("### 2. Acme\n\n**3. Bolt – $5**\n\n**not a heading** but text\n\n## Plain");
  assert.deepEqual(
    blocks.map(({ kind, rank, level }) => [kind, rank, level]),
    [
      ["heading", 2, 3],
      ["heading", 3, 7],
      ["paragraph", null, 0],
      ["heading", null, 2],
    ],
  );
});

test("a paragraph that is one bold line is a heading", () => {
  const [block] = parseAnswer("**1. [Acme Pro]()**").blocks;
  assert.deepEqual([block?.kind, block?.rank, block?.level], ["heading", 1, 7]);
});

test("links tell their label from their target", () => {
  const text = 'Try [Acme](https://acme.com "home") or [Bolt][2].\n\n[2]: https://bolt.eu "Bolt"';
  const { links } = parseAnswer(text);
  const of = (span: { start: number; end: number } | null) =>
    span === null ? null : text.slice(span.start, span.end);
  assert.deepEqual(
    links.map((link) => [of(link.label), of(link.target), of(link.reference), of(link.definition)]),
    [
      ["Acme", "https://acme.com", null, null],
      ["Bolt", null, "2", null],
      ["Bolt", "https://bolt.eu", null, "2"],
    ],
  );
});

const piece = fc.oneof(
  fc.constantFrom(
    "*",
    "**",
    "_",
    "`",
    "```",
    "[",
    "]",
    "(",
    ")",
    "](",
    "<",
    ">",
    "<a href=",
    "<!--",
    "-->",
    "&",
    ";",
    "&amp;",
    "#",
    "|",
    "---",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "\\",
    "://",
    "www.",
    "@",
    "\ud83d",
    "\ude00",
    "\0",
    "\u202e",
    "\t",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

test("any text is an answer: segments lie inside it, in order, one after the other", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const text = pieces.join("");
      const { segments, blocks } = parseAnswer(text);
      let at = 0;
      for (const { start, end, block } of segments) {
        assert.ok(start >= at && end > start && end <= text.length, JSON.stringify(text));
        assert.ok(block < blocks.length);
        at = end;
      }
    }),
    { numRuns: draws(1000, 200) },
  );
});
