import assert from "node:assert/strict";
import { test } from "node:test";
import { oddsOf } from "./model.ts";

test("the odds are the weighted features and the leaf of each tree", () => {
  const weights = Float64Array.of(1, -2);
  const tree = [1, 0.5, 0.25, [0, 1, -1, 4]] as const;
  assert.equal(oddsOf(Float64Array.of(1, 0.5), { weights, trees: [] }), 0);
  assert.equal(oddsOf(Float64Array.of(1, 0.5), { weights, trees: [tree] }), 0.25);
  assert.equal(oddsOf(Float64Array.of(1, 1), { weights, trees: [tree, 3] }), 1);
  assert.equal(oddsOf(Float64Array.of(2, 1), { weights, trees: [tree] }), 4);
});
