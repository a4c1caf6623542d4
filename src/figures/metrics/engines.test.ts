import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall, naming, tracked } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { Provider } from "../../reader/provider.ts";
import { scoreReport } from "../report.ts";

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
      ["claude", providers[1]!.appearanceRateBounds],
    ],
  );
  const [low, high] = providers[1]!.appearanceRateBounds!;
  assert.ok(low < 1 / 10 && high > 6 / 10, "beyond what was counted, by its sampling error");
  assert.equal(rivals[0]!.providers[1]!.appearanceRateBounds![0], 0);
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

test("where more than a fiftieth of the calls failed, the rate is bounded by all that they could have said", () => {
  const bounds = (named: number, lost: number) =>
    scoreReport([...by("chatgpt", ten(named)), ...failed("claude", lost)], tracked).metrics;
  assert.equal(bounds(8, 0).appearanceRateBounds, null);
  const whole = by("chatgpt", [...ten(8), ...ten(8), ...ten(8), ...ten(8), ...ten(8), ...ten(8)]);
  const one = scoreReport([...whole, ...failed("claude", 1)], tracked).metrics;
  assert.equal(one.appearanceRateBounds, null, "one of 61");
  const { appearanceRateBounds, appearanceRateCi } = bounds(8, 10);
  const [low, high] = appearanceRateBounds!;
  assert.ok(low < 0.4 && high > 0.9, `${appearanceRateBounds}: with its sampling error`);
  assert.ok(low <= appearanceRateCi![0] && high >= appearanceRateCi![1]);
});

test("bounds are those of a report in which the failed calls had all named the brand, or none had", () => {
  const answered = by("chatgpt", ten(6)).slice(0, 8);
  const lost = by("chatgpt", ten(6)).slice(8);
  const said = (names: string[]) => lost.map((each) => ({ ...each, reading: naming(names) }));
  const [none, all, some] = [
    [...answered, ...said([])],
    [...answered, ...said(["Acme"])],
    [...answered, ...lost.map((each) => failedCall({ ...each, status: "failed" }))],
  ].map((answers) => scoreReport(answers, { ...tracked, rivals: [] }).metrics);
  assert.deepEqual(some!.appearanceRateBounds, [none!.appearanceRateCi![0], all!.appearanceRateCi![1]]);
});

test("calls that a run under way has yet to make have not failed, so nothing is bounded by them", () => {
  const yet = Array.from({ length: 10 }, () =>
    failedCall({ provider: "claude", prompt: "p1", errorCode: "pending" }),
  );
  assert.equal(scoreReport([...by("chatgpt", ten(8)), ...yet], tracked).metrics.appearanceRateBounds, null);
});
