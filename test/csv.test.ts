import assert from "node:assert/strict";
import test from "node:test";
import { parseCsv } from "../scripts/csv.ts";

for (const [says, text, expected] of [
  [
    "plain fields",
    "a,b\n1,2\n3,4\n",
    [
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ],
  ],
  [
    "a quoted field with a comma, a quote and a line break",
    'a,b\n"1,""x""\ny",2',
    [{ a: '1,"x"\ny', b: "2" }],
  ],
  [
    "empty fields and Windows line ends",
    'a,b\r\n,""\r\n1,\r\n',
    [
      { a: "", b: "" },
      { a: "1", b: "" },
    ],
  ],
  ["a header alone", "a,b\n", []],
] as const)
  test(`the corpus reads CSV: ${says}`, () => assert.deepEqual(parseCsv(text), expected));

test("what is no CSV is refused", () => {
  assert.throws(() => parseCsv('a,b\n"1"2,3\n'), /no CSV/);
});
