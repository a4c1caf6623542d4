import assert from "node:assert/strict";
import { test } from "node:test";
import { inOneSense, type JudgedOccurrence } from "./one-sense.ts";

const byModel = (odds: number, brand = 0, block = 0): JudgedOccurrence => ({
  brand,
  block,
  judgement: {
    counts: odds > 0,
    rule: odds > 0 ? "name_in_context" : "ordinary_word",
    confidence: 0.6,
    model: { odds, place: 0, otherwise: "ordinary_word" },
  },
});
const byRule: JudgedOccurrence = {
  brand: 0,
  block: 0,
  judgement: { counts: true, rule: "listed_with_rival", confidence: 0.9 },
};

const counted = (judged: readonly JudgedOccurrence[]) => inOneSense(judged).map(({ counts }) => counts);

test("a doubtful occurrence goes with the sure ones of its paragraph", () => {
  assert.deepEqual(counted([byModel(0.5), byModel(-3), byModel(-3)]), [false, false, false]);
  assert.deepEqual(counted([byModel(-0.5), byModel(3)]), [true, true]);
});

test("a sure occurrence does not give way to doubtful ones", () => {
  assert.deepEqual(counted([byModel(4), byModel(-1), byModel(-1)])[0], true);
});

test("other brands, other paragraphs and what a rule decided say nothing", () => {
  assert.deepEqual(counted([byModel(0.9), byModel(-4, 1), byModel(-4, 0, 1)]), [true, false, false]);
  const [first, second] = [byModel(0.9), byRule];
  assert.deepEqual(inOneSense([first, second]), [first.judgement, second.judgement]);
});
