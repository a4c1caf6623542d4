import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Value from "typebox/value";
import { answer, answersTo, citation, failedCall, naming, tracked } from "../../../test/fixtures/answers.ts";
import { scoreReport, trendPoint } from "../../figures/report.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { serialise } from "../api/schema/serialise.ts";
import { FullView, fullView } from "./figures/full-view.ts";
import { judge } from "./judgement/judgement.ts";
import { type ReportRecord, ReportView, SummaryView, summaryView } from "./report-view.ts";
import { ProviderAnswerView, providerAnswerView } from "./rows/provider-answer-view.ts";
import { RawView, rawView } from "./rows/raw-view.ts";

const projectId = "0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13";
const at = "2026-01-15T09:00:00.000Z";

const record = (answers: readonly MeasuredAnswer[], more: Partial<ReportRecord> = {}): ReportRecord => ({
  id: "report-2",
  type: "visibility_analysis",
  status: "completed",
  projectId,
  source: "main",
  brand: tracked.own.name,
  brands: tracked,
  reading: 1,
  readings: 1,
  createdAt: at,
  completedAt: at,
  jobsTotal: answers.length,
  jobsDone: answers.length,
  jobsFailed: 0,
  asksRepeated: 0,
  asksPlanned: 4,
  stoppedBecause: null,
  failure: null,
  measuredAt: at,
  methodVersion: "1",
  readAt: at,
  surfaces: ["api"],
  costUsd: 0.123456789,
  scored: scoreReport(answers, tracked),
  ...more,
});
const running = record([], {
  status: "processing",
  completedAt: null,
  measuredAt: null,
  readAt: null,
  scored: null,
});
const siteUrl = "https://overheard.example";

const beside = (report: ReportRecord, previous: ReportRecord | null = null) => ({
  ...{ siteUrl, previous },
  judged: report.status === "processing" ? null : judge(report, { previous }),
});
const summaryOf = (report: ReportRecord, previous: ReportRecord | null = null) =>
  summaryView(report, beside(report, previous));
type FullArguments = Parameters<typeof fullView>;
const fullOf = (
  report: ReportRecord,
  prompts: FullArguments[1],
  detail: FullArguments[2] = "summary",
  trends: FullArguments[3] = [],
  previous: ReportRecord | null = null,
) => fullView(report, prompts, detail, trends, beside(report, previous));

const five = answersTo([[["Acme", "Bolt"]], [["Bolt", "Acme"]], [["Bolt"]], [["Acme"]], [[]]]);
const inFull = (answers: readonly MeasuredAnswer[], text: string | null = "Acme is the usual pick.") =>
  [...Map.groupBy(answers, ({ promptKey }) => promptKey)].map(([promptKey, group]) => ({
    promptKey,
    prompt: group[0]!.prompt,
    intent: null,
    answers: group.map((each) => ({ ...each, text: each.reading && text })),
  }));

test("a summary shows its figures rounded: rates to 4 decimals, scores to 1", () => {
  const { metrics, cost_usd, report_url } = summaryOf(record(answersTo([[["Bolt", "Acme"], [], []]])));
  assert.equal(metrics.appearance_rate, 0.3333);
  assert.equal(metrics.visibility_score, 21);
  assert.equal(metrics.average_position, 2);
  assert.equal(cost_usd, 0.123457);
  assert.equal(report_url, "https://overheard.example/reports/report-2");
});

test("a report that is still running has every field of an ended one", () => {
  const ended = summaryOf(record(five), record(five, { id: "report-1" }));
  const early = summaryOf(running);
  assert.deepEqual(Object.keys(early), Object.keys(ended));
  assert.deepEqual(Object.keys(early.metrics), Object.keys(ended.metrics));
  assert.deepEqual(
    [
      early.metrics.answers,
      early.metrics.appearance_rate,
      early.providers,
      early.change,
      early.terminal,
      early.poll_after_seconds,
    ],
    [0, null, [], null, false, 2],
  );
  assert.deepEqual(Object.keys(fullOf(running, [])), Object.keys(fullOf(record(five), inFull(five))));
});

test("a failed report says so and shows no figure", () => {
  const failure = { code: "NO_ANSWERS", message: "No assistant answered.", retryable: true };
  const view = summaryOf(record([], { status: "failed", scored: null, failure }));
  assert.deepEqual([view.failure, view.metrics.appearance_rate], [failure, null]);
  assert.equal(view.headline, "Nothing is known about Acme: no answer was obtained.");
});

