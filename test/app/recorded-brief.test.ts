import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import type { BriefView } from "../../src/server/reports/brief/brief-view.ts";
import type { CompetitorDetailView } from "../../src/server/reports/competitor/competitor-view.ts";
import type { TrendsView } from "../../src/server/reports/trends/trend-view.ts";
import { brands, headphoneAnswers, missing, type Recorded, terms } from "../fixtures/recorded.ts";
import { onAnyStore } from "../start-app.ts";

// What an agency would send about real answers: the three recorded runs as three reports, each figure and sentence
// counted again by plain code over the texts.

/** The brands that stand in the text as words, by where they stand first; what no reader sees is left out. */
function namedIn(answer: string): string[] {
  const text = answer
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/https?:\/\/\S+/g, "")
    .replaceAll(/[*_]/g, "");
  return brands
    .map((name) => ({
      name,
      at: text.search(new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "iu")),
    }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

const naming = (brand: string, answers: readonly Recorded[]): number =>
  answers.filter(({ answer }) => namedIn(answer).includes(brand)).length;

const visibility = (brand: string, answers: readonly Recorded[]): number =>
  answers.reduce((sum, { answer }) => {
    const position = namedIn(answer).indexOf(brand) + 1;
    return sum + (position === 0 ? 0 : 100 / Math.log2(1 + position));
  }, 0) / answers.length;

/** Answers that cite a page of the domain, page by page. */
const citationsOf = (domain: string, answers: readonly Recorded[]): number =>
  answers.reduce((sum, { citations }) => {
    const pages = new Set(
      citations.map(({ url }) => url.replace(/#.*$/, "").replaceAll(/[?&](utm_\w+|srsltid)=[^&]*/g, "")),
    );
    return sum + [...pages].filter((page) => new URL(page).hostname.endsWith(domain)).length;
  }, 0);

const near = (shown: number | null, counted: number, parts: number, what: string) =>
  assert.ok(Math.abs(shown! - counted) <= 0.5 / parts + 1e-9, `${what}: ${shown} is not ${counted}`);

if (missing) test("a brief over recorded answers", { skip: missing }, () => {});
else {
  const recorded = headphoneAnswers();
  const runs = [1, 2, 3].map((run) => recorded.filter((answer) => answer.run === run));
  const newest = runs[2]!;
  const to = (prompt: string) => newest.filter((answer) => answer.prompt === prompt);

  onAnyStore(
    () => ({ now: () => new Date("2025-06-01T00:00:00Z") }),
    (app) => {
      let brief: BriefView;
      let trends: TrendsView;
      let soundcore: Static<typeof CompetitorDetailView>;

      test("three recorded runs become three reports of one project", async () => {
        const me = await app().member();
        const { id } = await me.project(terms);
        for (const answers of runs) {
          const rows = answers.map(({ prompt, provider, answer, citations, answered_at }) => ({
            ...{ prompt, provider, answer, citations, answeredAt: answered_at },
          }));
          const { status } = await me.call("POST", `/v1/projects/${id}/imports`, rows);
          assert.equal(status, 201);
        }
        const get = async <T>(path: string) => (await me.call<T>("GET", `/v1/projects/${id}/${path}`)).data;
        brief = await get("client-brief");
        trends = await get("visibility-trends");
        soundcore = await get("competitors/soundcore.com");
      });

      test("each point of the trend is a count over its texts, and what moved between runs of one day is noise", () => {
        assert.equal(trends.points.length, 3);
        for (const [at, point] of trends.points.entries()) {
          near(point.appearance_rate, naming("Sony", runs[at]!) / 16, 10_000, "rate");
          near(point.visibility_score, visibility("Sony", runs[at]!), 10, "score");
          for (const { name, points } of trends.competitors)
            near(points[at]!.visibility_score, visibility(name, runs[at]!), 10, name);
        }
        assert.deepEqual([trends.change.direction, trends.markers, trends.breaks], ["flat", [], []]);
        near(
          trends.change.appearance_rate_delta,
          (naming("Sony", newest) - naming("Sony", runs[1]!)) / 16,
          10_000,
          "the change",
        );
      });

      test("the trend's sentence says the share of texts that name the brand, and that its change is noise", () => {
        const percent = Math.round((naming("Sony", newest) / 16) * 100);
        const points = Math.round(((naming("Sony", newest) - naming("Sony", runs[1]!)) / 16) * 100);
        assert.ok(
          brief.trend.sentence.startsWith(`Sony is named in ${percent}% of 16 answers to 8 prompts (`),
        );
        assert.ok(
          brief.trend.sentence.endsWith(
            `; up ${points} points from the previous report over 8 common prompts, within the noise.`,
          ),
          brief.trend.sentence,
        );
      });

      test("the rival to watch is the one that most texts name earliest, by as much as the sentence says", () => {
        const [first] = brands.slice(1).sort((a, b) => visibility(b, newest) - visibility(a, newest));
        const { name, sentence, visibility_gap } = brief.competitor_signal!;
        assert.equal(name, first);
        const gap = visibility(name, newest) - visibility("Sony", newest);
        near(visibility_gap, gap, 10, "gap");
        assert.ok(
          sentence.startsWith(
            `${name} is named in ${naming(name, newest)} of 16 answers and Sony in ${naming("Sony", newest)}: `,
          ),
          sentence,
        );
        assert.ok(
          sentence.includes(`${name} is ${gap.toFixed(1)} points of visibility ahead of Sony`),
          sentence,
        );
      });

      test("the most cited domains are cited as often as it says", () => {
        const all = newest.flatMap(({ citations }) => citations).length;
        for (const { domain, citations } of brief.cited_domains)
          assert.equal(citations, citationsOf(domain, newest), domain);
        assert.ok(brief.cited_domains.reduce((sum, { citations }) => sum + citations, 0) <= all);
      });

      test("on each lost prompt the texts put a rival before the brand or never name it, and a rival that is named leads there", () => {
        const best = (prompt: string) =>
          Math.max(...brands.slice(1).map((name) => visibility(name, to(prompt))));
        for (const { prompt, answers, mentions, best_competitor } of brief.losing_prompts) {
          assert.deepEqual([answers, mentions], [to(prompt).length, naming("Sony", to(prompt))], prompt);
          assert.ok(visibility("Sony", to(prompt)) < best(prompt) || mentions === 0, prompt);
          if (best_competitor) near(visibility(best_competitor, to(prompt)), best(prompt), 1e9, prompt);
        }
        const never = [...new Set(newest.map(({ prompt }) => prompt))].filter(
          (prompt) => naming("Sony", to(prompt)) === 0,
        );
        const listed = brief.losing_prompts.map(({ prompt }) => prompt);
        assert.ok(listed.length === 5 || never.every((prompt) => listed.includes(prompt)));
      });

      test("what the next actions state of the answers is so", () => {
        const { title, rationale, action } = brief.next_actions[0]!;
        assert.equal(action, "close_gap");
        const prompt = /“(.*)”/.exec(title)![1]!;
        const [, name = "", named, answers, own] =
          /^(\w+) is named in (\d+) of (\d+) answers to this prompt(?: and Sony in (none)|, Sony in (\d+))/.exec(
            rationale,
          ) ?? [];
        assert.deepEqual(
          [Number(named), Number(answers)],
          [naming(name, to(prompt)), to(prompt).length],
          rationale,
        );
        assert.ok(own === undefined || naming("Sony", to(prompt)) === 0);
        const searched = newest.filter(({ citations }) => citations.length > 0);
        assert.equal(citationsOf("sony.com", newest), 0);
        assert.equal(
          brief.next_actions[1]?.rationale,
          `None of ${searched.length} answers that searched the web cites a page of Sony's own.`,
        );
      });

      test("a rival's detail is a count over the same texts: its prompts, its assistants, its sources", () => {
        const gap = (prompt: string) => visibility("Soundcore", to(prompt)) - visibility("Sony", to(prompt));
        const prompts = [...new Set(newest.map(({ prompt }) => prompt))];
        const won = soundcore.prompts_won.map(({ prompt }) => prompt);
        const lost = soundcore.prompts_lost.map(({ prompt }) => prompt);
        assert.ok(won.every((prompt) => gap(prompt) > 0) && lost.every((prompt) => gap(prompt) < 0));
        assert.ok(won.length + lost.length <= prompts.length);
        for (const { provider, mentions, visibility_gap } of soundcore.by_provider) {
          const own = newest.filter((answer) => answer.provider === provider);
          assert.equal(mentions, naming("Soundcore", own), provider);
          near(visibility_gap, visibility("Soundcore", own) - visibility("Sony", own), 10, provider);
        }
        const beside = newest.filter(({ answer }) => namedIn(answer).includes("Soundcore"));
        for (const { domain, citations } of soundcore.top_cited_domains)
          assert.equal(citations, citationsOf(domain, beside), domain);
      });
    },
  );
}
