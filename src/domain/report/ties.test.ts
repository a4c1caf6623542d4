import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answersTo, tracked } from "../../../test/fixtures/answers.ts";
import { headline } from "./headline.ts";
import { scoreReport } from "./report.ts";

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
    { numRuns: 300 },
  );
});
