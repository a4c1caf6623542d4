import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateOf, priceOf } from "./price.ts";

const used = { inputTokens: 1_000_000, outputTokens: 0, searches: 0 };

test("tokens and searches are paid for", () => {
  const cost = priceOf("gpt-6.1-terra", { inputTokens: 10_000, outputTokens: 1_000, searches: 2 });
  assert.ok(Math.abs(cost! - (0.01 + 0.005 + 0.02)) < 1e-12);
});

for (const [model, usd] of [
  ["sonar", 1],
  ["sonar-pro", 3],
  ["mistral-medium-latest", 1.5],
  ["claude-sonnet-5-5-20260928", 2],
  ["claude-opus-5", 5],
  ["claude-opus-5-5", 4],
] as const) {
  test(`${model} has the price of the longest name it begins with`, () => {
    assert.equal(priceOf(model, used), usd);
  });
}

test("a long prompt is dearer where the vendor says so", () => {
  const at = (inputTokens: number) =>
    priceOf("claude-haiku-5-5", { inputTokens, outputTokens: 0, searches: 0 });
  assert.equal(at(100_000), 0.01);
  assert.equal(at(200_000), 0.1);
});

test("what is not known costs null, not nothing", () => {
  assert.equal(priceOf("some-model", used), null);
  assert.equal(priceOf("gpt-6-luna", { ...used, outputTokens: null }), null);
});

test("an unknown model is reserved for as a dear one", () => {
  assert.equal(estimateOf("some-model", true), 0.25);
});
