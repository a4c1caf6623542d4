import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "./cell.ts";
import { changeBetween } from "./change.ts";
import { noReach } from "./failures.ts";

const cell = (prompt: number, answers: number, named: number, more: Partial<Cell> = {}): Cell => ({
  promptKey: `p${prompt}`,
  provider: "chatgpt",
  surface: "api",
  answers,
  named,
  visibility: named * 100,
  visibilitySquares: named * 10_000,
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

test("the interval is that of the differences by prompt, moderated by what cells vary within", () => {
  // Differences (3, 1, 0, 3, 1) of 5, weights 2.5; v = (4·v between + 10·v within)/14, t with 14 degrees.
  const change = changeBetween(cells([0, 1, 4, 2, 3]), cells([3, 2, 1, 5, 4]));
  near(change.appearanceRateDelta!, 0.2);
  near(change.appearanceRateDeltaCi![0], -0.1560317189823927);
  near(change.appearanceRateDeltaCi![1], 0.5560317189823927);
  near(change.visibilityScoreDeltaCi![1], 55.60317189823927);
});

test("where all prompts moved alike what their answers vary within still is noise", () => {
  const change = changeBetween(cells([1, 1, 1, 1, 1]), cells([2, 2, 2, 2, 2]));
  near(change.appearanceRateDeltaCi![1], 0.44765863432473396);
  near(change.visibilityScoreDelta!, 20);
  near(change.visibilityScoreDeltaCi![1], 100 * 0.44765863432473396);
});

test("one assistant that answered less does not make a fall: cells are compared with themselves", () => {
  const claude = (named: number, answers: number) =>
    cells(Array(10).fill(named), answers, { provider: "claude" });
  const before = [...cells(Array(10).fill(0), 3), ...claude(3, 3)];
  const after = [...cells(Array(10).fill(0), 3), ...claude(1, 1)];
  const change = changeBetween(before, after);
  assert.deepEqual([change.direction, change.appearanceRateDelta], ["flat", 0]);
});

test("wordings of one question are nearly one prompt", () => {
  const before = cells(Array(20).fill(1));
  const after = cells(Array.from({ length: 20 }, (_, at) => (at < 8 ? 4 : 1)));
  const worded = (all: Cell[]) => all.map((each, at) => ({ ...each, topic: `t${Math.floor(at / 4)}` }));
  const width = (change: ReturnType<typeof changeBetween>) =>
    change.appearanceRateDeltaCi![1] - change.appearanceRateDeltaCi![0];
  assert.ok(width(changeBetween(worded(before), worded(after))) > 1.2 * width(changeBetween(before, after)));
});

test("no answer of either report names the brand: flat, with an interval", () => {
  const change = changeBetween(cells([0, 0, 0, 0, 0]), cells([0, 0, 0, 0, 0]));
  assert.deepEqual([change.direction, change.appearanceRateDelta], ["flat", 0]);
  assert.ok(change.appearanceRateDeltaCi![1] > 0);
});

test("below 5 common prompts or 10 answers on a side nothing is said", () => {
  const nothing = {
    answersSetAside: 0,
    answersFailed: 0,
    readingsDiffer: [],
    appearanceRateDelta: null,
    appearanceRateDeltaCi: null,
    appearanceRateChance: null,
    visibilityScoreDelta: null,
    visibilityScoreDeltaCi: null,
  };
  assert.deepEqual(changeBetween(cells([0, 0, 0, 0]), cells([5, 5, 5, 5])), {
    direction: "insufficient_data",
    reports: 1,
    newestReports: 1,
    prompts: 4,
    answers: 20,
    answersBefore: 20,
    ...nothing,
  });
  assert.deepEqual(changeBetween(cells([0, 0, 0, 0, 0], 1), cells([5, 5, 5, 5, 5])), {
    direction: "insufficient_data",
    reports: 1,
    newestReports: 1,
    prompts: 5,
    answers: 25,
    answersBefore: 5,
    ...nothing,
  });
  assert.deepEqual(changeBetween([], cells([5, 5, 5, 5, 5])), {
    direction: "insufficient_data",
    reports: 1,
    newestReports: 1,
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

const usual = [2, 3, 2, 3, 2, 3, 2, 3];
const series = {
  ...{ reports: 5, newestReports: 2, prompts: 8, answers: 80, answersBefore: 200, answersFailed: 0 },
  rate: { delta: 0.2, half: 0.15, chance: 0.001, deviation: 0.05, degrees: 9, reach: noReach },
  score: { delta: 12, half: 9, reach: noReach },
};

test("where the watch over the series has a verdict, that is the change", () => {
  const change = changeBetween(cells(usual), cells(usual), [], series);
  assert.deepEqual(
    [change.direction, change.reports, change.newestReports, change.answersBefore],
    ["up", 5, 2, 200],
  );
  near(change.appearanceRateDelta!, 0.2);
  assert.deepEqual(change.visibilityScoreDeltaCi, [3, 21]);
});

test("a series has its verdict however few prompts its reports have", () => {
  assert.equal(changeBetween(cells([2, 3]), cells([2, 3])).direction, "insufficient_data");
  assert.equal(changeBetween(cells([2, 3]), cells([2, 3]), [], { ...series, prompts: 2 }).direction, "up");
});

test("no verdict of the series counts where the two reports were read on other terms, or another model answered", () => {
  assert.equal(changeBetween(cells(usual), cells(usual), ["method"], series).direction, "reading_changed");
  const older = cells(usual, 5, { models: ["model-0"] });
  assert.equal(changeBetween(older, cells(usual), [], series).direction, "model_changed");
  assert.equal(changeBetween(cells(usual), cells(usual), ["rivals"], series).visibilityScoreDelta, null);
});

test("cells of an older method have no squares: then the visibility score is not compared", () => {
  const old = cells(usual).map(({ visibilitySquares: _, ...each }) => each);
  const change = changeBetween(old, old);
  assert.deepEqual(
    [change.direction, change.visibilityScoreDelta, change.visibilityScoreDeltaCi],
    ["flat", null, null],
  );
});

const calls = (answers: number, answersFailed: number) => [{ provider: "chatgpt", answers, answersFailed }];

test("a rise that the answers lost in one of the reports can have made is no rise", () => {
  const [before, after] = [cells(Array(20).fill(2)), cells(Array(20).fill(3))];
  const change = (lost: number) =>
    changeBetween(before, after, [], null, { before: calls(100, 0), after: calls(100, lost) });
  assert.equal(change(0).direction, "up");
  assert.deepEqual([change(2).direction, change(2).answersFailed], ["up", 0], "a fiftieth is no matter");
  assert.equal(change(5).direction, "up", "these few cannot have made it");
  const lost = change(30);
  assert.deepEqual([lost.direction, lost.answersFailed], ["failures_differ", 30]);
  assert.ok(lost.appearanceRateDeltaCi![0] < 0 && lost.visibilityScoreDeltaCi![0] < 0);
  // Three in ten of what was asked, of which all may have missed the brand: 0.6 becomes 0.6·10/13.
  near(lost.appearanceRateDeltaCi![0], change(0).appearanceRateDeltaCi![0] - (0.6 * 3) / 13);
  near(lost.appearanceRateDeltaCi![1], change(0).appearanceRateDeltaCi![1] + (0.4 * 3) / 13);
  assert.ok(lost.appearanceRateChance! > change(0).appearanceRateChance!);
});

test("what an assistant loses always, it loses in both reports: that makes no difference", () => {
  const [before, after] = [cells(Array(20).fill(2)), cells(Array(20).fill(3))];
  const plain = changeBetween(before, after);
  const lost = changeBetween(before, after, [], null, { before: calls(100, 30), after: calls(100, 30) });
  assert.deepEqual(lost, plain);
});

test("a fall in what came after many losses is judged by what these may have said, too", () => {
  const [before, after] = [cells(Array(20).fill(3)), cells(Array(20).fill(2))];
  const both = { before: calls(100, 30), after: calls(100, 0) };
  assert.equal(changeBetween(before, after, [], null, both).direction, "failures_differ");
  assert.equal(
    changeBetween(cells(Array(20).fill(5)), cells(Array(20).fill(0)), [], null, both).direction,
    "down",
  );
});
