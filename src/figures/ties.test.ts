import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { draws } from "../../test/depth.ts";
import { answersTo, tracked } from "../../test/fixtures/answers.ts";
import { headline } from "./headline.ts";
import { scoreReport } from "./report.ts";
import { contestOf, type Leads, selectByMeanDoubt } from "./uncertainty/told-apart.ts";

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

/** Answers to one prompt in each of which the first of two brands is this much more visible. */
function leadsOf(prompts: readonly (readonly number[])[]): Leads {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    answers: Float64Array.from(prompts, ({ length }) => length),
    sums: Float64Array.from(prompts, sum),
    squares: Float64Array.from(prompts, (leads) => sum(leads.map((lead) => lead ** 2))),
  };
}

test("who is ahead on a prompt is doubted half where sides are even, and less with each answer that shows it", () => {
  const others = Array.from({ length: 19 }, (_, at) => [1, -0.4, 0, at % 3 === 0 ? 1 : -0.6]);
  const doubtOf = (leads: readonly number[]) => contestOf(leadsOf([leads, ...others])).doubts()(0);
  const even = Array.from({ length: 20 }, () => [1, -1, 0.4, -0.4]);
  assert.ok(Math.abs(contestOf(leadsOf(even)).doubts()(7) - 0.5) < 1e-9);
  for (const lead of [0.2, 0.6, 1])
    for (let answers = 1; answers < 12; answers += 1) {
      const doubt = doubtOf(Array(answers).fill(lead));
      assert.ok(doubt > 0 && doubt < 0.5);
      assert.ok(doubtOf(Array(answers + 1).fill(lead)) < doubt);
    }
});

const leads = fc.array(fc.constantFrom(-1, -0.6, -0.4, 0, 0.4, 0.6, 1), { maxLength: 12 });

test("that one brand is ahead is doubted as much as it is likely that the other one is", () => {
  fc.assert(
    fc.property(fc.array(leads, { minLength: 1, maxLength: 12 }), (prompts) => {
      const mirrored = contestOf(leadsOf(prompts.map((own) => own.map((lead) => -lead)))).doubts();
      const doubtOf = contestOf(leadsOf(prompts)).doubts();
      for (const at of prompts.keys()) {
        assert.ok(doubtOf(at) >= 0 && doubtOf(at) <= 1);
        assert.ok(Math.abs(doubtOf(at) + mirrored(at) - 1) < 1e-6);
      }
    }),
    { numRuns: draws(100, 30) },
  );
});

test("of many doubts as many stand as keep their mean below the share", () => {
  assert.deepEqual(selectByMeanDoubt([0.3, 0.01, 0.15, 0.12], 0.1), [false, true, true, true]);
  assert.deepEqual(selectByMeanDoubt([0.11, 0.5], 0.1), [false, false]);
});
