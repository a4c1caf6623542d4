import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answer, answersTo, citation, failedCall, naming, tracked } from "../../test/fixtures/answers.ts";
import { scored as figuresOf } from "../../test/fixtures/scored.ts";
import { providers } from "../reader/provider.ts";
import { noMetrics } from "./metrics/metric-table.ts";
import { type ScoredReport, scoreReport, trendPoint } from "./report.ts";

const unbranded = answersTo([
  [["Acme"], ["Bolt"]],
  [["Bolt", "Acme"], []],
]);
const branded = answersTo([[["Acme", "Bolt"]]], {
  prompt: "is Acme good?",
  promptKey: "p_branded",
  branded: true,
});

test("headline figures are over unbranded prompts, the others stand apart", () => {
  const scored = scoreReport([...unbranded, ...branded], tracked);
  assert.deepEqual(scored.metrics, figuresOf(unbranded, tracked).own);
  assert.deepEqual(scored.branded, figuresOf(branded, tracked).own);
  assert.deepEqual(scored.warnings, []);
  assert.equal(scored.providers[0]?.answers, 4);
  assert.equal(scored.prompts.length, 3);
});

test("where every prompt is branded the headline is over them, and a warning says so", () => {
  const scored = scoreReport(branded, tracked);
  assert.deepEqual(scored.metrics, figuresOf(branded, tracked).own);
  assert.equal(scored.branded, null);
  assert.deepEqual(scored.warnings, ["ONLY_BRANDED_PROMPTS"]);
});

test("unbranded prompts whose calls all failed leave the headline unknown, not branded", () => {
  const scored = scoreReport([failedCall(), ...branded], tracked);
  assert.deepEqual(scored.metrics, { ...noMetrics, answersFailed: 1 });
  assert.equal(scored.branded?.answers, 1);
});

test("a report without answers has its shape and no figures", () => {
  const scored = scoreReport([], tracked);
  assert.deepEqual([scored.metrics, scored.branded, scored.stability], [noMetrics, null, null]);
  assert.deepEqual([scored.measuredAt, scored.costUsd, scored.surfaces, scored.gaps], [null, null, [], []]);
});

test("rivals stand by visibility, equal ones by name", () => {
  const { competitors } = scoreReport(answersTo([[["Dune"], ["Dune", "Bolt"]]]), tracked);
  assert.deepEqual(
    competitors.map(({ name, domain }) => [name, domain]),
    [
      ["Dune", "dune.example"],
      ["Bolt", "bolt.example"],
      ["Cube", "cube.example"],
    ],
  );
});

test("a report is dated by its newest answer and costs what is known of its calls", () => {
  const scored = scoreReport(
    [
      answer({ answeredAt: "2026-01-15T09:00:00.000Z", costUsd: 0.25 }),
      answer({
        answeredAt: "2026-01-16T09:00:00.000Z",
        costUsd: null,
        surface: "import",
        provider: "gemini",
      }),
      answer({ answeredAt: null, costUsd: 0.5 }),
    ],
    tracked,
  );
  assert.deepEqual([scored.measuredAt, scored.costUsd], ["2026-01-16T09:00:00.000Z", 0.75]);
  assert.deepEqual(scored.surfaces, ["api", "import"]);
});

test("each assistant has its figures and the models that answered", () => {
  const { providers } = scoreReport(
    [
      answer({ provider: "gemini", model: "b", names: ["Acme"] }),
      answer({ provider: "gemini", model: "a" }),
      answer({ provider: "chatgpt", model: null }),
      failedCall({ provider: "claude" }),
    ],
    tracked,
  );
  assert.deepEqual(
    providers.map(({ provider, models, appearanceRate, answersFailed }) => [
      provider,
      models,
      appearanceRate,
      answersFailed,
    ]),
    [
      ["chatgpt", [], 0, 0],
      ["claude", [], null, 1],
      ["gemini", ["a", "b"], 0.5, 0],
    ],
  );
});

const often = (names: string[]): string[][] => Array.from({ length: 12 }, () => names);

test("won and lost prompts are told by visibility; a tie is neither, an absence is lost", () => {
  const { winningPrompts, losingPrompts } = scoreReport(
    answersTo([
      often(["Acme", "Bolt"]),
      often(["Bolt", "Acme"]),
      [...often(["Acme"]), ...often(["Bolt"])],
      often(["Bolt"]),
      often([]),
    ]),
    tracked,
  );
  assert.deepEqual(
    winningPrompts.map(({ prompt, bestCompetitor }) => [prompt, bestCompetitor]),
    [["p1", "Bolt"]],
  );
  assert.deepEqual(
    losingPrompts.map(({ prompt, appearanceRate, bestCompetitor }) => [
      prompt,
      appearanceRate,
      bestCompetitor,
    ]),
    [
      ["p4", 0, "Bolt"],
      ["p2", 1, "Bolt"],
      ["p5", 0, null],
    ],
  );
});

test("cells count the brand per prompt, assistant and surface", () => {
  const { cells } = scoreReport(
    [...answersTo([[["Acme"], ["Bolt", "Acme"], []]]), failedCall({ provider: "claude" }), ...branded],
    tracked,
  );
  assert.deepEqual(
    cells.map(({ promptKey: _, ...cell }) => cell),
    [
      {
        provider: "chatgpt",
        surface: "api",
        answers: 3,
        named: 2,
        visibility: 100 + 100 / Math.log2(3),
        visibilitySquares: 10_000 + (100 / Math.log2(3)) ** 2,
        rivalsNamed: [1, 0, 0],
        models: ["model-1"],
      },
    ],
  );
});

