import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError } from "../../src/server/engines/engine.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawRow, RawView } from "../../src/server/reports/rows/raw-view.ts";
import type { Answering } from "../fake-engines.ts";
import { onAnyStore } from "../start-app.ts";

// Every figure of the summary and the full view again from the raw rows, as docs/contract/metrics.md defines it.

const names = ["Acme", "Bolt", "Cube"];
const domains: Record<string, string> = { Acme: "acme.example", Bolt: "bolt.example", Cube: "cube.example" };
const kinds: Record<string, string> = { Acme: "owned", Bolt: "competitor", Cube: "competitor" };

/** Varied answers that depend on nothing but the question: some name nobody, some fail, some cite. */
const varied =
  (seed: number): Answering =>
  ({ prompt, sample }) => {
    let state =
      seed +
      sample * 7919 +
      [...prompt].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7);
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    next(2);
    if (next(9) === 0) throw new EngineError("refused");
    const order = names.toSorted(() => next(3) - 1).slice(0, next(4));
    const listed = next(2) === 0;
    const text = order
      .map((name, at) => (listed ? `${at + 1}. ${name} is great` : `People also mention ${name}.`))
      .join("\n");
    const searched = next(3) > 0;
    const cited = searched ? names.filter(() => next(2) === 0) : [];
    return {
      text: text || "It depends on what you need.",
      searched,
      citations: cited.map((name) => ({
        url: `https://${domains[name]}/page-${next(3)}`,
        title: null,
        cited: next(4) > 0,
      })),
    };
  };

onAnyStore(
  () => ({ engines: { chatgpt: varied(1), claude: varied(2), gemini: varied(3) } }),
  (app) => {
    test("contract/reports: summary, full view and raw rows of a report agree in every figure", async () => {
      const me = await app().member();
      const prompts = [
        ...Array.from({ length: 9 }, (_, at) => `which one for case ${at}?`),
        "Is Acme good?",
        "Acme or Bolt?",
      ];
      const competitors = [
        { name: "Bolt", domain: "bolt.example" },
        { name: "Cube", domain: "cube.example" },
      ];
      const { id: projectId } = await me.project({ prompts, samples: 3, competitors });
      const { data: summary } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.equal(summary.status, "partial");
      const read = async <V>(query: string) =>
        (await me.call<V>("GET", `/v1/reports/${summary.id}?${query}`)).data;
      const { rows } = await read<RawView>("view=raw&limit=500");
      const full = await read<FullView>("view=full&limit=200&answer_detail=full");
      assert.equal(rows.length, prompts.length * 9);

      const [branded, headline] = [rows.filter((row) => row.branded), rows.filter((row) => !row.branded)];
      assert.equal(branded.length, 18);
      const shown = (metrics: object) => JSON.parse(JSON.stringify(metrics)) as Record<string, unknown>;
      const check = (
        metrics: object | null,
        over: readonly RawRow[],
        brand: string,
        where: string,
        weigh = alike,
      ) => {
        const expected = figuresOf(over, brand, weigh);
        const got = shown(metrics!);
        for (const [name, value] of Object.entries(expected))
          assert.deepEqual(got[name], value, `${where}: ${name}`);
      };

      const asAsked = weightsOf(headline);
      check(summary.metrics, headline, "Acme", "headline", asAsked);
      check(summary.branded, branded, "Acme", "branded", weightsOf(branded));
      assert.deepEqual(
        summary.providers.map(({ provider }) => provider),
        ["chatgpt", "claude", "gemini"],
      );
      for (const { provider, ...metrics } of summary.providers)
        check(
          metrics,
          headline.filter((row) => row.provider === provider),
          "Acme",
          provider,
        );
      assert.deepEqual(summary.competitors.map(({ name }) => name).sort(), ["Bolt", "Cube"]);
      for (const { name, ...metrics } of summary.competitors) check(metrics, headline, name, name, asAsked);
      const scores = summary.competitors.map(({ visibility_score }) => visibility_score!);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      const voices = [summary.metrics, ...summary.competitors].map(({ share_of_voice }) => share_of_voice!);
      assert.ok(Math.abs(voices.reduce((sum, share) => sum + share, 0) - 1) < 0.0002);

      assert.equal(full.prompts.length, prompts.length);
      for (const { prompt_key, prompt, metrics, answers } of full.prompts) {
        const of = rows.filter((row) => row.prompt_key === prompt_key);
        check(metrics, of, "Acme", prompt);
        assert.deepEqual(
          answers.map(({ provider, sample, status, brand_mentioned, brand_position, citation_count }) => [
            provider,
            sample,
            status,
            brand_mentioned,
            brand_position,
            citation_count,
          ]),
          of.map((row) => [
            row.provider,
            row.sample,
            row.status,
            row.brand_mentioned,
            row.brand_position,
            row.citations.filter(({ cited }) => cited).length,
          ]),
        );
        for (const [at, { answer_text, status }] of answers.entries()) {
          if (status === "ok")
            for (const { evidence } of of[at]!.mentions)
              for (const { start, end, text } of evidence) assert.equal(answer_text!.slice(start, end), text);
        }
      }
      for (const part of [
        "metrics",
        "branded",
        "providers",
        "competitors",
        "stability",
        "previous",
        "change",
        "progress",
        "cost_usd",
      ] as const)
        assert.deepEqual(full[part], summary[part], part);

      const sources = citedDomains(headline);
      assert.deepEqual(
        Object.fromEntries(full.sources.domains.map(({ domain, citations }) => [domain, citations])),
        Object.fromEntries(sources),
      );
      const total = [...sources.values()].reduce((sum, count) => sum + count, 0);
      for (const { domain, citations, citations_total, citation_share } of full.sources.domains) {
        assert.equal(citations_total, total);
        assert.equal(citation_share, round(citations / total, 4), domain);
      }
      assert.deepEqual(
        summary.top_sources,
        full.sources.domains.slice(0, 10).map(({ providers: _, ...source }) => source),
      );
      const perUrl = full.sources.urls.reduce((sum, { citations }) => sum + citations, 0);
      assert.ok(perUrl >= total, "a page is cited by at least as many answers as its domain");

      const lead = (prompt_key: string) => {
        const of = rows.filter((row) => row.prompt_key === prompt_key);
        const best = Math.max(...["Bolt", "Cube"].map((name) => visibilityOf(of, name) ?? 0));
        return (visibilityOf(of, "Acme") ?? 0) - best;
      };
      for (const { prompt_key, appearance_rate } of [...summary.winning_prompts, ...summary.losing_prompts]) {
        const of = rows.filter((row) => row.prompt_key === prompt_key);
        assert.ok(of.every((row) => !row.branded));
        assert.equal(appearance_rate, figuresOf(of, "Acme").appearance_rate);
      }
      assert.ok(summary.winning_prompts.every(({ prompt_key }) => lead(prompt_key) > 0));
      assert.ok(
        summary.losing_prompts.every(
          ({ prompt_key, appearance_rate }) => lead(prompt_key) < 0 || appearance_rate === 0,
        ),
      );
      const { at, report_id, reading, ...point } = full.trends.at(-1)!;
      assert.deepEqual([at, report_id, reading], [summary.measured_at, summary.id, 1]);
      for (const [name, value] of Object.entries(point))
        assert.deepEqual(value, inMetrics(summary.metrics, name), `trend ${name}`);
    });
  },
);

