import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, citation, naming, tracked } from "../../../test/fixtures/answers.ts";
import { figureList } from "../../figures/metrics/metric-table.ts";
import { scoreReport, trendPoint } from "../../figures/report.ts";
import { type FullPrompt, FullView, fullView } from "./figures/full-view.ts";
import { wireName } from "./figures/metrics-view.ts";
import { judge } from "./judgement/judgement.ts";
import type { ReportRecord } from "./report-base.ts";
import { ReportListing } from "./report-listing.ts";
import { SummaryView, summaryView } from "./report-view.ts";
import { ProviderAnswerView } from "./rows/provider-answer-view.ts";
import { RawView } from "./rows/raw-view.ts";

/** What must stand beside each figure in its object: its counts, and its interval; one of several sets. */
const beside: Record<string, readonly (readonly string[])[]> = {
  ...Object.fromEntries(
    figureList.map(([name]) => [wireName(name), [["answers", "prompts", `${wireName(name)}_ci`]]]),
  ),
  appearance_rate: [
    ["answers", "prompts", "appearance_rate_ci"],
    ["answers", "mentions"],
    // A competitor's lead, over the same answers as the figures that it stands with.
    ["appearance_rate_ci", "appearance_rate_beyond_noise"],
  ],
  visibility_score: [
    ["answers", "prompts", "visibility_score_ci"],
    ["visibility_score_ci", "visibility_score_beyond_noise"],
  ],
  effective_answers: [["answers", "prompts"]],
  // Of a grade, which stands beside the metrics that it is decided by.
  half_width: [
    ["level", "smallest_change"],
    ["sources", "half_width_twice_prompts"],
  ],
  smallest_change: [["level", "half_width"]],
  half_width_twice_prompts: [["half_width", "sources"]],
  half_width_twice_runs: [["half_width", "sources"]],
  // Of what the variance is made of.
  share: [["share_ci", "source"]],
  deviation: [["share_ci", "source"]],
  // Of an effect, over the answers on both sides.
  smallest_effect: [["prompts", "controls", "answers_before", "answers_after"]],
  power: [["prompts", "controls", "answers_before", "answers_after"]],
  // What somebody asked for.
  detect: [[]],
  share_of_voice: [
    ["mentions", "mentions_tracked", "prompts", "share_of_voice_ci"],
    ["answers", "prompts", "share_of_voice_ci"],
  ],
  average_position: [["mentions", "average_position_ci"]],
  sentiment_score: [["answers_with_sentiment", "prompts", "sentiment_score_ci"], ["mention_count"]],
  citation_rate: [["answers_searched", "prompts", "citation_rate_ci"]],
  brand_jaccard: [["pairs", "empty_pairs"]],
  brand_rbo: [["pairs", "empty_pairs"]],
  appearance_rate_delta: [
    ["prompts", "answers", "answers_before", "appearance_rate_delta_ci"],
    ["prompts", "controls", "answers_before", "answers_after", "appearance_rate_delta_ci"],
  ],
  visibility_score_delta: [["prompts", "answers", "answers_before", "visibility_score_delta_ci"]],
  citation_share: [["citations", "citations_total", "citation_share_ci"]],
  // Of one answer the page is a row of its own.
  word_share: [
    ["word_share_answers", "word_share_ci"],
    ["url", "position"],
  ],
  // A rule's own certainty about one occurrence.
  confidence: [["rule", "start", "end"]],
  // Of a report beside its calls, of a row beside its one call.
  cost_usd: [["progress"], ["row_id"]],
};

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

const isFraction = ({ type }: Shape): boolean => [type].flat().includes("number");

/** Both ends of an interval are no figures. */
const isInterval = /(_ci|_bounds|_same_prompts|\/expected_next)$/;

/** Figures of a schema that stand alone, by their path. */
function alone(shape: Shape, path: string): string[] {
  const { properties = {}, items, anyOf = [] } = shape;
  const names = Object.keys(properties);
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      ...(isFraction(inner) && !beside[name]?.some((set) => set.every((each) => names.includes(each)))
        ? [`${path}/${name}`]
        : []),
      ...alone(inner, `${path}/${name}`),
    ]),
    ...(items && !isInterval.test(path) ? alone(items, `${path}[]`) : []),
    ...anyOf.flatMap((branch) => alone(branch, path)),
  ];
}

