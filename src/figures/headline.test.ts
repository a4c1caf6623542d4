import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall, tracked } from "../../test/fixtures/answers.ts";
import { scored } from "../../test/fixtures/scored.ts";
import type { MeasuredAnswer } from "../reader/answer.ts";
import { headline, silentAssistants } from "./headline.ts";
import { scoreReport } from "./report.ts";
import { type Change, changeBetween } from "./uncertainty/change.ts";

const of = (answers: readonly MeasuredAnswer[], change: Change | null = null, brands = tracked): string => {
  const { own, rivals } = scored(answers, brands);
  return headline({ brand: brands.own.name, metrics: own, rivals, silent: [], change });
};

for (const [names, says] of [
  [
    [["Acme"], ["Bolt", "Acme"], ["Bolt"]],
    "Acme is named in 67% of 3 answers to 1 prompt (95% interval 13–97% over prompts like these); its place among 4 tracked brands cannot be told.",
  ],
  [
    [["Acme"], ["Acme", "Bolt"], ["Bolt"]],
    "Acme is named in 67% of 3 answers to 1 prompt (95% interval 13–97% over prompts like these); its place among 4 tracked brands cannot be told.",
  ],
  [
    [["Bolt", "Cube", "Acme"]],
    "Acme is named in 100% of 1 answer to 1 prompt (95% interval 15–100% over prompts like these); its place among 4 tracked brands cannot be told.",
  ],
  [
    [
      ["Acme", "Bolt"],
      ["Bolt", "Acme"],
    ],
    "Acme is named in 100% of 2 answers to 1 prompt (95% interval 22–100% over prompts like these); its place among 4 tracked brands cannot be told.",
  ],
  [
    [["Bolt"], []],
    "Acme is named in 0% of 2 answers to 1 prompt (95% interval 0–78% over prompts like these); 1 of 4 tracked brands is named.",
  ],
  [
    [[], []],
    "Acme is named in 0% of 2 answers to 1 prompt (95% interval 0–78% over prompts like these); none of 4 tracked brands is named.",
  ],
] as const) {
  test(`the headline says it in one sentence: ${says}`, () => {
    const found = of(answersTo([names]));
    assert.equal(found, says);
  });
}

test("a place is said where the answers tell it from every other", () => {
  const prompts = (names: string[][]) => answersTo(Array.from({ length: 12 }, () => names));
  assert.match(of(prompts([["Acme"], ["Acme", "Bolt"]])), /; first of 4 tracked brands by visibility\.$/);
  const between = of(prompts([["Acme", "Bolt"], ["Bolt", "Acme"], ["Acme"], ["Bolt"]]));
  assert.match(between, /; between first and second of 4 tracked brands by visibility\.$/);
});

test("without rivals the headline says nothing of a rank", () => {
  assert.equal(
    of(answersTo([[["Acme"]]]), null, { own: tracked.own, rivals: [] }),
    "Acme is named in 100% of 1 answer to 1 prompt (95% interval 15–100% over prompts like these).",
  );
});

test("without an answer the headline says that nothing is known, and never 0%", () => {
  assert.equal(
    of([failedCall(), failedCall()]),
    "Nothing is known about Acme: none of 2 calls was answered.",
  );
  assert.equal(of([]), "Nothing is known about Acme: no answer was obtained.");
});

test("a rate is never rounded to none or all", () => {
  const rest = (names: string[], count: number) => Array.from({ length: count }, () => names);
  assert.match(of(answersTo([[["Acme"], ...rest([], 400)]])), /named in under 1% of 401/);
  assert.match(of(answersTo([[[], ...rest(["Acme"], 400)]])), /named in over 99% of 401/);
});

test("the interval of a small rate is said to as many decimals as it takes, and never as 0 to 0", () => {
  const once = answersTo(
    Array.from({ length: 50 }, (_, prompt) =>
      Array.from({ length: 30 }, (_, at) => (prompt + at === 0 ? ["Acme"] : [])),
    ),
  );
  assert.match(
    of(once),
    /named in under 1% of 1,500 answers to 50 prompts \(95% interval 0\.00\d–3% over prompts like these\)/,
  );
});

test("an assistant that never answered is named", () => {
  const answers = [...answersTo([[["Acme"]], [["Acme"]]]), failedCall({ provider: "perplexity" })];
  const { metrics, competitors, providers } = scoreReport(answers, tracked);
  const silent = silentAssistants(providers);
  assert.match(
    headline({ brand: "Acme", metrics, rivals: competitors, silent, change: null }),
    /; no answer from Perplexity; its place among 4 tracked brands cannot be told\.$/,
  );
});

test("a change is said with its size and whether it is more than noise", () => {
  const answers = (named: number) =>
    answersTo(
      Array.from({ length: 8 }, () => Array.from({ length: 5 }, (_, at) => (at < named ? ["Acme"] : []))),
    );
  const changed = (before: number, after: number) =>
    of(
      answers(after),
      changeBetween(scoreReport(answers(before), tracked).cells, scoreReport(answers(after), tracked).cells),
    );
  assert.match(
    changed(1, 4),
    /; up 60 points from the previous report over 8 common prompts, more than the noise\.$/,
  );
  assert.match(
    changed(4, 1),
    /; down 60 points from the previous report over 8 common prompts, more than the noise\.$/,
  );
  assert.match(
    changed(2, 2),
    /; no change in how often it is named from the previous report over 8 common prompts, within the noise\.$/,
  );
  assert.match(
    of(answers(1), changeBetween([], scoreReport(answers(1), tracked).cells)),
    /; too little in common with the previous report to tell a change from noise\.$/,
  );
});

test("a headline over prompts that all name a brand says so", () => {
  const { metrics, competitors: rivals } = scoreReport(answersTo([[["Acme"], ["Bolt"]]]), tracked);
  const said = headline({ brand: "Acme", metrics, rivals, silent: [], change: null, onlyBranded: true });
  assert.match(said, /^Acme is named in 50% of 2 answers to 1 prompt that names a tracked brand \(/);
});

test("where many calls failed, the headline says how far the rate may lie and whether a change can be told", () => {
  const many = (named: number, lost: number) => [
    ...answersTo(
      Array.from({ length: 20 }, () => Array.from({ length: 5 }, (_, at) => (at < named ? ["Acme"] : []))),
    ),
    ...Array.from({ length: lost }, () => failedCall({ prompt: "p1" })),
  ];
  const [before, after] = [scoreReport(many(2, 0), tracked), scoreReport(many(3, 30), tracked)];
  const calls = { before: before.providers, after: after.providers };
  const said = of(many(3, 30), changeBetween(before.cells, after.cells, [], null, calls));
  assert.match(said, /over prompts like these, \d+–\d+% whatever the 30 failed calls would have said\)/);
  assert.match(said, /but whether that is a change cannot be told: 30 calls failed\.$/);
  assert.doesNotMatch(of(many(3, 2)), /failed/);
});
