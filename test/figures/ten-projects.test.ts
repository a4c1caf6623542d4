import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import { seeded } from "../../bench/noise/random.ts";
import { parseCsv } from "../../scripts/csv.ts";
import type { BriefView } from "../../src/server/reports/brief/brief-view.ts";
import type { ComparisonView } from "../../src/server/reports/comparison/comparison-view.ts";
import type { CompetitorDetailView as CompetitorView } from "../../src/server/reports/competitor/competitor-view.ts";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import { rival as rivalWords } from "../../web/words/rivals.ts";
import { longTest } from "../depth.ts";
import { rpc } from "../mcp.ts";
import { onAnyStore } from "../start-app.ts";

/** Words of the app, by a name that the compiler does not follow: its pages are checked with the app's own settings. */
const appWords = new URL("../../web/words.ts", import.meta.url).href;
const { changed, likely, ranked } = (await import(appWords)) as {
  changed(change: unknown, since: string): string;
  likely(ends: readonly number[]): string;
  ranked(report: object): string;
};

/** What a project's reports are like. */
interface Kind {
  prompts: number;
  providers: readonly string[];
  runs: number;
  reports: number;
  /** How often each brand is named, the own one first; by report. */
  rates(report: number): readonly number[];
  /** Days between two reports. */
  every?: number;
  /** What the newest report has to show; absent: whatever it does. */
  moves?: "up" | "down";
}

const two = ["chatgpt", "claude"];
const kinds: Record<string, Kind> = {
  "few prompts": { prompts: 2, providers: two, runs: 3, reports: 2, rates: () => [0.5, 0.4] },
  "one prompt": { prompts: 1, providers: two, runs: 12, reports: 3, rates: () => [0.5, 0.4] },
  "a tie everywhere": { prompts: 8, providers: two, runs: 2, reports: 2, rates: () => [1, 1, 1] },
  "nobody named": { prompts: 8, providers: two, runs: 2, reports: 2, rates: () => [0, 0, 0] },
  "one assistant": { prompts: 12, providers: ["gemini"], runs: 3, reports: 2, rates: () => [0.4, 0.5, 0.1] },
  "a huge rival": { prompts: 15, providers: two, runs: 2, reports: 2, rates: () => [0.1, 0.98, 0.3, 0.05] },
  "many rivals alike": { prompts: 20, providers: two, runs: 2, reports: 1, rates: () => Array(11).fill(0.4) },
  "a fall of one report": {
    ...{ prompts: 20, providers: two, runs: 3, reports: 2 },
    rates: (report) => [report === 0 ? 0.8 : 0.4, 0.5, 0.3],
    moves: "down",
  },
  "a rise in a series": {
    ...{ prompts: 20, providers: two, runs: 2, reports: 8 },
    rates: (report) => [report < 7 ? 0.3 : 0.8, 0.5],
    moves: "up",
  },
  "daily and still": { prompts: 10, providers: two, runs: 2, reports: 7, rates: () => [0.6, 0.3], every: 1 },
};

const names = ["Acme", ...Array.from({ length: 10 }, (_, at) => `Rival${String.fromCharCode(65 + at)}`)];
const dayMs = 86_400_000;

function rowsOf({ prompts, providers, runs, reports, rates, every = 7 }: Kind, report: number, seed: number) {
  const random = seeded(seed + 100 * report);
  const levels = rates(report);
  const answeredAt = new Date(Date.now() - (reports - report) * every * dayMs).toISOString();
  return Array.from({ length: prompts }, (_, prompt) =>
    providers.flatMap((provider) =>
      Array.from({ length: runs }, () => {
        const named = names.slice(0, levels.length).filter((_, at) => random() < levels[at]!);
        const order = named.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
        const answer =
          order.map(({ name }) => `${name} is a maker of kettles.`).join(" ") || "There are many.";
        return { prompt: `Which kettle is good for purpose ${prompt}?`, provider, answer, answeredAt };
      }),
    ),
  ).flat();
}

