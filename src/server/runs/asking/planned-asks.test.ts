import assert from "node:assert/strict";
import { test } from "node:test";
import { planAsks } from "./planned-asks.ts";

const unbranded = () => false;

test("a run asks every prompt of every engine as often as there are samples, prompt by prompt", () => {
  const prompts = [
    { prompt: "best crm?", intent: "compare" },
    { prompt: "cheap crm?", intent: null },
  ];
  const asks = planAsks(prompts, ["chatgpt", "gemini"], 2, unbranded);
  assert.deepEqual(
    asks.map(({ prompt, provider, sample }) => `${prompt} ${provider} ${sample}`),
    [
      "best crm? chatgpt 1",
      "best crm? chatgpt 2",
      "best crm? gemini 1",
      "best crm? gemini 2",
      "cheap crm? chatgpt 1",
      "cheap crm? chatgpt 2",
      "cheap crm? gemini 1",
      "cheap crm? gemini 2",
    ],
  );
  assert.deepEqual([asks[0]?.intent, asks[4]?.intent], ["compare", null]);
});

test("two spellings of one prompt are asked once, as the first was written", () => {
  const prompts = ["Best CRM?", " best  crm?", "Other?"].map((prompt) => ({ prompt, intent: null }));
  const asks = planAsks(prompts, ["claude", "claude"], 1, unbranded);
  assert.deepEqual(
    asks.map(({ prompt }) => prompt),
    ["Best CRM?", "Other?"],
  );
});

test("an ask says whether its prompt names a tracked brand", () => {
  const prompts = ["is Acme good?", "best crm?"].map((prompt) => ({ prompt, intent: null }));
  const asks = planAsks(prompts, ["claude"], 1, (prompt) => prompt.includes("Acme"));
  assert.deepEqual(
    asks.map(({ branded }) => branded),
    [true, false],
  );
});
