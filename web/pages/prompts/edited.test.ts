import assert from "node:assert/strict";
import { test } from "node:test";
import { editedPrompts } from "./edited.ts";

const saved = [
  { prompt_key: "p_1", prompt: "Which CRM?", intent: "best_of", tags: ["CRM"] },
  { prompt_key: "p_2", prompt: "A cheap CRM?", intent: null, tags: ["CRM", "Price"] },
  { prompt_key: "p_3", prompt: "CRM for bakeries?", intent: null, tags: [] },
] as unknown as Parameters<typeof editedPrompts>[1];

test("a line that stands as it stood keeps its intent; others are added and removed", () => {
  assert.deepEqual(editedPrompts("Which CRM?\nA very cheap CRM?\n\nCRM for bakeries?\n", saved), {
    prompts: [
      { prompt: "Which CRM?", intent: "best_of" },
      { prompt: "A very cheap CRM?", tags: ["CRM", "Price"] },
      { prompt: "CRM for bakeries?" },
    ],
    ...{ stay: 2, added: 1, removed: 1 },
  });
});

test("a line that is no other one takes nothing, and each that is gone gives to one alone", () => {
  const { prompts } = editedPrompts(
    "Which CRMs?\nA cheap, good CRM?\nA cheap, nice CRM?\nWhich HR tool?",
    saved,
  );
  assert.deepEqual(
    prompts.map((each) => each.tags),
    [undefined, ["CRM", "Price"], undefined, undefined],
  );
});

test("an order that was changed changes nothing else, and an empty text removes all", () => {
  const turned = saved.map(({ prompt }) => prompt).reverse();
  const { stay, added, removed } = editedPrompts(turned.join("\n"), saved);
  assert.deepEqual([stay, added, removed], [3, 0, 0]);
  assert.deepEqual(editedPrompts("", saved), { prompts: [], stay: 0, added: 0, removed: 3 });
});