test("a summary lists at most ten rivals and sources and five won and lost prompts", () => {
  const brands = {
    ...tracked,
    rivals: Array.from({ length: 15 }, (_, at) => ({ ...tracked.rivals[0]!, name: `Rival ${at}` })),
  };
  const answers = Array.from({ length: 360 }, (_, at) =>
    answer({
      prompt: `p${at % 30}`,
      reading: naming([at % 2 ? "Acme" : "Rival 1"], { citations: [citation(`site${at}.example`)] }),
    }),
  );
  const view = summaryOf(record([], { scored: scoreReport(answers, brands) }));
  assert.deepEqual(
    [
      view.competitors.length,
      view.top_sources.length,
      view.winning_prompts.length,
      view.losing_prompts.length,
    ],
    [10, 10, 5, 5],
  );
  assert.equal(view.competitors[0]?.name, "Rival 1");
});

test("a report is compared with the one before it, named by its id", () => {
  const { previous, change } = summaryOf(record(five), record(five, { id: "report-1" }));
  assert.equal(previous?.appearance_rate, 0.6);
  assert.deepEqual(
    [change?.direction, change?.compared_with, change?.prompts],
    ["insufficient_data", "report-1", 5],
  );
});

test("an ad hoc report about another brand is no report to compare with", () => {
  const other = record(five, { id: "report-1", brand: "Other" });
  const { previous, change } = summaryOf(record(five), other);
  assert.deepEqual([previous, change], [null, null]);
});

test("the full view shows verbatim answers only when asked", () => {
  const show = (detail: "summary" | "full") =>
    fullOf(record(five), inFull(five), detail).prompts[0]!.answers[0]!;
  assert.deepEqual(
    Object.keys(show("full")).filter((key) => !(key in show("summary"))),
    ["answer_text", "not_shown", "citations"],
  );
  assert.equal(show("full").answer_text, "Acme is the usual pick.");
  assert.equal(show("summary").excerpt, "Acme is the usual pick.");
});

test("an excerpt is the beginning of the answer, at most 280 characters, never half of one", () => {
  for (const text of [
    "x".repeat(500),
    "🦉".repeat(300),
    `${"word ".repeat(55)}🦉🦉🦉🦉`,
    `a${" ".repeat(5000)}b`,
  ]) {
    const { excerpt } = fullOf(record(five), inFull(five, text)).prompts[0]!.answers[0]!;
    assert.ok(excerpt.length <= 280 && excerpt.isWellFormed() && excerpt.endsWith("…"), excerpt);
  }
});

test("a page that was only retrieved is in the raw row and is no citation of the answer", () => {
  const both = answer({
    searched: true,
    reading: naming([], {
      citations: [citation("a.example", { cited: false }), citation("b.example", { position: 2 })],
    }),
  });
  const [row] = rawView(record([both]), [both], { siteUrl }).rows;
  assert.deepEqual(
    row?.citations.map(({ domain, cited }) => [domain, cited]),
    [
      ["a.example", false],
      ["b.example", true],
    ],
  );
  const shown = providerAnswerView(record([]), { ...both, text: "See b.", truncated: false });
  assert.deepEqual(shown.citations, [
    { position: 2, url: "https://b.example/", domain: "b.example", source_type: "other", title: null },
  ]);
});

test("the raw row of a failed call claims nothing about the brand", () => {
  const [row] = rawView(record([]), [failedCall()], { siteUrl }).rows;
  assert.deepEqual(
    [
      row?.status,
      row?.error_code,
      row?.brand_mentioned,
      row?.brand_position,
      row?.mentions,
      row?.answer_sentences,
    ],
    ["failed", "unavailable", null, null, [], 0],
  );
});

const names = [tracked.own, ...tracked.rivals].map(({ name }) => name);
const anyAnswers = fc.array(
  fc
    .record({
      prompt: fc.integer({ min: 1, max: 9 }),
      sample: fc.integer({ min: 1, max: 3 }),
      names: fc.shuffledSubarray([...names, "~Zeta"]),
      domains: fc.subarray(["acme.example", "bolt.example", "news.example"]),
      searched: fc.constantFrom(true, false, null),
      sentiment: fc.option(fc.integer({ min: 0, max: 1000 })),
      failed: fc.integer({ min: 0, max: 7 }),
    })
    .map(({ prompt, sample, names, domains, searched, sentiment, failed }) => {
      const more = { prompt: `p${prompt}`, sample, searched, branded: prompt > 7 };
      if (failed === 0) return failedCall(more);
      const reading = naming(names, {
        citations: domains.map((domain) => citation(domain, { wordShare: 1 / 3 })),
      });
      for (const mention of reading.mentions)
        mention.sentimentScore = sentiment === null ? null : sentiment / 10;
      return answer({ ...more, reading });
    }),
  { maxLength: 40 },
);

