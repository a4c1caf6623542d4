import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { jaccard, rankBiasedOverlap, rankingOf, stability } from "./stability.ts";
import { inOrder } from "./tally.ts";

const near = (actual: number | null, expected: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
const of = (answers: readonly MeasuredAnswer[]) => stability(inOrder(answers));

test("equal rankings overlap fully, rankings that share nothing not at all", () => {
  for (const overlap of [jaccard, rankBiasedOverlap]) {
    near(overlap(rankingOf([1, 2, 3]), rankingOf([1, 2, 3])), 1);
    near(overlap(rankingOf([1, 2]), rankingOf([3, 4])), 0);
    near(overlap(rankingOf([1]), rankingOf([])), 0);
  }
});

test("a swap counts the more the nearer it is to the top", () => {
  // 0.1/0.9·(1·0.9 + 1/2·0.81 + 3/3·0.729) + 3/3·0.729
  near(rankBiasedOverlap(rankingOf([1, 2, 3]), rankingOf([1, 3, 2])), 0.955);
  // 0.1/0.9·(0·0.9 + 2/2·0.81 + 3/3·0.729) + 3/3·0.729
  near(rankBiasedOverlap(rankingOf([1, 2, 3]), rankingOf([2, 1, 3])), 0.9);
});

test("rankings of different lengths are extrapolated", () => {
  // Webber et al., equation 32 with s = 1, l = 3, X = 0, 1, 1: 0.1/0.9·(1/2·0.81 + 1/3·0.729) + 1/3·0.729
  near(rankBiasedOverlap(rankingOf([2]), rankingOf([1, 2, 3])), (0.1 / 0.9) * (0.405 + 0.243) + 0.243);
  near(rankBiasedOverlap(rankingOf([1, 2, 3]), rankingOf([2])), (0.1 / 0.9) * (0.405 + 0.243) + 0.243);
});

test("answers of one engine to one prompt are compared pair by pair, tracked brands and others alike", () => {
  const found = of(
    answersTo([
      [
        ["Acme", "~Zeta"],
        ["Acme", "~ZETA"],
        ["Acme", "Bolt"],
      ],
    ]),
  );
  assert.equal(found?.pairs, 3);
  near(found.brandJaccard, (1 + 1 / 3 + 1 / 3) / 3);
});

test("two products of one maker are one brand, and an article is no brand", () => {
  const found = of(
    answersTo([
      [
        ["~Dell UltraSharp U2723QE", "~The North Face"],
        ["~Dell's S2722", "~North Face Inc."],
      ],
    ]),
  );
  assert.deepEqual([found?.brandJaccard, found?.brandRbo], [1, 1]);
});

test("two answers that name nobody are no evidence: they are counted apart", () => {
  assert.deepEqual(of(answersTo([[[], []]])), {
    pairs: 0,
    emptyPairs: 1,
    brandJaccard: null,
    brandRbo: null,
  });
  assert.deepEqual(of(answersTo([[[], ["Acme"], []]])), {
    pairs: 2,
    emptyPairs: 1,
    brandJaccard: 0,
    brandRbo: 0,
  });
});

test("with one answer per engine and prompt there is nothing to compare", () => {
  const once = [...answersTo([[["Acme"]], [["Acme"]]]), ...answersTo([[["Acme"]]], { provider: "claude" })];
  assert.equal(of([...once, failedCall({ prompt: "p1", sample: 2 })]), null);
});

test("thousands of answers to one prompt are compared in linear time", () => {
  const answers = answersTo([Array.from({ length: 2000 }, (_, at) => [at % 2 ? "Acme" : "Bolt"])]);
  const found = of(answers);
  assert.equal(found?.pairs, 2000 * 32);
  near(found.brandJaccard, 0.5);
});
