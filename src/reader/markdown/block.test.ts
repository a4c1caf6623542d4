import assert from "node:assert/strict";
import { test } from "node:test";
import { readBlocks } from "./block.ts";

const blocks = (text: string) =>
  readBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

for (const [what, text, expected] of [
  ["an empty line ends a paragraph", "one\ntwo\n\nthree", ["paragraph one\ntwo", "paragraph three"]],
  ["white space alone is an empty line", "one\n \t\ntwo", ["paragraph one", "paragraph two"]],
  ["Windows line ends are line ends", "one\r\n\r\ntwo\r\n", ["paragraph one", "paragraph two"]],
  ["a hash needs a space to make a heading", "## Acme\n#1 choice", ["heading Acme", "paragraph #1 choice"]],
  [
    "items end the paragraph above them",
    "Wir empfehlen:\n- Acme\n* Bolt\n+ Cord",
    ["paragraph Wir empfehlen:", "list_item Acme", "list_item Bolt", "list_item Cord"],
  ],
  [
    "numbers with a dot or a bracket begin items",
    "1. アクメ\n2) ボルト",
    ["list_item アクメ", "list_item ボルト"],
  ],
  ["a year at the beginning of a line begins no item", "In\n2024 war gut", ["paragraph In\n2024 war gut"]],
  ["a fence holds everything until it closes", "~~~\n# a\n```\n~~~\nb", ["code # a\n```", "paragraph b"]],
  ["a fence that never closes holds the rest", "```\na\n\nb", ["code a\n\nb"]],
  ["a divider is no block", "a\n\n***\n\nb", ["paragraph a", "paragraph b"]],
] as const)
  test(what, () =>
    assert.deepEqual(
      blocks(text).map(([kind, text]) => `${kind} ${text}`),
      [...expected],
    ),
  );

test("a table has a header, rows with a rank, and a cell for each column", () => {
  const text = "| Marke | Preis |\n|:--|--:|\n| Acme | 5 € |\n| Bolt | 6 € |";
  const rows = readBlocks(text);
  assert.deepEqual(
    rows.map(({ kind, header, rank, cells }) => [
      kind,
      header,
      rank,
      cells.map(({ start, end }) => text.slice(start, end).trim()),
    ]),
    [
      ["table_row", true, null, ["Marke", "Preis"]],
      ["table_row", false, 1, ["Acme", "5 €"]],
      ["table_row", false, 2, ["Bolt", "6 €"]],
    ],
  );
});

test("a line between bars is a row, and a header only if a rule follows it", () => {
  assert.deepEqual(
    readBlocks("| Acme | Bolt |\n\ntext").map(({ kind, header }) => [kind, header]),
    [
      ["table_row", false],
      ["paragraph", false],
    ],
  );
});

test("headings are counted among those under the same parent", () => {
  const text = "# Top\n\n## A\n\n## B\n\n### B1\n\n# Next\n\n## C";
  assert.deepEqual(
    readBlocks(text).map(({ level, sibling }) => [level, sibling]),
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [1, 2],
      [2, 1],
    ],
  );
});

test("an indented item is nested, a less indented one is not", () => {
  assert.deepEqual(
    readBlocks("- a\n  - b\n    - c\n- d").map(({ depth }) => depth),
    [0, 1, 2, 0],
  );
});
