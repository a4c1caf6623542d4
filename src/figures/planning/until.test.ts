import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../uncertainty/cell.ts";
import { type Look, leastRuledOut, reasonToStop, samplesWithin } from "./until.ts";

const look = (over: Partial<Look>): Look => ({
  ...{ samePrompts: null, likeThese: [0.2, 0.6], change: null, looks: 5 },
  ...over,
});

test("each prompt is put to each engine as often as the bound allows, ten times at most", () => {
  assert.equal(samplesWithin({ width: 10, atMost: 100 }, 20, 20_000), 5);
  assert.equal(samplesWithin({ width: 10 }, 20, 20_000), 10);
  assert.equal(samplesWithin({ width: 10 }, 4_000, 20_000), 5);
  assert.equal(samplesWithin({ width: 10, atMost: 19 }, 20, 20_000), 0);
});

test("it stops once the interval over exactly these prompts is narrow enough", () => {
  assert.equal(reasonToStop({ width: 10 }, look({ samePrompts: [0.3, 0.41] })), null);
  assert.equal(reasonToStop({ width: 10 }, look({ samePrompts: [0.3, 0.4] })), "width");
});

test("it goes on while that interval is wide, however narrow the other one is", () => {
  const wide = look({ samePrompts: [0.3, 0.41], likeThese: [0.31, 0.4] });
  assert.equal(reasonToStop({ width: 10 }, wide), null);
});

test("where that interval is withheld, the one over prompts like these, which contains it, stands in", () => {
  assert.equal(reasonToStop({ width: 10 }, look({ likeThese: [0, 0.08] })), "width");
  assert.equal(reasonToStop({ width: 10 }, look({ likeThese: null })), null);
});

test("a change stops it beyond the bound for as many looks as there are, not at the plain 95%", () => {
  const change = (delta: number) => ({
    appearanceRateDelta: delta,
    appearanceRateDeltaCi: [delta - 0.1, delta + 0.1] as [number, number],
  });
  const stops = (delta: number, looks = 5, points = 5) =>
    reasonToStop({ change: points }, look({ change: change(delta), looks }));
  assert.equal(stops(0.11), null, "0.1 × 2.413 / 1.96 is 0.123");
  assert.equal(stops(-0.125), "change");
  assert.equal(stops(0.11, 1), "change");
  assert.equal(stops(0.01, 5, 15), "change", "a change of 15 points is ruled out");
  const cut = { appearanceRateDelta: 0.9, appearanceRateDeltaCi: [0.1, 1] as [number, number] };
  assert.equal(reasonToStop({ change: 5 }, look({ change: cut })), null, "0.8 × 2.413 / 1.96 is 0.98");
  assert.equal(reasonToStop({ change: 5 }, look({})), null, "with nothing to compare with it goes on");
});

test("what can be ruled out at best is what stops a run whose figures stay what they were", () => {
  const before = Array.from(
    { length: 20 },
    (_, at): Cell => ({
      ...{ promptKey: `p${at}`, provider: "chatgpt", surface: "api", answers: 6, named: 3 },
      ...{ visibility: 300, visibilitySquares: 30_000, models: [] },
    }),
  );
  const least = leastRuledOut(before, 10)!;
  assert.ok(least > 0.08 && least < 0.12, `${least}`);
  assert.ok(leastRuledOut(before, 4)! > least, "fewer answers rule out less");
  assert.ok(
    leastRuledOut(
      before.map((cell) => ({ ...cell, answers: 60, named: 30 })),
      10,
    )! < least,
  );
  assert.equal(leastRuledOut(before.slice(0, 2), 10), null, "two prompts are too few for any change");
});
