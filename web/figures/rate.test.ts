import assert from "node:assert/strict";
import { test } from "node:test";
import { index, indexRange, percent, percentRange, points, samePromptRange } from "./rate.ts";

for (const [rate, said] of [
  [0, "0%"],
  [0.004, "under 1%"],
  [0.7292, "73%"],
  [0.996, "over 99%"],
  [1, "100%"],
  [null, null],
] as const)
  test(`a rate of ${rate} is said as ${said}`, () => assert.equal(percent(rate), said));

test("a range has one sign, and none where it is not known", () => {
  assert.equal(percentRange([0.4567, 0.8985]), "46–90%");
  assert.equal(percentRange([0, 0.002]), "0–0.2%");
  assert.equal(percentRange([0.0004, 0.031]), "0.04–3%");
  assert.equal(percentRange([0.9985, 1]), "99.9–100%");
  assert.equal(percentRange(null), null);
  assert.equal(percentRange([]), null);
});

test("an index has a decimal and no sign", () => {
  assert.equal(index(54), "54.0");
  assert.equal(index(null), null);
  assert.equal(indexRange([34.8, 72]), "34.8–72.0");
});

test("points have no sign: the word beside them says which way", () => assert.equal(points(-0.1042), 10));

test("a prompt's own range is that of the same prompts", () => {
  const ofScore = { figure: "visibility_score", interval_same_prompts: [40, 60] };
  const ofRate = { figure: "appearance_rate", interval_same_prompts: [0.52, 0.78] };
  assert.equal(percentRange(samePromptRange({ same_prompts: [ofScore, ofRate] })), "52–78%");
  assert.equal(percentRange(samePromptRange({ same_prompts: [ofScore] })), null);
});
