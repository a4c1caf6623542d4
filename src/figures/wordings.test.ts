import assert from "node:assert/strict";
import { test } from "node:test";
import { wordingsOf } from "./wordings.ts";

const groups = (...prompts: string[]): string[][] =>
  wordingsOf(prompts.map((prompt) => ({ promptKey: prompt, prompt }))).map((group) =>
    group.map(({ prompt }) => prompt),
  );

test("the same question in other words is one question", () => {
  assert.deepEqual(
    groups(
      "what's the best laptop under $1000?",
      "which phone has the best camera?",
      "I'm looking for a laptop under $1000",
      "top laptops below 1000",
    ),
    [
      [
        "what's the best laptop under $1000?",
        "I'm looking for a laptop under $1000",
        "top laptops below 1000",
      ],
    ],
  );
});

test("questions that differ in what they are about stand alone", () => {
  assert.deepEqual(
    groups(
      "best CRM for startups",
      "best CRM for banks",
      "best running shoes for women",
      "running shoes for men",
    ),
    [],
  );
  assert.deepEqual(groups("which one is the best?", "what should I buy?"), [], "no word to tell by");
});