test("the figures of a summary can be counted again from the raw rows", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const report = record(answers);
      const { metrics, competitors, top_sources } = summaryOf(report);
      const all = rawView(report, answers, { siteUrl }).rows;
      const rows = all.some(({ branded }) => !branded) ? all.filter(({ branded }) => !branded) : all;
      const ok = rows.filter(({ status }) => status === "ok");
      const over = (part: number, whole: number) => (whole === 0 ? null : part / whole);
      const same = (shown: number | null, counted: number | null, decimals: number) =>
        assert.ok(
          shown === counted || Math.abs(shown! - counted!) <= 0.5 * 10 ** -decimals + 1e-9,
          `${shown} is not ${counted}`,
        );
      for (const { brand, shown } of [
        { brand: tracked.own.name, shown: metrics },
        ...competitors.map((shown) => ({ brand: shown.name, shown })),
      ]) {
        const mentions = ok.flatMap(({ mentions }) => mentions.filter(({ name }) => name === brand));
        const gains = mentions.reduce((sum, { position }) => sum + 1 / Math.log2(1 + position), 0);
        const feelings = mentions.flatMap(({ sentiment_score }) => sentiment_score ?? []);
        assert.deepEqual(
          [shown.answers, shown.answers_failed, shown.mentions],
          [ok.length, rows.length - ok.length, mentions.length],
        );
        same(shown.appearance_rate, over(mentions.length, ok.length), 4);
        same(shown.visibility_score, over(100 * gains, ok.length), 1);
        same(shown.share_of_voice, over(mentions.length, ok.flatMap(({ mentions }) => mentions).length), 4);
        same(
          shown.average_position,
          over(
            mentions.reduce((sum, { position }) => sum + position, 0),
            mentions.length,
          ),
          2,
        );
        same(
          shown.sentiment_score,
          over(
            feelings.reduce((sum, each) => sum + each, 0),
            feelings.length,
          ),
          1,
        );
      }
      const searched = ok.filter(({ searched }) => searched);
      const citing = searched.filter(({ citations }) =>
        citations.some((each) => each.cited && each.source_type === "owned"),
      );
      same(metrics.citation_rate, over(citing.length, searched.length), 4);
      const cited = ok.flatMap(({ citations }) => citations.filter((each) => each.cited));
      for (const { domain, citations, citation_share } of top_sources) {
        assert.equal(citations, cited.filter((each) => each.domain === domain).length);
        same(citation_share, citations / cited.length, 4);
      }
    }),
  );
});

test("every view fits its published schema and leaves the server as it is", () => {
  fc.assert(
    fc.property(anyAnswers, fc.boolean(), (answers, verbatim) => {
      const report = record(answers);
      const previous = record(answers.slice(1), { id: "report-1" });
      const trends = [
        {
          reportId: "report-1",
          measuredAt: at,
          reading: 1,
          methodVersion: "1",
          point: trendPoint(previous.scored!),
        },
      ];
      const views = [
        [SummaryView, summaryOf(report, previous)],
        [RawView, rawView(report, answers, { siteUrl })],
        [FullView, fullOf(report, inFull(answers), verbatim ? "full" : "summary", trends, previous)],
      ] as const;
      for (const [schema, view] of views) {
        assert.deepEqual([...Value.Errors(schema, view)], []);
        assert.deepEqual(JSON.parse(serialise(ReportView, view).json), view);
      }
    }),
    { numRuns: 30 },
  );
});

test("a provider's answer is shown verbatim with what was counted in it", () => {
  const text = "Acme\u200b, then \u00a0Bolt.\n";
  const view = providerAnswerView(record([]), {
    ...answer({ names: ["Acme", "Bolt"] }),
    text,
    truncated: false,
  });
  assert.equal(view.answer_text, text);
  assert.equal(view.content_trust, "untrusted_third_party");
  assert.deepEqual([...Value.Errors(ProviderAnswerView, view)], []);
  assert.deepEqual(JSON.parse(serialise(ProviderAnswerView, view).json), view);
});
