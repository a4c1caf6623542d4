import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfFile, rowsTaken } from "./taken.ts";

const told = (...given: Parameters<typeof rowsTaken>) =>
  rowsTaken(...given).map(({ line, prompt, intent, wrong }) => [line, prompt, intent, wrong]);

test("lines are prompts, and those that are saved, twice or too long are named by their line", () => {
  const long = "why ".repeat(130);
  assert.deepEqual(told(`- Which CRM?\n\nA cheap CRM?\nwhich  crm?\nKnown one\n${long}`, ["known ONE"]), [
    [1, "Which CRM?", null, null],
    [3, "A cheap CRM?", null, null],
    [4, "which crm?", null, "twice"],
    [5, "Known one", null, "saved"],
    [6, long.trim(), null, "long"],
  ]);
});

test("a table is known by its heads, in any order; a row without a prompt is wrong", () => {
  assert.deepEqual(told('Intent,Prompt\nbest,"Which CRM, really?"\nprice,\n,Free CRM?', []), [
    [2, "Which CRM, really?", "best", null],
    [3, "", "price", "empty"],
    [4, "Free CRM?", null, null],
  ]);
});

test("a column of tags has the tags of a prompt, several in one cell, and too many are told", () => {
  const many = Array.from({ length: 11 }, (_, at) => `t${at}`).join("; ");
  const rows = rowsTaken(`prompt,tag\nWhich CRM?,CRM; Price\nFree CRM?,\nGood CRM?,${many}`, []);
  assert.deepEqual(
    rows.map(({ intent, tags, wrong }) => [intent, tags.slice(0, 2), wrong]),
    [
      [null, ["CRM", "Price"], null],
      [null, [], null],
      [null, ["t0", "t1"], "tags"],
    ],
  );
});

test("a file that is a table needs no heads: its first column has the prompts", () => {
  assert.deepEqual(told("Which CRM?;12\nFree CRM?;3", [], true), [
    [1, "Which CRM?", null, null],
    [2, "Free CRM?", null, null],
  ]);
});

test("an intent that is too long and a quotation mark that is not closed are told", () => {
  assert.deepEqual(
    told(`prompt,intent\nWhich CRM?,${"x".repeat(41)}\n"Free CRM?`, []).map(([line, , , wrong]) => [
      line,
      wrong,
    ]),
    [
      [2, "intent"],
      [3, "open"],
    ],
  );
});

test("in a table of one column a prompt keeps its commas, with the head and without", () => {
  const prompts = "Which CRM, really?\nFree CRM?\nA cheap, good CRM, please?";
  const whole = prompts.split("\n");
  assert.deepEqual(
    rowsTaken(`prompt\r\n${prompts}`, [], true).map(({ prompt }) => prompt),
    whole,
  );
  assert.deepEqual(
    rowsTaken(prompts, [], true).map(({ prompt }) => prompt),
    whole,
  );
});

test("a row with more cells than heads is wrong and shown whole", () => {
  assert.deepEqual(told("prompt,intent\nWhich CRM, really?,best\nFree CRM?,price,\nWhich CRM?", []), [
    [2, "Which CRM, really?, best", "really?", "wide"],
    [3, "Free CRM?", "price", null],
    [4, "Which CRM?", null, null],
  ]);
});

test("a table without heads is as wide as most of its rows", () => {
  assert.deepEqual(told("Which CRM, really?,12\nFree CRM?,3\nCheap CRM?,4", [], true), [
    [1, "Which CRM, really?, 12", null, "wide"],
    [2, "Free CRM?", null, null],
    [3, "Cheap CRM?", null, null],
  ]);
});

test("a file’s text is still the file’s when it is edited, and not when other text stands in its place", () => {
  const file = "Which CRM?;12\r\nFree CRM?;3\r\n";
  assert.equal(isOfFile("Which CRM?;12\nCheap CRM?;3", file), true);
  assert.equal(isOfFile("Which CRM, really?", file), false);
  assert.equal(isOfFile("", file), false);
});
