import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestedTags } from "./suggested-tags.ts";

const prompt = (text: string, at: number, tags: string[] = []) => ({
  prompt_key: `p_${at}`,
  prompt: text,
  tags,
});

test("words that some prompts share are suggested with their prompts, and words of asking are not", () => {
  const prompts = [
    "Which kettle should I buy?",
    "What are the best kettles for tea?",
    "Which kettle is the quietest?",
    "Which lamp should I buy?",
    "What is the best desk lamp?",
    "Which lamps last longest?",
    "Which sofa is best?",
  ].map((text, at) => prompt(text, at));
  assert.deepEqual(suggestedTags(prompts), [
    { tag: "Kettle", promptKeys: ["p_0", "p_1", "p_2"] },
    { tag: "Lamp", promptKeys: ["p_3", "p_4", "p_5"] },
  ]);
});

test("prompts that have tags, and words that most prompts have, suggest nothing", () => {
  const kettles = [0, 1, 2].map((at) => prompt(`kettle ${at}?`, at));
  assert.deepEqual(suggestedTags(kettles), []);
  const lamps = [3, 4, 5].map((at) => prompt(`lamp ${at}?`, at, ["Lamps"]));
  assert.deepEqual(
    suggestedTags([...kettles, ...lamps]).map(({ tag }) => tag),
    ["Kettle"],
  );
});

test("a word of three letters is suggested as an acronym, or as the singular of a longer one, in its shortest spelling", () => {
  const prompts = [
    "Which CRM for a bakery?",
    "The best CRM for a school?",
    "Which CRM is cheap?",
    "Are cast iron pans good?",
    "Which frying pan lasts?",
    "A pan for the oven?",
    "Die beste Software?",
    "Was kann die Software?",
    "Wer hat die Software?",
  ].map((text, at) => prompt(text, at));
  assert.deepEqual(
    suggestedTags(prompts).map(({ tag, promptKeys }) => [tag, promptKeys.length]),
    [
      ["CRM", 3],
      ["Pan", 3],
      ["Software", 3],
    ],
  );
});
