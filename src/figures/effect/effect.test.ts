import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../uncertainty/cell.ts";
import { effectInSteps, effectOf } from "./effect.ts";

/** Ten prompts and two assistants with six answers each; so many of them name the brand. */
const report = (named: (prompt: number) => number): Cell[] =>
  Array.from({ length: 10 }, (_, prompt) =>
    (["chatgpt", "claude"] as const).map(
      (provider): Cell => ({
        ...{ promptKey: `p${prompt}`, provider, surface: "api", answers: 6, named: named(prompt) },
        ...{ visibility: 0, models: [] },
      }),
    ),
  ).flat();

const four = (named: (prompt: number) => number) => Array.from({ length: 4 }, () => report(named));
const usual = (prompt: number) => 2 + (prompt % 2);
const meant = ["p0", "p1", "p2"];
const chosen = (promptKeys: string[], smallestWorth: number | null = null) => ({
  promptKeys,
  controlKeys: null,
  smallestWorth,
});

test("prompts that rose while the others stayed show an effect, with its interval", () => {
  const after = (prompt: number) => usual(prompt) + (prompt < 3 ? 2 : 0);
  const effect = effectOf({ before: four(usual), after: four(after) }, chosen(meant, 0.2));
  assert.equal(effect.verdict, "up");
  assert.ok(Math.abs(effect.delta! - 1 / 3) < 1e-9);
  const [low, high] = effect.deltaCi!;
  assert.ok(0 < low && low < effect.delta! && effect.delta! < high && high < 0.6);
  assert.ok(effect.power! > 0.5 && effect.smallest! < 0.33);
  assert.deepEqual(
    [effect.prompts, effect.controls, effect.reportsBefore, effect.reportsAfter, effect.answersAfter],
    [3, 7, 4, 4, 144],
  );
});

test("where one assistant lost more of its calls on one side, prompts that rose may show nothing but that", () => {
  const after = (prompt: number) => usual(prompt) + (prompt < 3 ? 2 : 0);
  const cells = { before: four(usual), after: four(after) };
  const losing = (answersFailed: number) => [
    { provider: "chatgpt", answers: 240, answersFailed },
    { provider: "claude", answers: 240, answersFailed: 0 },
  ];
  const effect = (before: number, after: number) =>
    effectOf({ ...cells, calls: { before: losing(before), after: losing(after) } }, chosen(meant, 0.2));
  assert.equal(effect(240, 240).verdict, "up", "as many on both sides");
  const { verdict, delta, deltaCi, power } = effect(0, 240);
  assert.equal(verdict, "failures_differ");
  assert.ok(deltaCi![0] < 0 && delta! < deltaCi![1] && power! < effect(0, 0).power!);
  assert.deepEqual(effect(0, 2), effectOf(cells, chosen(meant, 0.2)), "a fiftieth moves nothing far");
});

test("an effect is worked out in a step for each report and some after them, so that others have turns between", () => {
  const cells = { before: four(usual), after: four(usual) };
  const steps = effectInSteps(cells, chosen(meant));
  let between = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      assert.deepEqual(value, effectOf(cells, chosen(meant)));
      break;
    }
    between += 1;
  }
  assert.equal(between, 4 + 4 + 2);
});

test("an effect beyond one, as others fell while these rose, lies in its interval", () => {
  const before = (prompt: number) => (prompt < 3 ? 1 : 5);
  const after = (prompt: number) => (prompt < 3 ? 6 : prompt % 2);
  const drawn = { ...chosen(meant), controlKeys: ["p3", "p4", "p5", "p6", "p7", "p8", "p9"] };
  const { delta, deltaCi } = effectOf({ before: four(before), after: four(after) }, drawn);
  assert.ok(delta! > 1 && deltaCi![0] <= delta! && delta! <= deltaCi![1]);
});

test("what all prompts did is no effect", () => {
  const effect = effectOf({ before: four(usual), after: four((prompt) => usual(prompt) + 2) }, chosen(meant));
  assert.deepEqual([effect.verdict, effect.power], ["none_seen", null]);
  assert.ok(Math.abs(effect.delta!) < 0.01);
});

test("an effect that differs from prompt to prompt is an effect all the same", () => {
  const after = (prompt: number) => usual(prompt) + (prompt < 3 ? [3, 0, 3][prompt]! : 0);
  assert.equal(effectOf({ before: four(usual), after: four(after) }, chosen(meant)).verdict, "up");
});

test("without reports on both sides, controls or answers it says why it cannot be judged", () => {
  const verdict = (before: Cell[][], after: Cell[][], keys: string[]) =>
    effectOf({ before, after }, chosen(keys)).verdict;
  assert.equal(verdict(four(usual), [], meant), "too_early");
  assert.equal(verdict([], four(usual), meant), "no_earlier_reports");
  assert.equal(verdict(four(usual), four(usual), []), "no_controls");
  assert.equal(
    verdict(four(usual), four(usual), ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"]),
    "no_controls",
  );
  assert.equal(verdict(four(usual), four(usual), ["unknown"]), "too_few_answers");
  const nothing = effectOf({ before: [], after: [] }, chosen(meant, 0.1));
  assert.deepEqual(
    [nothing.delta, nothing.deltaCi, nothing.smallest, nothing.power],
    [null, null, null, null],
  );
});

test("prompts that chance left out are its only controls", () => {
  const after = (prompt: number) => usual(prompt) + (prompt < 3 ? 3 : 0);
  const drawn = { promptKeys: meant, controlKeys: ["p3", "p4", "p5"], smallestWorth: null };
  const { verdict, controls, controlsDrawn } = effectOf({ before: four(usual), after: four(after) }, drawn);
  assert.deepEqual([verdict, controls, controlsDrawn], ["up", 3, true]);
});

test("where all rose and the others were far stronger before, they are no comparable controls", () => {
  const rates = (prompt: number) => (prompt < 3 ? [0.5, 1.5] : [3, 4.5]);
  const report = (side: 0 | 1) => (prompt: number) => rates(prompt)[side]!;
  const effect = effectOf({ before: four(report(0)), after: four(report(1)) }, chosen(meant));
  assert.deepEqual([effect.verdict, effect.delta, effect.deltaCi], ["no_comparable_controls", null, null]);
});

test("the interval holds however often it is looked at, so it is wider than that of one look", () => {
  const after = (prompt: number) => usual(prompt) + (prompt < 3 ? 1 : 0);
  const { deltaCi, delta } = effectOf({ before: four(usual), after: four(after) }, chosen(meant));
  assert.ok(deltaCi![0] < delta! && delta! - deltaCi![0] > 0.14);
});
