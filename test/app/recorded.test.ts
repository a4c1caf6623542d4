import assert from "node:assert/strict";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawRow, RawView } from "../../src/server/reports/rows/raw-view.ts";
import { brands, headphoneAnswers, missing, type Recorded, terms } from "../fixtures/recorded.ts";
import { onEachStore } from "../start-app.ts";

// The main job on real input: Sony against four rivals over the recorded headphone and earbud prompts.

/** Where these answers name which brand, as a person read them: the brands by their first mention, each place. */
const readByHand: Record<string, [brand: string, ...starts: number[]][]> = {
  "chatgpt-1-009": [
    ["Sony", 318],
    ["Soundcore", 510],
  ],
  "chatgpt-2-010": [
    ["Sony", 118, 341],
    ["Bose", 530, 805, 2321, 2486],
    ["Soundcore", 1164],
    ["Sennheiser", 1445, 1623],
  ],
  "chatgpt-3-010": [
    ["Sony", 147],
    ["Soundcore", 423],
    ["Bose", 985, 1855],
    ["Sennheiser", 1285],
  ],
  "google_ai_mode-1-012": [
    ["Soundcore", 231, 821],
    ["Sony", 636, 975],
    ["Sennheiser", 1057, 1654],
    ["JBL", 1282, 1737],
  ],
  "google_ai_mode-3-009": [
    ["Soundcore", 130, 358, 1072],
    ["Sony", 372, 1165],
    ["Sennheiser", 825, 1296],
    ["JBL", 1402, 1519, 1888],
  ],
};

if (missing) test("reports over recorded answers", { skip: missing }, () => {});
else {
  const answers = headphoneAnswers();

  onEachStore(
    () => ({}),
    (app) => {
      let report: SummaryView;
      let rows: (RawRow & { recorded: Recorded })[];

      test("recorded answers of two assistants and three runs become one report", async () => {
        assert.equal(answers.length, 48);
        const me = await app().member();
        const { id } = await me.project(terms);
        const body = answers.map(({ prompt, provider, run, answer, citations, answered_at }) => ({
          prompt,
          provider,
          sample: run,
          answer,
          citations,
          answeredAt: answered_at,
        }));
        const imported = await me.call<SummaryView>("POST", `/v1/projects/${id}/imports`, body);
        assert.equal(imported.status, 201);
        report = imported.data;
        const { text } = await me.call("GET", `/v1/reports/${report.id}/export`);
        const exported: RawView["rows"] = text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
        const cell = (row: { prompt: string; provider: string }, sample: number) =>
          `${row.provider} ${sample} ${row.prompt}`;
        const of = new Map(answers.map((answer) => [cell(answer, answer.run), answer]));
        rows = exported.map((row) => ({ ...row, recorded: of.get(cell(row, row.sample))! }));
        assert.ok(rows.every(({ recorded }) => recorded));
        assert.deepEqual(
          [report.metrics.answers, report.metrics.prompts, report.metrics.answers_failed, report.branded],
          [48, 8, 0, null],
        );
        const newest = answers.map(({ answered_at }) => Date.parse(answered_at)).sort((a, b) => b - a)[0]!;
        assert.equal(report.measured_at, new Date(newest).toISOString());
      });

      test("the brands of every answer, and their order, are those that plain code finds in its text", () => {
        for (const { mentions, recorded } of rows)
          assert.deepEqual(
            mentions.map(({ name }) => name),
            namedIn(recorded.answer),
            recorded.answer_id,
          );
      });

      test("the brands of answers that a person read are found where that person saw them", () => {
        for (const [id, read] of Object.entries(readByHand)) {
          const { mentions } = rows.find(({ recorded }) => recorded.answer_id === id)!;
          assert.deepEqual(
            mentions.map(({ name, evidence }) => [name, ...evidence.map(({ start }) => start)]),
            read,
            id,
          );
        }
      });

      test("every piece of evidence is the brand's name in the verbatim answer", () => {
        for (const { mentions, recorded } of rows) {
          for (const { name, evidence } of mentions) {
            for (const { start, end, text } of evidence) {
              assert.equal(recorded.answer.slice(start, end) === text, true, recorded.answer_id);
              assert.equal(text.toLowerCase().startsWith(name.toLowerCase()), true, recorded.answer_id);
            }
          }
        }
      });

      test("rate, score, share and position of every brand are those of a count by hand", () => {
        const figures = new Map([
          ["Sony", report.metrics],
          ...report.competitors.map((one) => [one.name, one] as const),
        ]);
        assert.deepEqual(figuresOf(figures), countedFigures(answers));
        for (const { provider, ...metrics } of report.providers) {
          const own = answers.filter((answer) => answer.provider === provider);
          assert.equal(own.length, 24);
          assert.deepEqual(figuresOf(new Map([["Sony", metrics]])).Sony, countedFigures(own).Sony, provider);
        }
      });

      test("the most cited domains are those of the citations that came with the answers", () => {
        const counted = new Map<string, number>();
        for (const { citations } of answers)
          for (const host of new Set(citations.map(({ url }) => addressOf(url)))
            .values()
            .map((address) => hostOf(address)))
            counted.set(host, (counted.get(host) ?? 0) + 1);
        for (const { domain, citations } of report.top_sources.slice(0, 4))
          assert.equal(counted.get(domain), citations, domain);
        assert.equal(
          report.metrics.answers_searched,
          answers.filter(({ citations }) => citations.length > 0).length,
        );
      });

      test("the report says how far it can be trusted, and how alike the three runs are", () => {
        const { appearance_rate, appearance_rate_ci, confidence } = report.metrics;
        assert.ok(appearance_rate_ci![0] < appearance_rate! && appearance_rate! < appearance_rate_ci![1]);
        assert.equal(confidence, "directional");
        assert.equal(report.stability?.pairs, 48, "three pairs of each of 8 prompts and 2 assistants");
        assert.ok(report.stability.brand_jaccard! > 0.3 && report.stability.brand_jaccard! < 0.9);
      });
    },
  );
}

