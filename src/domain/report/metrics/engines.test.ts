import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall, tracked } from "../../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../answer/answer.ts";
import type { Provider } from "../../project/provider.ts";
import { scoreReport } from "../report.ts";
import { failureBounds } from "./engines.ts";

const by = (provider: Provider, answers: MeasuredAnswer[]) => answers.map((each) => ({ ...each, provider }));
const failed = (provider: Provider, calls: number) =>
  Array.from({ length: calls }, () => failedCall({ provider, prompt: "p1" }));
/** Ten prompts, of whose answers so many name the brand. */
const ten = (named: number) => answersTo(Array.from({ length: 10 }, (_, at) => [at < named ? ["Acme"] : []]));

test("an engine that loses answers counts by what it was asked", () => {
  const whole = [...by("chatgpt", ten(8)), ...by("claude", ten(2))];
  assert.equal(scoreReport(whole, tracked).metrics.appearanceRate, 0.5);
  const half = [...by("chatgpt", ten(8)), ...by("claude", ten(2).slice(1, 6)), ...failed("claude", 5)];
  const { metrics } = scoreReport(half, tracked);
  assert.equal(metrics.appearanceRate, (0.8 + 0.2) / 2, "9 of 15 answers are 60 %");
  assert.deepEqual([metrics.answers, metrics.mentions, metrics.answersFailed], [15, 9, 5]);
});

test("the same goes for branded prompts, and an assistant's own figures say what its failed calls could have said", () => {
  const half = [...by("chatgpt", ten(8)), ...by("claude", ten(2).slice(1, 6)), ...failed("claude", 5)];
  const branded = half.map((each) => ({ ...each, branded: true }));
  const whole = answersTo([[["Acme"]]]).map((each) => ({ ...each, promptKey: "p_other" }));
  const scored = scoreReport([...branded, ...whole], tracked);
  assert.equal(scored.branded!.appearanceRate, (0.8 + 0.2) / 2);
  const { metrics, providers, rivals } = scoreReport(half, tracked);
  assert.deepEqual(scored.branded!.appearanceRateBounds, metrics.appearanceRateBounds);
  assert.deepEqual(
    providers.map(({ provider, appearanceRateBounds }) => [provider, appearanceRateBounds]),
    [
      ["chatgpt", null],
      ["claude", [1 / 10, 6 / 10]],
    ],
  );
  assert.deepEqual(rivals[0]!.providers[1]!.appearanceRateBounds, [0, 0.5]);
});

test("engines that lose alike, and one that never answered, change no weight", () => {
  const alike = [
    ...by("chatgpt", ten(8)),
    ...failed("chatgpt", 2),
    ...by("claude", ten(2)),
    ...failed("claude", 2),
  ];
  assert.equal(scoreReport(alike, tracked).metrics.appearanceRate, 0.5);
  const silent = [...by("chatgpt", ten(8)), ...failed("claude", 10)];
  assert.equal(scoreReport(silent, tracked).metrics.appearanceRate, 0.8);
});

test("shares of voice still add up, and a brand that is first in every answer still has 100", () => {
  const answers = [
    ...by("chatgpt", answersTo(Array.from({ length: 7 }, () => [["Acme", "Bolt"]]))),
    ...by("claude", answersTo(Array.from({ length: 3 }, () => [["Acme", "Cube", "Dune"]]))),
    ...failed("claude", 4),
  ];
  const { metrics, competitors } = scoreReport(answers, tracked);
  assert.equal(metrics.visibilityScore, 100);
  const shares = [metrics, ...competitors].reduce((sum, { shareOfVoice }) => sum + shareOfVoice!, 0);
  assert.ok(Math.abs(shares - 1) < 1e-12);
});

test("where more than a tenth of an engine's calls failed, the rate is bounded by what they could have said", () => {
  const engine = (asked: number, answered: number) => ({
    provider: "chatgpt" as const,
    ...{ asked, answered, failed: asked - answered, weight: 1 },
  });
  assert.equal(failureBounds([engine(10, 9), engine(10, 10)], [4, 4], 0.4), null);
  assert.deepEqual(failureBounds([engine(10, 5), engine(10, 10)], [4, 4], 0.6), [8 / 20, 13 / 20]);
  assert.deepEqual(
    failureBounds([engine(10, 0), engine(10, 10)], [0, 4], 0.4),
    [4 / 20, 14 / 20],
    "it never answered",
  );
  const { metrics } = scoreReport([...by("chatgpt", ten(8)), ...failed("claude", 10)], tracked);
  assert.deepEqual(metrics.appearanceRateBounds, [0.4, 0.9]);
});
