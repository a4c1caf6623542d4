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

test("commas in quotation marks do not say which the separator is", () => {
  assert.deepEqual(cells('"Which CRM, for a small, new firm?";best\n"Free, cheap CRM?";price'), [
    ["Which CRM, for a small, new firm?", "best"],
    ["Free, cheap CRM?", "price"],
  ]);
});

test("where the first line has no separator there is one column, and no line is cut", () => {
  assert.deepEqual(cells('prompt\nWhich CRM, really?\n"Free; or cheap?"\n,'), [
    ["prompt"],
    ["Which CRM, really?"],
    ["Free; or cheap?"],
  ]);
});

test("a long line full of quotation marks is read at once", () => {
  const line = `a${'"b'.repeat(200_000)}`;
  const began = performance.now();
  assert.deepEqual(cells(`prompt\n${line}`), [["prompt"], [line]]);
  assert.ok(performance.now() - began < 5_000);
});
