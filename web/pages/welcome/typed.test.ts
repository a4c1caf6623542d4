import assert from "node:assert/strict";
import { test } from "node:test";
import { namesIn, withIntents } from "./typed.ts";

test("names are taken from lines and commas, each once", () => {
  assert.deepEqual(namesIn(" Bolt, Cube\n\nBolt\n"), ["Bolt", "Cube"]);
});

test("a prompt keeps its intent as long as it stands as it was proposed", () => {
  const proposed = { prompts: [{ prompt: "Which CRM is best?", intent: "comparison" }] };
  assert.deepEqual(withIntents(["Which CRM is best?", "A cheap CRM?"], proposed), [
    { prompt: "Which CRM is best?", intent: "comparison" },
    { prompt: "A cheap CRM?" },
  ]);
});
