import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./number.ts";

test("a place is said as it is spoken, in letters up to ten", () => {
  assert.deepEqual([2, 10, 11, 12, 13, 21, 22, 23, 24].map(place), [
    ...["second", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th"],
  ]);
});
