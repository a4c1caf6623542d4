import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";

test("cells with commas, quotes and lines are quoted, nothing is empty, and a formula is text", () => {
  assert.equal(
    csvOf([
      ["Name", "Rate"],
      ['Acme, "the" one\nand only', 0.5],
      ["=HYPERLINK(1)", null],
      ["-1", -1],
      ["a;=cmd|x", "＝1"],
    ]),
    `\uFEFFName,Rate\r\n"Acme, ""the"" one\nand only",0.5\r\n'=HYPERLINK(1),\r\n'-1,-1\r\na;'=cmd|x,'＝1\r\n`,
  );
});
