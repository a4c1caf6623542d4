import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnswerRow } from "../../api/row-questions.ts";
import { matchingRows } from "./matching-rows.ts";

const row = (id: string, more: Partial<AnswerRow>): AnswerRow => ({
  ...{ id, promptKey: "p_1", prompt: "Which CRM?", provider: "chatgpt", sample: 1, model: null },
  ...{ failed: false, place: null, others: [], sources: 0, searches: [], answeredAt: null },
  ...more,
});
const rows = [
  row("named", { place: 2, sources: 3 }),
  row("not", { provider: "claude" }),
  row("failed", { failed: true }),
];
const ids = (choices: Parameters<typeof matchingRows>[1]) => matchingRows(rows, choices).map(({ id }) => id);

test("without a choice all rows are shown, as they came", () => {
  assert.deepEqual(ids({}), ["named", "not", "failed"]);
});

test("an answer that failed is neither one that names the brand nor one that does not", () => {
  assert.deepEqual(ids({ named: "yes" }), ["named"]);
  assert.deepEqual(ids({ named: "no" }), ["not"]);
  assert.deepEqual(ids({ named: "failed" }), ["failed"]);
});

test("answers are chosen by assistant and by whether they cite anything", () => {
  assert.deepEqual(ids({ assistant: "claude" }), ["not"]);
  assert.deepEqual(ids({ cited: "yes" }), ["named"]);
  assert.deepEqual(ids({ cited: "no" }), ["not"]);
  assert.deepEqual(ids({ cited: "no", assistant: "chatgpt" }), []);
});

test("named or not is of the competitor that was chosen, and prompts are chosen by intent", () => {
  const others = [
    row("bolt", { others: ["Bolt"] }),
    row("both", { place: 1, others: ["Bolt"], promptKey: "p_2" }),
  ];
  const ids = (...given: Parameters<typeof matchingRows> extends [unknown, ...infer Rest] ? Rest : never) =>
    matchingRows([...rows, ...others], ...given).map(({ id }) => id);
  assert.deepEqual(ids({ brand: "Bolt", named: "yes" }), ["bolt", "both"]);
  assert.deepEqual(ids({ brand: "Bolt", named: "no" }), ["named", "not"]);
  assert.deepEqual(ids({ brand: "Bolt", named: "failed" }), ["failed"]);
  const intents = new Map([["p_2", "price"]]);
  assert.deepEqual(ids({ intent: "price" }, intents), ["both"]);
  assert.deepEqual(ids({ intent: "-", named: "yes" }, intents), ["named"]);
});
