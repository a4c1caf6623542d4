import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../uncertainty/cell.ts";
import { type NoiseOfReport, noiseOf } from "./noise.ts";

/** Twelve prompts put to two engines, four times each; `named` of those answers name the brand. */
const cellsOf = (named: (prompt: number, engine: number) => number, answers = 4): Cell[] =>
  Array.from({ length: 12 }, (_, prompt) =>
    (["chatgpt", "claude"] as const).map((provider, engine): Cell => {
      const count = named(prompt, engine);
      const promptKey = `p${prompt}`;
      return { promptKey, provider, surface: "api", answers, named: count, visibility: 0, models: ["m"] };
    }),
  ).flat();

const shares = (noise: NoiseOfReport | null) =>
  Object.fromEntries(noise!.sources.map(({ source, share }) => [source, share]));
const none = { prompt: 0, engine: 0, prompt_by_engine: 0, run: 0, day: null };

test("variance is told apart: what prompts, engines, an engine on a prompt and asking again add", () => {
  assert.deepEqual(
    shares(
      noiseOf(
        cellsOf((prompt) => (prompt % 2 ? 4 : 0)),
        [],
      ),
    ),
    { ...none, prompt: 1 },
  );
  assert.deepEqual(
    shares(
      noiseOf(
        cellsOf((_, engine) => 4 * engine),
        [],
      ),
    ),
    { ...none, engine: 1 },
  );
  const crossed = cellsOf((prompt, engine) => (prompt % 2 === engine ? 4 : 0));
  assert.deepEqual(shares(noiseOf(crossed, [])), { ...none, prompt_by_engine: 1 });
  assert.deepEqual(
    shares(
      noiseOf(
        cellsOf(() => 2),
        [],
      ),
    ),
    { ...none, run: 1 },
  );
});

test("the four shares add up to 1, each with an interval that contains it and a deviation in points", () => {
  const mixed = cellsOf((prompt, engine) => [0, 1, 3, 4][(prompt + engine) % 4]!);
  const { sources } = noiseOf(mixed, [])!;
  const four = sources.filter(({ source }) => source !== "day");
  const total = four.reduce((sum, { share }) => sum + share!, 0);
  assert.ok(Math.abs(total - 1) < 1e-9);
  for (const { share, shareCi, deviation } of four) {
    assert.ok(shareCi![0] <= share! && share! <= shareCi![1]);
    assert.ok(Math.abs(deviation! ** 2 - share! * 0.25) < 1e-9);
  }
});

test("what the answers cannot tell apart is null", () => {
  const one = cellsOf((prompt) => prompt % 4).filter(({ provider }) => provider === "claude");
  const { prompt, engine, prompt_by_engine, run } = shares(noiseOf(one, []));
  assert.deepEqual([engine, prompt_by_engine], [null, null], "a single engine");
  assert.ok(Math.abs(prompt! + run! - 1) < 1e-9);
  const once = shares(
    noiseOf(
      cellsOf((at) => at % 2, 1),
      [],
    ),
  );
  assert.deepEqual([once.run, once.prompt_by_engine], [null, null], "nothing was asked twice");
  const apart = cellsOf((_, engine) => 4 * engine).filter(
    ({ promptKey, provider }) => Number(promptKey.slice(1)) % 2 === (provider === "claude" ? 1 : 0),
  );
  const strangers = shares(noiseOf(apart, []));
  assert.deepEqual([strangers.engine, strangers.prompt, strangers.run], [null, 0, 0], "no common prompt");
  assert.equal(
    noiseOf(
      cellsOf(() => 0),
      [],
    ),
    null,
    "every answer agrees",
  );
  assert.equal(noiseOf(cellsOf(() => 2).slice(0, 8), []), null, "four prompts");
});

test("where fewer than six prompts name the brand, or fail to, no share is told, and what more would buy still is", () => {
  const rare = cellsOf((prompt) => (prompt < 6 ? prompt : 0));
  for (const cells of [rare, rare.map((cell) => ({ ...cell, named: cell.answers - cell.named }))]) {
    const { sources, halfWidth, twicePrompts } = noiseOf(cells, [])!;
    assert.ok(
      sources.every(
        ({ share, shareCi, deviation }) => share === null && shareCi === null && deviation === null,
      ),
    );
    assert.ok(twicePrompts < halfWidth);
  }
});

test("days count where reports over the same prompts lie further apart than asking again explains", () => {
  const steady = Array.from({ length: 6 }, (_, day) => cellsOf((prompt) => 2 + ((prompt + day) % 2)));
  const moving = [1, 3, 1, 3, 1, 3].map((named) => cellsOf(() => named));
  const day = (series: Cell[][]) => noiseOf(series[5]!, series.slice(0, 5))!.sources.at(-1)!;
  assert.equal(day(steady).share, 0);
  const { share, shareCi, deviation } = day(moving);
  assert.ok(share! > 0.2 && shareCi![0] > 0 && shareCi![0] < share! && share! < shareCi![1]);
  // Rates of 0.25 and 0.75 in turn: 0.27 apart from their mean, of which asking again explains 0.1.
  assert.ok(Math.abs(deviation! - Math.sqrt(0.075 - 0.25 / 96)) < 1e-3, String(deviation));
  assert.equal(
    noiseOf(moving[5]!, moving.slice(0, 3))!.sources.at(-1)!.share,
    null,
    "three days are too few",
  );
});

test("twice the prompts narrow the interval over prompts like these more than twice the runs", () => {
  const { halfWidth, twicePrompts, twiceRuns } = noiseOf(
    cellsOf((prompt) => (prompt % 2 ? 4 : 1)),
    [],
  )!;
  assert.ok(twicePrompts < twiceRuns && twiceRuns < halfWidth);
  assert.ok(halfWidth / twicePrompts > 1.35 && halfWidth / twicePrompts < Math.SQRT2);
});

test("wordings of one question count once in what would narrow the interval", () => {
  const twelve = cellsOf((prompt) => prompt % 5);
  const asSix = twelve.map((cell) => ({ ...cell, topic: `${Number(cell.promptKey.slice(1)) % 6}` }));
  const alone = noiseOf(twelve, [])!;
  const { halfWidth, twicePrompts, twiceRuns } = noiseOf(asSix, [])!;
  assert.ok(alone.halfWidth < halfWidth && halfWidth < 0.4, `${alone.halfWidth} of 12, ${halfWidth} of 6`);
  assert.ok(twicePrompts < halfWidth && twiceRuns < halfWidth);
});
