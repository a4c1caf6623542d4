import assert from "node:assert/strict";
import test from "node:test";
import { compoundParts } from "./compound.ts";

const known = new Set(["pulver", "beschichtung", "heizung", "ring"]);

test("a compound is read by what it begins and ends with, if a page has these as words", () => {
  const partsOf = compoundParts("de", known);
  assert.deepEqual(partsOf("pulverbeschichtung"), ["pulver", "beschichtung"]);
  assert.deepEqual(partsOf("heizungsventil"), ["heizung"]);
  assert.deepEqual(partsOf("heizung"), []);
  assert.deepEqual(partsOf("ventil"), []);
});

test("the longest part that is known counts", () => {
  assert.deepEqual(
    compoundParts("nl", new Set(["dakpan", "dakpannenreiniging", "reiniging"]))("tegeldakpannenreiniging"),
    ["dakpannenreiniging"],
  );
});

test("English writes its compounds apart", () => {
  assert.deepEqual(compoundParts("en-GB", known)("heizungsventil"), []);
});
