import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonsOf } from "./reasons.ts";

type Given = Parameters<typeof reasonsOf>[0];

const prompt = (key: string, mentions: number, answers = 6) =>
  ({ prompt_key: key, prompt: `prompt ${key}`, metrics: { mentions, answers } }) as Given["prompts"][number];

test("wordings of one question count together, named by the shortest", () => {
  const wordings = [
    [
      { prompt_key: "a", prompt: "a long way to ask" },
      { prompt_key: "b", prompt: "short" },
    ],
  ];
  const [first, second] = reasonsOf({ prompts: [prompt("a", 6), prompt("b", 5), prompt("c", 0)], wordings });
  assert.deepEqual(first, {
    prompt: "short",
    wordings: 2,
    promptKeys: ["a", "b"],
    mentions: 11,
    answers: 12,
  });
  assert.deepEqual([second?.mentions, second?.answers], [0, 6]);
});

test("of many, the two best and the three worst are shown; unanswered ones are not", () => {
  const prompts = [..."abcdefg"].map((key, at) => prompt(key, at)).concat(prompt("x", 0, 0));
  assert.deepEqual(
    reasonsOf({ prompts, wordings: [] }).map(({ mentions }) => mentions),
    [6, 5, 2, 1, 0],
  );
});