/** Every door shows one report: what one of them says, no other denies. */
onAnyStore(
  () => ({}),
  (app) => {
    for (const [at, [name, kind]] of Object.entries(kinds).entries())
      (at === 0 ? test : longTest)(`all views of a report agree: ${name}`, async () => {
        const me = await app().member();
        const rivals = names.slice(1, kind.rates(0).length);
        const { id, competitors } = await me.project({ brand: "Acme", competitors: rivals });
        const get = async <D>(path: string): Promise<D> => {
          const { status, data, text } = await me.call<D>("GET", `/v1${path}`);
          assert.equal(status, 200, text);
          return data;
        };
        for (let report = 0; report < kind.reports; report += 1) {
          await me.call("POST", `/v1/projects/${id}/imports`, rowsOf(kind, report, at));
          await app().settle();
        }
        const latest = await get<{ id: string }>(`/reports/latest?projectId=${id}`);
        const summary = await get<Static<typeof SummaryView>>(`/reports/${latest.id}?view=summary`);
        const reportPath = `/reports/${summary.id}`;
        const full = await get<Static<typeof FullView>>(`${reportPath}?view=full`);
        const { metrics, change, standing, headline } = summary;

        // Summary and full view.
        for (const field of ["metrics", "change", "standing", "grade", "competitors"] as const)
          assert.deepEqual(full[field], summary[field], field);

        // Trends.
        const trends = await get<Static<typeof TrendsView>>(
          `/projects/${id}/visibility-trends?timeframe=90d`,
        );
        const point = trends.points.at(-1)!;
        assert.equal(point.report_id, summary.id);
        assert.deepEqual(
          [point.appearance_rate, point.appearance_rate_ci, point.visibility_score, point.answers],
          [metrics.appearance_rate, metrics.appearance_rate_ci, metrics.visibility_score, metrics.answers],
        );
        if (change) assert.deepEqual(trends.change, change);
        const direction = change?.direction ?? null;
        if (kind.moves) assert.equal(direction, kind.moves);
        const isMove = direction === "up" || direction === "down";

        // Comparison with the report before.
        if (change) {
          const compared = await get<Static<typeof ComparisonView>>(`${reportPath}/compare`);
          assert.deepEqual(compared.change, change);
          assert.equal(compared.headline.includes("more than the noise"), isMove, compared.headline);
        }
        assert.equal(headline.includes("more than the noise"), isMove, headline);

        // Brief.
        const brief = await get<Static<typeof BriefView>>(`/projects/${id}/client-brief`);
        // Without a report before, a brief says that there is too little to compare.
        assert.equal(brief.trend.direction, direction ?? "insufficient_data");
        const [share = "", ...clauses] = headline.replace(/\.$/, "").split("; ");
        assert.ok(brief.trend.sentence.startsWith(share), `${brief.trend.sentence} beside ${headline}`);
        if (change) assert.ok(brief.trend.sentence.includes(clauses.at(-1)!), brief.trend.sentence);
        assert.deepEqual(brief.losing_prompts, summary.losing_prompts);

        // Competitors.
        for (const { slug, name } of competitors) {
          const rival = await get<Static<typeof CompetitorView>>(`/projects/${id}/competitors/${slug}`);
          const beside = summary.competitors.find((one) => one.name === name)!;
          assert.deepEqual(rival.lead, beside.lead);
          assert.equal(rival.metrics.visibility_score, beside.visibility_score);
          const { lead } = rival;
          if (!lead) continue;
          const beyond = lead.visibility_score_beyond_noise;
          const says = rivalWords.verdict(
            name,
            "Acme",
            rival.visibility_gap,
            beyond,
            lead.visibility_score_ci![1] > 0,
          );
          assert.equal(/more than chance/.test(says), beyond);
          const range = rivalWords.range(lead.visibility_score_ci![0], lead.visibility_score_ci![1], beyond);
          assert.equal(/^Likely (?!between)/.test(range), beyond, `${says} ${range}`);
          const won = new Set(rival.prompts_won.map(({ prompt_key }) => prompt_key));
          for (const { prompt_key } of summary.winning_prompts) assert.ok(!won.has(prompt_key), prompt_key);
          const signal = brief.competitor_signal;
          if (signal?.name === name)
            assert.equal(signal.sentence.includes("more than the noise"), beyond, signal.sentence);
        }
        const [ahead, behind] = [1, -1].map(
          (sign) =>
            summary.competitors.filter(
              ({ lead }) => lead?.visibility_score_beyond_noise && sign * lead.visibility_score > 0,
            ).length,
        );
        if (standing) assert.deepEqual([standing.from, standing.of - standing.to], [1 + ahead!, behind]);

        // Shared page and app.
        const { url } = (
          await me.call<{ url: string }>("POST", `/v1/projects/${id}/share-links`, { timeframe: "90d" })
        ).data;
        const page = await app().send<string>({ method: "GET", path: new URL(url).pathname });
        const text = page.text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
        const [low, high] = metrics.appearance_rate_ci!;
        assert.ok(
          text.includes(likely([low, high]).replace("prompts like", "questions like")),
          text.slice(0, 900),
        );
        const place = clauses.find((clause) => /tracked brands/.test(clause));
        if (place) assert.ok(text.toLowerCase().includes(place), place);
        assert.equal(/: more than chance\./.test(text), isMove);
        const appSays = changed(change, "the report before");
        assert.equal(/: more than chance\./.test(appSays), isMove, appSays);
        const pointsIn = (sentence: string) => /(?:up|down) (\d+) points?/i.exec(sentence)?.[1];
        if (isMove)
          assert.deepEqual([pointsIn(appSays), pointsIn(text)], Array(2).fill(pointsIn(headline)), headline);
        if (change?.appearance_rate_delta && change.compared_reports === 1) {
          const apart = metrics.appearance_rate! - summary.previous!.appearance_rate!;
          assert.ok(Math.abs(apart - change.appearance_rate_delta) < 0.0002, headline);
        }
        if (metrics.mentions > 0 && standing)
          assert.equal(
            /cannot be told/.test(ranked({ standing, metrics })),
            /its place .* cannot be told/.test(headline),
          );

        // Rows.
        const rows = parseCsv((await me.call("GET", `/v1${reportPath}/export?format=csv`)).text);
        const ownRows = rows.filter(({ status }) => status === "ok");
        assert.equal(ownRows.length, metrics.answers);
        assert.equal(ownRows.filter((row) => row.brand_mentioned === "true").length, metrics.mentions);

        // What an assistant gets.
        const tool = { name: "get_report", arguments: { reportId: summary.id, view: "summary" } };
        const { result } = await rpc(
          app().app.door,
          { method: "tools/call", params: tool },
          { token: await me.connector() },
        );
        assert.ok(result.content[0].text.includes(headline), result.content[0].text);
        assert.deepEqual(result.structuredContent.result.metrics, metrics);
      });
  },
);
