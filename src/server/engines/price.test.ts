import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateOf, overTwoFor, type Price, priceOf } from "./price.ts";

const prices: readonly Price[] = [
  { prefix: "small", input: 1, output: 1, search: 0.005 },
  { prefix: "small-pro", input: 3, output: 15, search: 0.006 },
  { prefix: "terra", input: 1, output: 5, search: 0.01 },
  { prefix: "haiku", input: 0.1, output: 0.5, ...overTwoFor(100_000, 0.5, 2.5) },
];
const used = { inputTokens: 1_000_000, outputTokens: 0, searches: 0 };

test("tokens and searches are paid for", () => {
  const cost = priceOf(prices, "terra", { inputTokens: 10_000, outputTokens: 1_000, searches: 2 });
  assert.ok(Math.abs(cost! - (0.01 + 0.005 + 0.02)) < 1e-12);
});

test("a model has the price of the longest name it begins with", () => {
  assert.equal(priceOf(prices, "small", used), 1);
  assert.equal(priceOf(prices, "small-pro-20260928", used), 3);
});

test("a long prompt is dearer where the vendor says so", () => {
  const at = (inputTokens: number) =>
    priceOf(prices, "haiku-5-5", { inputTokens, outputTokens: 0, searches: 0 });
  assert.equal(at(100_000), 0.01);
  assert.equal(at(200_000), 0.1);
});

test("what is not known costs null, not nothing", () => {
  assert.equal(priceOf(prices, "some-model", used), null);
  assert.equal(priceOf(prices, "terra", { ...used, outputTokens: null }), null);
});

test("an unknown model is reserved for as a dear one", () => {
  assert.equal(estimateOf(prices, "some-model", true), 0.25);
});