/** Without link targets, addresses and marks of emphasis, which no reader sees. */
const seen = (answer: string): string =>
  answer
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/https?:\/\/\S+/g, "")
    .replaceAll(/[*_]/g, "");

const firstOf = (text: string, brand: string): number =>
  text.search(new RegExp(`(?<![\\p{L}\\p{N}])${brand}(?![\\p{L}\\p{N}])`, "iu"));

/** The brands whose names stand in the text as words, by where they stand first. */
function namedIn(answer: string): string[] {
  const text = seen(answer);
  return brands
    .map((name) => ({ name, at: firstOf(text, name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

interface Figures {
  mentions: number;
  appearance_rate: number | null;
  visibility_score: number | null;
  share_of_voice: number | null;
  average_position: number | null;
}

const figuresOf = (metrics: ReadonlyMap<string, Figures>): Record<string, Figures> =>
  Object.fromEntries(
    brands.flatMap((name) => {
      const of = metrics.get(name);
      if (!of) return [];
      const { mentions, appearance_rate, visibility_score, share_of_voice, average_position } = of;
      return [[name, { mentions, appearance_rate, visibility_score, share_of_voice, average_position }]];
    }),
  );

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

function countedFigures(over: readonly Recorded[]): Record<string, Figures> {
  const named = over.map(({ answer }) => namedIn(answer));
  const namings = named.flat().length;
  return Object.fromEntries(
    brands.map((brand) => {
      const positions = named.map((names) => names.indexOf(brand) + 1).filter((position) => position > 0);
      const score = positions.reduce((sum, position) => sum + 100 / Math.log2(1 + position), 0) / over.length;
      return [
        brand,
        {
          mentions: positions.length,
          appearance_rate: rounded(positions.length / over.length, 10_000),
          visibility_score: rounded(score, 10),
          share_of_voice: rounded(positions.length / namings, 10_000),
          average_position: rounded(
            positions.reduce((sum, position) => sum + position, 0) / positions.length,
            100,
          ),
        },
      ];
    }),
  );
}

/** An address without what does not change the page. */
const addressOf = (url: string): string =>
  url.replace(/#.*$/, "").replace(/[?&](utm_\w+|srsltid)=[^&]*/g, "");

const hostOf = (address: string): string => new URL(address).hostname.split(".").slice(-2).join(".");
