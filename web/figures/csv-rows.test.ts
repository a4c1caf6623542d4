import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOfCsv } from "./csv-rows.ts";

const cells = (text: string) => rowsOfCsv(text).map((row) => row.cells);

test("cells stand between commas, semicolons or tabs, in quotation marks where they hold one", () => {
  assert.deepEqual(cells('prompt,intent\r\n"Which CRM, really?",best\r\n'), [
    ["prompt", "intent"],
    ["Which CRM, really?", "best"],
  ]);
  assert.deepEqual(cells("prompt;intent\nWelches CRM, wirklich?;best"), [
    ["prompt", "intent"],
    ["Welches CRM, wirklich?", "best"],
  ]);
  assert.deepEqual(cells('\uFEFFprompt\tintent\nThe "best" CRM?\t'), [
    ["prompt", "intent"],
    ['The "best" CRM?', ""],
  ]);
  assert.deepEqual(cells('"The ""best"" CRM?"'), [['The "best" CRM?']]);
});

test("a row says the line it begins on, also after a cell of several lines and rows without text", () => {
  assert.deepEqual(
    rowsOfCsv('prompt\n"One\nand two"\n\n,\nThree').map(({ line, cells }) => [line, cells[0]]),
    [
      [1, "prompt"],
      [2, "One\nand two"],
      [6, "Three"],
    ],
  );
});

test("a quotation mark that is never closed is told", () => {
  assert.deepEqual(
    rowsOfCsv('prompt\nfine\n"not closed\nmore').map(({ line, open }) => [line, open]),
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  );
});
