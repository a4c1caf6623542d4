import assert from "node:assert/strict";
import test from "node:test";
import type { Confidence, CoverageStatus } from "./coverage.ts";
import { topicOf } from "./topic.ts";

const page = { url: "https://tea.example/water", title: "Water" };

function reasonOf(coverage: CoverageStatus, confidence: Confidence): string {
  const coverageOfPage = {
    wordByStem: new Map([["tea", "tea"]]),
    sharedWords: [],
    byAnswers: true,
    nearest: null,
  };
  const words = [{ stem: "tea", word: "tea", tells: 1, narrows: false }];
  const match = coverage === "uncovered" ? null : page;
  const weighed = {
    prompt: { promptKey: "a", prompt: "Why is tea bitter?", intent: null },
    ...{ words, match, coverage, confidence, weights: new Map(), gap: null, score: null, nearest: page },
    ...{
      pageCoverage: { ...coverageOfPage, status: coverage, confidence },
      ownCited: false,
      isNowhere: false,
    },
    ...{ sources: [], need: 0.4 },
  };
  return topicOf([weighed], { brand: "Acme", language: "en", crawled: true }).reason;
}

const guess = " This is a guess: look at the nearest page first.";

for (const [coverage, confidence, reason] of [
  ["covered", "high", "This page is about it: it mentions “tea”."],
  ["covered", "medium", "This page is probably about it: it mentions “tea”."],
  ["covered", "low", `This page may be about it: it mentions “tea”.${guess}`],
  ["partially_covered", "high", "This page touches on it: it mentions “tea”."],
  ["partially_covered", "medium", "This page probably touches on it: it mentions “tea”."],
  ["partially_covered", "low", `This page may touch on it: it mentions “tea”.${guess}`],
  ["uncovered", "high", "No page is about it; the closest one mentions “tea”."],
  ["uncovered", "medium", "Probably no page is about it; the closest one mentions “tea”."],
  ["uncovered", "low", `No page seems to be about it; the closest one mentions “tea”.${guess}`],
] as const)
  test(`what is ${coverage} with ${confidence} confidence is said to be so`, () =>
    assert.equal(reasonOf(coverage, confidence), reason));

test("the kind of a draft follows from how the prompt's own language asks", () => {
  const kindOf = (prompt: string, language: string) =>
    topicOf(
      [
        {
          prompt: { promptKey: "a", prompt, intent: null },
          ...{ words: [], weights: new Map(), gap: null, score: null, match: null, nearest: null },
          ...{ coverage: "uncovered", confidence: "low", ownCited: false, isNowhere: true },
          pageCoverage: {
            ...{ status: "uncovered", confidence: "low", nearest: null },
            ...{ wordByStem: new Map(), sharedWords: [], byAnswers: false },
          },
          ...{ sources: [], need: 0 },
        },
      ],
      { brand: "Acme", language, crawled: true },
    ).promptType;
  assert.equal(kindOf("Comment nettoyer une bouilloire ?", "fr"), "how_to");
  assert.equal(kindOf("Should I comment on reviews?", "en"), "faq");
  assert.equal(kindOf("Come si pulisce un bollitore?", "it"), "how_to");
  assert.equal(kindOf("Bästa vattenkokare", "sv"), "listicle");
  assert.equal(kindOf("Jaka jest różnica między nimi?", "pl"), "comparison");
});
