import assert from "node:assert/strict";
import { test } from "node:test";
import { oddsOf } from "./model.ts";

test("the page is read only where the near weights are not sure", () => {
  const model = { near: Float64Array.of(1, 0), weights: Float64Array.of(1, 10), trees: [] };
  const features = Float64Array.of(2, 0);
  const addPage = () => {
    features[1] = 1;
  };
  assert.equal(oddsOf(Float64Array.of(4, 0), model, assert.fail), 4);
  assert.equal(oddsOf(Float64Array.of(-4, 0), model, assert.fail), -4);
  assert.equal(oddsOf(features, model, addPage), 12);
});

test("the odds are the weighted features and the leaf of each tree", () => {
  const weights = Float64Array.of(1, -2);
  const near = new Float64Array(2);
  const tree = [1, 0.5, 0.25, [0, 1, -1, 4]] as const;
  assert.equal(oddsOf(Float64Array.of(1, 0.5), { near, weights, trees: [] }), 0);
  assert.equal(oddsOf(Float64Array.of(1, 0.5), { near, weights, trees: [tree] }), 0.25);
  assert.equal(oddsOf(Float64Array.of(1, 1), { near, weights, trees: [tree, 3] }), 1);
  assert.equal(oddsOf(Float64Array.of(2, 1), { near, weights, trees: [tree] }), 4);
});
