import assert from "node:assert/strict";
import { test } from "node:test";
import { type Effect, effectVerdicts } from "../effect/effect.ts";
import { effectInWords } from "./done.ts";

const effect = (over: Partial<Effect>): Effect => ({
  ...{ verdict: "up", delta: 0.21, deltaCi: [0.04, 0.38], smallest: 0.24, power: null },
  controlsDrawn: false,
  ...{ prompts: 3, controls: 7, reportsBefore: 4, reportsAfter: 4, answersBefore: 72, answersAfter: 72 },
  ...over,
});

test("an effect is told with its interval, in the direction that it has", () => {
  assert.equal(
    effectInWords(effect({})),
    "Compared with how the other prompts moved, answers to its 3 prompts name the brand 21 points more often (95% interval 4 to 38 points).",
  );
  assert.equal(
    effectInWords(effect({ verdict: "down", delta: -0.01, deltaCi: [-0.38, -0.004], prompts: 1 })),
    "Compared with how the other prompts moved, answers to its prompt name the brand 1 point less often (95% interval 0.4 to 38 points).",
  );
});

test("it says why an effect cannot be judged: meant for all prompts, or too few others, or too few answers", () => {
  assert.match(
    effectInWords(effect({ verdict: "no_controls", controls: 20 })),
    /^It is meant for all prompts, /,
  );
  assert.match(
    effectInWords(effect({ verdict: "no_controls", controls: 2 })),
    /^There are fewer than 3 other prompts to compare with, /,
  );
  assert.match(
    effectInWords(effect({ verdict: "too_few_answers" })),
    /^There are fewer than 10 answers to its prompts before or after it, /,
  );
});

test("without an effect it says what would have been seen, or why it cannot be judged", () => {
  assert.match(
    effectInWords(effect({ verdict: "none_seen" })),
    /These answers would show an effect of 24 points in four cases out of five\.$/,
  );
  assert.match(
    effectInWords(effect({ verdict: "none_seen", smallest: 1 })),
    /Even the largest effect could go unseen in these answers\.$/,
  );
  for (const verdict of effectVerdicts) assert.match(effectInWords(effect({ verdict })), /^[A-Z].*\.$/);
});
