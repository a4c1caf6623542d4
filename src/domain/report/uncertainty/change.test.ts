import assert from "node:assert/strict";
import { test } from "node:test";
import { type Cell, changeBetween } from "./change.ts";

const cell = (prompt: number, answers: number, named: number, more: Partial<Cell> = {}): Cell => ({
  promptKey: `p${prompt}`,
  provider: "chatgpt",
  surface: "api",
  answers,
  named,
  visibility: named * 100,
  models: ["model-1"],
  ...more,
});
const cells = (named: readonly number[], answers = 5, more: Partial<Cell> = {}): Cell[] =>
  named.map((count, prompt) => cell(prompt, answers, count, more));
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test("a rise beyond the noise is up, the same fall is down", () => {
  const few = cells([0, 1, 0, 1, 0, 1, 0, 1]);
  const many = cells([4, 5, 4, 5, 4, 5, 4, 5]);
  const up = changeBetween(few, many);
  assert.equal(up.direction, "up");
  near(up.appearanceRateDelta!, 0.8);
  assert.equal(changeBetween(many, few).direction, "down");
  near(changeBetween(many, few).appearanceRateDelta!, -0.8);
});

test("a difference within the noise is flat and still says its size", () => {
  const change = changeBetween(cells([2, 3, 2, 3, 2]), cells([3, 3, 2, 3, 2]));
  assert.equal(change.direction, "flat");
  near(change.appearanceRateDelta!, 0.04);
  assert.ok(change.appearanceRateDeltaCi![0] < 0 && change.appearanceRateDeltaCi![1] > 0);
});

test("the interval is the linearised one over the common prompts", () => {
  // p₁ = 0.4, p₂ = 0.6, N = 25; e = (residual₂ − residual₁): (3,0), (2,1), (1,4), (5,2), (4,3) of 5 each.
  const change = changeBetween(cells([0, 1, 4, 2, 3]), cells([3, 2, 1, 5, 4]));
  const errors = [3 - 0 - 1, 2 - 1 - 1, 1 - 4 - 1, 5 - 2 - 1, 4 - 3 - 1].map((e) => e / 25);
  const variance = (5 / 4) * errors.reduce((sum, e) => sum + e * e, 0);
  const half = 2.7764451052 * Math.sqrt(variance);
  near(change.appearanceRateDelta!, 0.2);
  near(change.appearanceRateDeltaCi![0], 0.2 - half);
  near(change.appearanceRateDeltaCi![1], 0.2 + half);
  near(change.visibilityScoreDeltaCi![1], 20 + 100 * half);
});

test("where all prompts moved alike the pooled rate still sets a floor to the noise", () => {
  const change = changeBetween(cells([1, 1, 1, 1, 1]), cells([2, 2, 2, 2, 2]));
  const pooled = (5 + 10 + 1) / (25 + 25 + 2);
  near(change.appearanceRateDeltaCi![1], 0.2 + 2.7764451052 * Math.sqrt((pooled * (1 - pooled)) / 25));
  assert.equal(change.visibilityScoreDeltaCi, null, "no prompt differs from another");
  near(change.visibilityScoreDelta!, 20);
});

test("no answer of either report names the brand: flat, with an interval", () => {
  const change = changeBetween(cells([0, 0, 0, 0, 0]), cells([0, 0, 0, 0, 0]));
  assert.deepEqual([change.direction, change.appearanceRateDelta], ["flat", 0]);
  assert.ok(change.appearanceRateDeltaCi![1] > 0);
});

test("below 5 common prompts or 10 answers on a side nothing is said", () => {
  const nothing = {
    answersSetAside: 0,
    readingsDiffer: [],
    appearanceRateDelta: null,
    appearanceRateDeltaCi: null,
    visibilityScoreDelta: null,
    visibilityScoreDeltaCi: null,
  };
  assert.deepEqual(changeBetween(cells([0, 0, 0, 0]), cells([5, 5, 5, 5])), {
    direction: "insufficient_data",
    prompts: 4,
    answers: 20,
    answersBefore: 20,
    ...nothing,
  });
  assert.deepEqual(changeBetween(cells([0, 0, 0, 0, 0], 1), cells([5, 5, 5, 5, 5])), {
    direction: "insufficient_data",
    prompts: 5,
    answers: 25,
    answersBefore: 5,
    ...nothing,
  });
  assert.deepEqual(changeBetween([], cells([5, 5, 5, 5, 5])), {
    direction: "insufficient_data",
    prompts: 0,
    answers: 0,
    answersBefore: 0,
    ...nothing,
  });
});

test("only what both reports asked is compared: prompt, assistant and surface", () => {
  const before = cells([1, 1, 1, 1, 1, 1]);
  const later = [
    ...cells([1, 1, 1, 1, 1]),
    ...cells([5, 5, 5, 5, 5, 5], 5, { provider: "claude" }),
    ...cells([5, 5, 5, 5, 5, 5], 5, { surface: "import" }),
    cell(99, 5, 5),
  ];
  const change = changeBetween(before, later);
  assert.deepEqual([change.direction, change.prompts, change.appearanceRateDelta], ["flat", 5, 0]);
});

test("cells whose model changed are set aside", () => {
  const before = [...cells([1, 1, 1, 1, 1, 1]), ...cells([1, 1, 1, 1, 1], 5, { provider: "claude" })];
  const later = [
    ...cells([1, 1, 1, 1, 1, 1]),
    ...cells([5, 5, 5, 5, 5], 5, { provider: "claude", models: ["model-2"] }),
  ];
  const change = changeBetween(before, later);
  assert.equal(change.appearanceRateDelta, 0);
  assert.deepEqual(
    [change.prompts, change.answers, change.answersBefore, change.answersSetAside],
    [6, 30, 30, 25],
  );
});

for (const differs of ["brand", "method"] as const) {
  test(`reports read with another ${differs} are not compared: the reading may be what changed`, () => {
    const change = changeBetween(cells([0, 0, 0, 0, 0, 0]), cells([5, 5, 5, 5, 5, 5]), [differs]);
    assert.equal(change.direction, "reading_changed");
    assert.deepEqual(
      [change.appearanceRateDelta, change.appearanceRateDeltaCi, change.visibilityScoreDelta],
      [null, null, null],
    );
    assert.deepEqual([change.prompts, change.answers, change.answersBefore], [6, 30, 30]);
  });
}

test("among other rivals the appearance rate is compared, the visibility score is not", () => {
  const change = changeBetween(cells([0, 1, 0, 1, 0, 1, 0, 1]), cells([4, 5, 4, 5, 4, 5, 4, 5]), ["rivals"]);
  assert.equal(change.direction, "up");
  near(change.appearanceRateDelta!, 0.8);
  assert.deepEqual([change.visibilityScoreDelta, change.visibilityScoreDeltaCi], [null, null]);
});

test("where more than half of the cells changed their model that is the answer", () => {
  const later = cells([5, 5, 5, 5, 5, 5], 5, { models: ["model-2"] });
  assert.equal(changeBetween(cells([1, 1, 1, 1, 1, 1]), later).direction, "model_changed");
  const half = later.map((each, at) => (at < 3 ? { ...each, models: ["model-1"] } : each));
  assert.notEqual(changeBetween(cells([1, 1, 1, 1, 1, 1]), half).direction, "model_changed");
});

test("a model that is not known has not changed", () => {
  const unknown = cells([1, 1, 1, 1, 1], 5, { models: [] });
  assert.equal(changeBetween(unknown, cells([1, 1, 1, 1, 1])).direction, "flat");
});
