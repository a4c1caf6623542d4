import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../test/depth.ts";
import { answersTo, tracked } from "../../test/fixtures/answers.ts";
import { headline } from "./headline.ts";
import { scoreReport } from "./report.ts";
import { doubts, type Sides, selectByMeanDoubt } from "./uncertainty/told-apart.ts";

const places = ["Acme", "Bolt", "Cube"];

/** Answers in which Acme and Bolt stand in the same places equally often, but not in the same order of answers. */
const level = fc
  .array(fc.shuffledSubarray(places, { minLength: 1 }), { minLength: 1, maxLength: 12 })
  .chain((named) => {
    const swapped = named.map((names) =>
      names.map((name) => (name === "Acme" ? "Bolt" : name === "Bolt" ? "Acme" : name)),
    );
    const all = [...named, ...swapped];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });

test("two brands that are level on paper are level: no gap, no prompt won or lost, no rank ahead", () => {
  fc.assert(
    fc.property(level, (answers) => {
      const report = scoreReport(answersTo([answers]), {
        own: tracked.own,
        rivals: tracked.rivals.filter(({ name }) => name === "Bolt"),
      });
      const { metrics, competitors, gaps, winningPrompts, losingPrompts, prompts } = report;
      const lists = [gaps, winningPrompts, losingPrompts].map(({ length }) => length);
      if (metrics.mentions > 0) assert.deepEqual(lists, [0, 0, 0]);
      if (metrics.mentions > 0) assert.equal(prompts[0]!.bestCompetitor, "Bolt");
      const sentence = headline({ brand: "Acme", metrics, rivals: competitors, silent: [], change: null });
      if (metrics.mentions > 0)
        assert.match(sentence, /; its place among 2 tracked brands cannot be told\.$/);
    }),
    { numRuns: draws(300, 60) },
  );
});

test("who is ahead on a prompt is doubted half where sides are even, and less with each answer that shows it", () => {
  const others: Sides[] = Array.from({ length: 19 }, (_, at) => [at % 3, 2, (at + 1) % 3]);
  const doubtOf = (sides: Sides) => doubts([sides, ...others])[0]!;
  const even = Array.from({ length: 20 }, (): Sides => [2, 2, 2]);
  for (const doubt of doubts(even)) assert.ok(Math.abs(doubt - 0.5) < 1e-9);
  fc.assert(
    fc.property(fc.nat(8), fc.nat(8), fc.nat(8), (first, level, second) => {
      const doubt = doubtOf([first, level, second]);
      assert.ok(doubt > 0 && doubt < 1);
      assert.ok(doubtOf([first + 1, level, second]) < doubt);
      assert.ok(doubtOf([first, level, second + 1]) > doubt);
    }),
    { numRuns: draws(100, 30) },
  );
  assert.deepEqual(selectByMeanDoubt([0.3, 0.01, 0.15, 0.12], 0.1), [false, true, true, true]);
  assert.deepEqual(selectByMeanDoubt([0.11, 0.5], 0.1), [false, false]);
});
