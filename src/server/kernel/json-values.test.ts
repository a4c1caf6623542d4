import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { countJsonValues, hasFewJsonValues } from "./json-values.ts";

/** Values of a list, and lists and objects: what begins them is counted, so an empty list is one and [1, 2] two. */
const countIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>(
        (sum, each) => sum + countIn(each),
        Math.max(1, Object.keys(value).length),
      )
    : 0;

test("what begins a value is counted, wherever strings have brackets, commas and quotes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(countJsonValues(JSON.stringify(value), 1_000_000).values, countIn(value));
    }),
  );
});

test("counting ends with the first value too many", () => {
  assert.deepEqual(countJsonValues("[[],[],[]]", 3), { values: 4, position: 4 });
});

test("JSON has few values by what it is made of, not by its length", () => {
  const of = (text: string, most: number) => hasFewJsonValues(Buffer.from(text), most);
  assert.ok(of(`["${"[é],".repeat(100)}"]`, 1));
  assert.ok(!of(`[${"0,".repeat(10)}0]`, 10));
  assert.ok(of(`[${"0,".repeat(9)}0]`, 10));
});