for (const [name, view] of Object.entries({
  FullView,
  SummaryView,
  RawView,
  ReportListing,
  ProviderAnswerView,
})) {
  test(`${name} has no figure without its counts and, over several prompts, its interval`, () => {
    assert.deepEqual(alone(view as Shape, ""), []);
  });
}

/** Twelve prompts asked twice of two engines that search: some name, recommend, feel and cite, the second report more. */
const answersOf = (chance: (prompt: number, sample: number) => boolean) =>
  Array.from({ length: 48 }, (_, at) => {
    const [prompt, sample] = [at % 12, Math.floor(at / 24)];
    const reading = naming(chance(prompt, sample) ? ["Acme", "Bolt"] : ["Bolt"], {
      citations: [
        citation(chance(prompt, 1) ? "acme.example" : "news.example", { wordShare: (1 + (at % 3)) / 3 }),
      ],
    });
    for (const mention of reading.mentions)
      Object.assign(mention, { sentimentScore: 40 + prompt * 4, recommended: chance(prompt, 1) });
    return answer({
      prompt: prompt < 10 ? `case ${prompt}?` : `Acme in case ${prompt}?`,
      branded: prompt >= 10,
      provider: at % 24 < 12 ? "chatgpt" : "claude",
      sample: sample + 1,
      searched: true,
      reading,
    });
  });

const record = (id: string, answers: ReturnType<typeof answersOf>): ReportRecord => ({
  id,
  type: "visibility_analysis",
  status: "completed",
  projectId: "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13",
  source: "main",
  brand: tracked.own.name,
  brands: tracked,
  reading: 1,
  readings: 1,
  createdAt: "2026-01-15T09:00:00.000Z",
  completedAt: "2026-01-15T09:00:00.000Z",
  jobsTotal: answers.length,
  jobsDone: answers.length,
  jobsFailed: 0,
  asksRepeated: 0,
  asksPlanned: 4,
  stoppedBecause: null,
  failure: null,
  measuredAt: "2026-01-15T09:00:00.000Z",
  methodVersion: "1",
  readAt: "2026-01-15T09:00:00.000Z",
  surfaces: ["api"],
  costUsd: 0.5,
  scored: scoreReport(answers, tracked),
});

/** Every object of a value, with its path. */
function* objectsIn(value: unknown, path = ""): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`);
}

test("in a whole report every figure rests on something, and lies in its interval", () => {
  const before = record(
    "report-1",
    answersOf((prompt, sample) => (prompt + sample) % 4 === 0),
  );
  const answers = answersOf((prompt, sample) => (prompt + sample) % 3 !== 0);
  const report = record("report-2", answers);
  const prompts = [...Map.groupBy(answers, ({ promptKey }) => promptKey)].map(
    ([promptKey, group]): FullPrompt => ({
      promptKey,
      prompt: group[0]!.prompt,
      intent: null,
      answers: group.map((each) => ({ ...each, text: "Acme." })),
    }),
  );
  const trends = [before, report].map(({ id, measuredAt, scored }) => ({
    reportId: id,
    measuredAt: measuredAt!,
    reading: 1,
    methodVersion: "1",
    point: trendPoint(scored!),
  }));
  const terms = {
    siteUrl: "https://overheard.example",
    previous: before,
    judged: judge(report, { previous: before }),
  };
  const seen = new Set<string>();
  for (const view of [fullView(report, prompts, "full", trends, terms), summaryView(report, terms)]) {
    for (const [path, object] of objectsIn(view)) {
      for (const [name, sets] of Object.entries(beside)) {
        const value = object[name];
        if (typeof value !== "number") continue;
        seen.add(name);
        const found = sets.find((set) => set.every((each) => each in object));
        assert.ok(found, `${path}/${name} stands alone`);
        for (const each of found.filter((each) => typeof object[each] === "number"))
          assert.ok(
            (object[each] as number) > 0 || each === "mentions" || each === "empty_pairs",
            `${path}/${each}`,
          );
        const interval = object[`${name}_ci`];
        if (!Array.isArray(interval)) continue;
        const [low, high] = interval as [number, number];
        assert.ok(low <= value && value <= high, `${path}/${name} ${low} ${value} ${high}`);
      }
    }
  }
  // Of rows, and of interventions, of which this report has none.
  const elsewhere = ["smallest_effect", "power", "detect", "confidence"];
  assert.deepEqual(
    Object.keys(beside).filter((name) => !seen.has(name)),
    elsewhere,
    "the report has every kind of figure",
  );
});