/** A field of a trend point as the metrics of its report have it. */
function inMetrics(metrics: SummaryView["metrics"], name: string): unknown {
  const figure = /^(.+)_ci_same_prompts$/.exec(name)?.[1];
  if (!figure) return metrics[name as keyof typeof metrics];
  return metrics.same_prompts.find((each) => each.figure === figure)?.interval_same_prompts ?? null;
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const orNull = (part: number, whole: number, digits: number): number | null =>
  whole === 0 ? null : round(part / whole, digits);

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const mentionOf = (row: RawRow, brand: string) => row.mentions.find(({ name }) => name === brand);

/** What an answer counts for. */
type Weigh = (row: RawRow) => number;
const alike: Weigh = () => 1;

/** By what its engine was asked, not by what it answered; one that never answered is out of it. */
function weightsOf(rows: readonly RawRow[]): Weigh {
  const shares = new Map(
    Array.from(
      Map.groupBy(rows, ({ provider }) => provider),
      ([provider, of]) => {
        const answered = of.filter(({ status }) => status === "ok").length;
        return [provider, of.length / answered] as const;
      },
    ),
  );
  assert.ok(new Set(shares.values()).size > 1, "engines lose differently, or nothing is weighed");
  return ({ provider }) => shares.get(provider)!;
}

function visibilityOf(rows: readonly RawRow[], brand: string, weigh = alike): number | null {
  const ok = rows.filter(({ status }) => status === "ok");
  const first = (row: RawRow) => 1 / Math.log2(1 + (mentionOf(row, brand)?.position ?? Infinity));
  return ok.length === 0 ? null : (100 * sum(ok, (row) => weigh(row) * first(row))) / sum(ok, weigh);
}

/** docs/contract/metrics.md, over raw rows. */
function figuresOf(rows: readonly RawRow[], brand: string, weigh = alike) {
  const ok = rows.filter(({ status }) => status === "ok");
  const named = ok.filter((row) => mentionOf(row, brand));
  const mention = (row: RawRow) => mentionOf(row, brand)!;
  const searched = ok.filter((row) => row.searched);
  const owned = (row: RawRow) =>
    row.citations.some(
      ({ cited, domain, source_type }) => cited && domain === domains[brand] && source_type === kinds[brand],
    );
  const withSentiment = named.filter((row) => mention(row).sentiment_score !== null);
  const score = visibilityOf(rows, brand, weigh);
  const mean = (over: readonly RawRow[], of: (row: RawRow) => number, digits: number) =>
    orNull(
      sum(over, (row) => weigh(row) * of(row)),
      sum(over, weigh),
      digits,
    );
  return {
    answers: ok.length,
    answers_failed: rows.length - ok.length,
    answers_searched: searched.length,
    prompts: new Set(ok.map(({ prompt_key }) => prompt_key)).size,
    mentions: named.length,
    mentions_tracked: sum(ok, ({ mentions }) => mentions.length),
    answers_with_sentiment: withSentiment.length,
    appearance_rate: mean(ok, (row) => (mentionOf(row, brand) ? 1 : 0), 4),
    visibility_score: score === null ? null : round(score, 1),
    // The one figure that counts namings as they are.
    share_of_voice: orNull(
      named.length,
      sum(ok, ({ mentions }) => mentions.length),
      4,
    ),
    average_position: mean(named, (row) => mention(row).position, 2),
    recommended_rate: mean(ok, (row) => (mentionOf(row, brand)?.recommended ? 1 : 0), 4),
    citation_rate: mean(searched, (row) => (owned(row) ? 1 : 0), 4),
    ...(withSentiment.length > 0 &&
    withSentiment.every((row) => Number.isInteger(mention(row).sentiment_score))
      ? { sentiment_score: mean(withSentiment, (row) => mention(row).sentiment_score!, 1) }
      : {}),
  };
}

/** How often each domain is cited: each page once an answer. */
function citedDomains(rows: readonly RawRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { citations } of rows)
    for (const { domain, cited } of citations) if (cited) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return counts;
}