test("a trend point repeats the report's figures", () => {
  const scored = scoreReport(unbranded, tracked);
  const point = trendPoint(scored);
  assert.deepEqual(
    [point.appearanceRate, point.visibilityScore, point.answers, point.prompts],
    [scored.metrics.appearanceRate, scored.metrics.visibilityScore, 4, 2],
  );
  assert.deepEqual(
    point.competitors.map(({ name }) => name),
    ["Bolt", "Cube", "Dune"],
  );
});

const names = [tracked.own, ...tracked.rivals].map(({ name }) => name);
const anyAnswer = fc
  .record({
    prompt: fc.integer({ min: 1, max: 6 }),
    provider: fc.constantFrom(...providers.slice(0, 4)),
    sample: fc.integer({ min: 1, max: 3 }),
    names: fc.shuffledSubarray([...names, "~Zeta", "~Yota"]),
    domains: fc.subarray(["acme.example", "bolt.example", "news.example", "wiki.example"]),
    failed: fc.integer({ min: 0, max: 7 }),
  })
  .map(({ prompt, provider, sample, names, domains, failed }) => {
    const more = { prompt: `p${prompt}`, provider, sample, branded: prompt === 6 };
    if (failed === 0) return failedCall(more);
    const citations = domains.map((domain) => citation(domain));
    return answer({ ...more, searched: true, reading: naming(names, { citations }) });
  });

test("the order in which answers come in changes nothing in a report", () => {
  const shuffled = fc
    .array(anyAnswer, { maxLength: 60 })
    .chain((answers) =>
      fc.tuple(fc.constant(answers), fc.shuffledSubarray(answers, { minLength: answers.length })),
    );
  fc.assert(
    fc.property(shuffled, ([answers, others]) => {
      assert.deepEqual(scoreReport(others, tracked), scoreReport(answers, tracked));
    }),
  );
});

test("a report survives being kept as JSON, with no number that JSON does not know", () => {
  fc.assert(
    fc.property(fc.array(anyAnswer, { maxLength: 60 }), (answers) => {
      const scored = scoreReport(answers, tracked);
      assert.deepEqual(JSON.parse(JSON.stringify(scored)), scored);
    }),
  );
});

test("a report of 500 prompts and 8 assistants is kept in less than 2 MB", () => {
  const answers = providers.slice(0, 8).flatMap((provider) =>
    answersTo(
      Array.from({ length: 500 }, (_, at) => [names.slice(at % 4)]),
      { provider, model: "gpt-5-mini-2025-08-07" },
    ),
  );
  assert.ok(JSON.stringify(scoreReport(answers, tracked)).length < 2_000_000);
});

const kettles = (words: readonly string[]) =>
  Array.from({ length: 24 }, (_, at) => {
    const prompt = `${words[at % 4]} number${Math.floor(at / 4)}?`;
    const named = Math.floor(at / 4) % 2 === 0 ? 3 : at % 2;
    return Array.from({ length: 3 }, (_, sample) =>
      answer({ prompt, sample: sample + 1, names: sample < named ? ["Acme", "Bolt"] : ["Bolt"] }),
    );
  }).flat();
const wordings = ["best kettle", "top kettle", "recommended kettle", "can you recommend a kettle"];
const questions = ["quiet kettle", "cheap pan", "large oven", "green teapot"];

test("intervals over prompts like these and leads go by questions, and figures by answers", () => {
  const [worded, plain] = [wordings, questions].map((words) => scoreReport(kettles(words), tracked));
  assert.equal(worded!.wordings!.length, 6);
  assert.deepEqual(plain!.wordings, []);
  const width = ([low, high]: readonly [number, number]) => high - low;
  const leadOf = ({ competitors }: ScoredReport) => competitors.find(({ name }) => name === "Bolt")!.lead!;
  for (const figure of ["appearanceRate", "visibilityScore"] as const) {
    const [one, other] = [worded!.metrics, plain!.metrics];
    assert.equal(one[figure], other[figure]);
    assert.ok(width(one[`${figure}Ci`]!) > 1.4 * width(other[`${figure}Ci`]!), figure);
    assert.ok(width(leadOf(worded!)[`${figure}Ci`]) > 1.4 * width(leadOf(plain!)[`${figure}Ci`]), figure);
    for (const end of [0, 1] as const) {
      const [here, there] = [one[`${figure}CiSamePrompts`]![end], other[`${figure}CiSamePrompts`]![end]];
      assert.ok(Math.abs(here - there) < 1e-9, "exactly these prompts are as many as they are");
    }
  }
  assert.equal(worded!.metrics.prompts, 24);
  const [own] = worded!.providers;
  assert.deepEqual(own!.appearanceRateCi, worded!.metrics.appearanceRateCi);
});

test("bounds for failed calls go by questions, too", () => {
  const lost = (words: readonly string[]) =>
    scoreReport(
      kettles(words).map((each, at) =>
        at % 5 === 0 ? failedCall({ ...each, status: "failed", reading: null }) : each,
      ),
      tracked,
    ).metrics.appearanceRateBounds!;
  const [one, other] = [lost(wordings), lost(questions)];
  assert.ok(one[1] - one[0] > 1.2 * (other[1] - other[0]));
});
