import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText } from "./csv-text.ts";

test("nothing begins as a formula, also where a spreadsheet splits at semicolons", () => {
  const cells = ["=1+1", "＝1", "a;=cmd|x;@y", "line\n+1", "Acme; - and more", "a-b=c", "\t=1"];
  assert.deepEqual(cells.map(csvText), [
    ..."'=1+1 '＝1 a;'=cmd|x;'@y".split(" "),
    "line\n'+1",
    "Acme; - and more",
    "a-b=c",
    "'\t'=1",
  ]);
});
