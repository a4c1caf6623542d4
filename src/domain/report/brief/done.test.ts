import assert from "node:assert/strict";
import { test } from "node:test";
import { type Effect, effectVerdicts } from "../effect/effect.ts";
import { effectInWords } from "./done.ts";

const effect = (over: Partial<Effect>): Effect => ({
  ...{ verdict: "up", delta: 0.21, deltaCi: [0.04, 0.38], smallest: 0.24, power: null },
  ...{ prompts: 3, controls: 7, reportsBefore: 4, reportsAfter: 4, answersBefore: 72, answersAfter: 72 },
  ...over,
});

test("an effect is told with its interval, in the direction that it has", () => {
  assert.equal(
    effectInWords(effect({})),
    "Compared with the other prompts, the share of answers that name the brand has risen by 21 points for its 3 prompts (95% interval 4 to 38).",
  );
  assert.equal(
    effectInWords(effect({ verdict: "down", delta: -0.01, deltaCi: [-0.38, -0.004], prompts: 1 })),
    "Compared with the other prompts, the share of answers that name the brand has fallen by 1 point for its prompt (95% interval 0 to 38).",
  );
});

test("without an effect it says what would have been seen, or why it cannot be judged", () => {
  assert.match(
    effectInWords(effect({ verdict: "none_seen" })),
    /An effect of 24 points would be seen in four cases out of five\.$/,
  );
  for (const verdict of effectVerdicts) assert.match(effectInWords(effect({ verdict })), /^[A-Z].*\.$/);
});
