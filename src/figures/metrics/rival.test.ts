import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, answersTo, citation, failedCall, naming, tracked } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { scoreReport } from "../report.ts";

const boltIn = (answers: readonly MeasuredAnswer[]) =>
  scoreReport(answers, tracked).rivals!.find(({ name }) => name === "Bolt")!;
const promptsOf = (refs: readonly { prompt: string }[]) => refs.map(({ prompt }) => prompt);

/** So many answers to a prompt that what they show is no chance. */
const often = (names: string[]): string[][] => Array.from({ length: 12 }, () => names);

test("a rival wins the prompts on which it is more visible than the brand, and loses those where the brand is", () => {
  const { promptsWon, promptsLost } = boltIn(
    answersTo([
      often(["Acme", "Bolt"]),
      often(["Bolt", "Acme"]),
      often(["Bolt"]),
      often(["Acme"]),
      often(["Cube"]),
      [...often(["Acme"]), ...often(["Bolt"])],
    ]),
  );
  assert.deepEqual(promptsOf(promptsWon), ["p3", "p2"]);
  assert.deepEqual(promptsOf(promptsLost), ["p4", "p1"]);
});

test("a won prompt says how often each of both is named in how many answers", () => {
  const answers = [["Bolt", "Acme"], ["Bolt"], ["Bolt"], ["Cube"]].flatMap((names) => often(names));
  const [won] = boltIn(answersTo([answers])).promptsWon;
  assert.deepEqual(
    [
      won?.answers,
      won?.mentions,
      won?.appearanceRate,
      won?.competitorMentions,
      won?.competitorAppearanceRate,
    ],
    [48, 12, 0.25, 36, 0.75],
  );
  assert.equal(won?.bestCompetitor, "Bolt");
});

test("what few answers show is not told apart from chance, and stands in no list", () => {
  const report = scoreReport(
    answersTo([
      [["Acme"], ["Acme"]],
      [["Bolt"], ["Bolt"]],
      [["Acme", "Bolt"]],
      [["Bolt", "Acme"]],
      [["Cube", "Bolt"]],
    ]),
    tracked,
  );
  for (const { promptsWon, promptsLost } of report.rivals!)
    assert.deepEqual([promptsOf(promptsWon), promptsOf(promptsLost)], [[], []]);
  assert.deepEqual(promptsOf(report.winningPrompts), []);
  // That no answer names the brand is no question of chance.
  assert.deepEqual(promptsOf(report.losingPrompts), ["p2", "p5"]);
  assert.deepEqual(
    report.losingPrompts.map(({ bestCompetitor }) => bestCompetitor),
    [null, null],
  );
});

test("at most five prompts are listed, those with the widest lead first", () => {
  const { promptsWon } = boltIn(
    answersTo(
      Array.from({ length: 8 }, (_, at) =>
        Array.from({ length: 8 }, (_, sample) => (sample <= at ? ["Bolt"] : [])),
      ),
    ),
  );
  assert.deepEqual(promptsOf(promptsWon), ["p8", "p7", "p6", "p5", "p4"]);
});

test("a rival's sources are those that the answers naming it cite, counted over these answers alone", () => {
  const { sources } = boltIn([
    answer({
      sample: 1,
      reading: naming(["Bolt"], { citations: [citation("news.example"), citation("wiki.example")] }),
    }),
    answer({
      sample: 2,
      reading: naming(["Bolt"], {
        citations: [citation("news.example"), citation("seen.example", { cited: false })],
      }),
    }),
    answer({ sample: 3, reading: naming(["Acme"], { citations: [citation("other.example")] }) }),
  ]);
  assert.deepEqual(
    sources.map(({ domain, citations, citationShare }) => [domain, citations, citationShare]),
    [
      ["news.example", 2, 2 / 3],
      ["wiki.example", 1, 1 / 3],
    ],
  );
});

test("a rival's figures per assistant are over that assistant's answers, with the gap to the brand", () => {
  const { providers } = boltIn([
    ...answersTo([[["Bolt"], ["Bolt", "Acme"]]]),
    ...answersTo([[["Acme"]]], { provider: "claude" }),
    failedCall({ provider: "gemini" }),
  ]);
  assert.deepEqual(
    providers.map(({ provider, answers, mentions, visibilityGap }) => [
      provider,
      answers,
      mentions,
      visibilityGap,
    ]),
    [
      ["chatgpt", 2, 2, 100 - 50 / Math.log2(3)],
      ["claude", 1, 0, -100],
      ["gemini", 0, 0, null],
    ],
  );
});

test("branded prompts and failed calls count in nothing that is said of a rival", () => {
  const detail = boltIn([
    ...answersTo([[["Bolt"]]], { branded: true }),
    failedCall({ prompt: "p2" }),
    ...answersTo([[["Cube"]]], { prompt: "p3" }),
  ]);
  assert.deepEqual([detail.promptsWon, detail.promptsLost, detail.sources], [[], [], []]);
  assert.deepEqual(
    detail.providers.map(({ answers, mentions }) => [answers, mentions]),
    [[1, 0]],
  );
});

test("every rival has its detail, in the order in which they are tracked", () => {
  assert.deepEqual(
    scoreReport([], tracked).rivals!.map(({ name }) => name),
    ["Bolt", "Cube", "Dune"],
  );
});

test("a prompt is on a competitor's list only where its own answers show who is ahead, however clear the other prompts are", () => {
  const prompt = (acme: number, bolt: number) =>
    Array.from({ length: 4 }, (_, at) => [...(at < acme ? ["Acme"] : []), ...(at < bolt ? ["Bolt"] : [])]);
  const { promptsWon } = boltIn(
    answersTo([prompt(0, 4), prompt(0, 4), prompt(0, 3), prompt(0, 3), prompt(0, 1), prompt(1, 1)]),
  );
  assert.deepEqual(promptsOf(promptsWon).sort(), ["p1", "p2", "p3", "p4"]);
});

test("a prompt that is lost to a competitor is on its list", () => {
  const answers = (acme: number, bolt: number) =>
    Array.from({ length: 6 }, (_, at) => [...(at < acme ? ["Acme"] : []), ...(at < bolt ? ["Bolt"] : [])]);
  const even = Array.from({ length: 12 }, (_, at) => answers(2 + (at % 3), 4 - (at % 3)));
  const report = scoreReport(answersTo([...even, answers(0, 5), answers(0, 1)]), tracked);
  const wonBy = new Map(report.rivals.map((rival) => [rival.name, new Set(promptsOf(rival.promptsWon))]));
  assert.ok(report.losingPrompts.some(({ bestCompetitor }) => bestCompetitor === "Bolt"));
  for (const { prompt, bestCompetitor } of report.losingPrompts)
    assert.ok(bestCompetitor === null || wonBy.get(bestCompetitor)!.has(prompt), prompt);
});
