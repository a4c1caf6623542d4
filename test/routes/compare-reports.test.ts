import assert from "node:assert/strict";
import { test } from "node:test";
import type { Static } from "typebox";
import type { ComparisonView } from "../../src/server/reports/comparison/comparison-view.ts";
import { onAnyStore } from "../start-app.ts";

// docs/contract/reports.md: two reports of a project side by side.

type Comparison = Static<typeof ComparisonView>;

/** Answers to six prompts, ten each; `named` of those to each prompt name the brand. */
const answers = (day: number, named: readonly number[], provider = "chatgpt", domain = "a.example") =>
  named.flatMap((count, prompt) =>
    Array.from({ length: 10 }, (_, at) => ({
      prompt: `which one for case ${prompt}?`,
      provider,
      sample: at + 1,
      answer: at < count ? "Acme is a good choice." : "Bolt is a good choice.",
      citations: [{ url: `https://${domain}/page` }],
      answeredAt: `2026-01-0${day}T00:00:00Z`,
    })),
  );

onAnyStore(
  () => ({}),
  (app) => {
    const two = async (first: object[], second: object[]) => {
      const me = await app().member();
      const { id } = await me.project();
      const brought = async (rows: object[]) =>
        (await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, rows)).data.id;
      return { me, id, before: await brought(first), after: await brought(second) };
    };

    test("a report is compared with the one before: what fell is listed first, and judged against the noise", async () => {
      const first = [...answers(1, [9, 9, 9, 9, 9, 9]), ...answers(1, [5, 5, 5, 5, 5, 5], "gemini")];
      const second = [
        ...answers(2, [0, 8, 9, 1, 9, 9], "chatgpt", "b.example"),
        ...answers(2, [5, 5, 5, 5, 5, 5], "claude", "a.example"),
      ];
      const { me, before, after } = await two(first, second);
      const { status, data, text } = await me.call<Comparison>("GET", `/v1/reports/${after}/compare`);
      assert.equal(status, 200, text);
      assert.deepEqual([data.report_id, data.compared_with], [after, before]);
      assert.equal(data.prompts_compared, 6);
      assert.deepEqual(data.moved, { prompts_risen: 0, prompts_fallen: 2, competitors: 1 });
      assert.deepEqual(
        data.prompts_fallen.map(({ prompt, mentions_before, mentions, beyond_noise }) => [
          ...[prompt, mentions_before, mentions, beyond_noise],
        ]),
        [
          ["which one for case 0?", 9, 0, true],
          ["which one for case 3?", 9, 1, true],
          ["which one for case 1?", 9, 8, false],
        ],
      );
      assert.deepEqual(data.prompts_risen, []);
      assert.deepEqual(
        data.change_parts.map(({ of, provider, mentions_before, mentions, answers }) => [
          ...[of, provider, mentions_before, mentions, answers],
        ]),
        [
          ["question", "chatgpt", 9, 0, 10],
          ["question", "chatgpt", 9, 1, 10],
        ],
      );
      const sum = data.change_parts.reduce((total, part) => total + part.appearance_rate_delta, 0);
      assert.ok(Math.abs(sum + data.unexplained! - data.change.appearance_rate_delta!) < 2e-4);
      assert.deepEqual(
        data.providers.map(({ provider, where, change }) => [provider, where, change !== null]),
        [
          ["chatgpt", "both", true],
          ["claude", "gained", false],
          ["gemini", "lost", false],
        ],
      );
      assert.deepEqual(
        data.sources_gained.map(({ domain, citations }) => [domain, citations]),
        [["b.example", 60]],
      );
      assert.deepEqual(data.sources_lost, []);
      assert.deepEqual(
        data.competitors.map(({ name, where }) => [name, where]),
        [
          ["Bolt", "both"],
          ["Cube", "both"],
        ],
      );
      const summary = await me.call<{ change: object }>("GET", `/v1/reports/${after}`);
      assert.deepEqual(data.change, summary.data.change);
    });

    test("either report can be named; prompts of one only are said to be gained or lost", async () => {
      const { me, before, after } = await two(answers(1, [9, 9, 9, 9, 9, 9]), answers(2, [9, 9, 9, 9, 9]));
      const path = `/v1/reports/${before}/compare?with=${after}`;
      const { data } = await me.call<Comparison>("GET", path);
      assert.deepEqual([data.report_id, data.compared_with], [before, after]);
      assert.deepEqual(
        data.prompts_gained.map(({ prompt }) => prompt),
        ["which one for case 5?"],
      );
      assert.deepEqual(data.prompts_lost, []);
    });

    test("the last two reports of a series have its verdict, as the summary has; any others have their own", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const ids: string[] = [];
      for (const [at, named] of [5, 5, 5, 5, 5, 3, 5].entries()) {
        const rows = answers(1 + at, Array(6).fill(named));
        ids.push((await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, rows)).data.id);
      }
      const path = `/v1/reports/${ids[6]}`;
      const { data: usual } = await me.call<Comparison>("GET", `${path}/compare`);
      const { data: summary } = await me.call<{ change: object; headline: string }>("GET", path);
      assert.deepEqual(usual.change, summary.change);
      assert.equal(usual.headline, summary.headline);
      assert.deepEqual([usual.judged_by, usual.change.direction], ["series", "flat"]);
      assert.ok(usual.change.compared_reports > 1);
      const { data: named } = await me.call<Comparison>("GET", `${path}/compare?with=${ids[5]}`);
      assert.deepEqual([named.change, named.judged_by], [usual.change, "series"]);
      const { data: pair } = await me.call<Comparison>("GET", `${path}/compare?with=${ids[0]}`);
      assert.deepEqual([pair.judged_by, pair.change.compared_reports], ["pair", 1]);
      assert.match(
        pair.headline,
        /from the other report over 6 common prompts, within the noise of these two/,
      );
    });

    test("an assistant has one verdict: beside the others as by itself, and none in a brief where a series decides", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const ids: string[] = [];
      // ChatGPT has fallen since all earlier reports, and less since the last.
      for (const [at, [chatgpt, gemini]] of [...Array(5).fill([9, 5]), [6, 6], [4, 5]].entries()) {
        const rows = [
          ...answers(1 + at, Array(6).fill(chatgpt)),
          ...answers(1 + at, Array(6).fill(gemini), "gemini"),
        ];
        ids.push((await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, rows)).data.id);
      }
      const path = `/v1/reports/${ids.at(-1)}`;
      const { data } = await me.call<Comparison>("GET", `${path}/compare`);
      for (const { provider, change } of data.providers) {
        const alone = await me.call<{ change: object }>("GET", `${path}?provider=${provider}`);
        assert.deepEqual(change, alone.data.change, provider);
      }
      const directions = data.providers.map(({ change }) => change!.direction);
      assert.deepEqual(directions, ["down", "flat"]);
      assert.ok(data.providers.every(({ change }) => change!.compared_reports > 1));
      const brief = await me.call<{ trend: { sentence: string } }>(
        "GET",
        `/v1/projects/${id}/client-brief?timeframe=12m`,
      );
      assert.doesNotMatch(brief.data.trend.sentence, /ChatGPT|Gemini/);
      const other = await me.call<Comparison>("GET", `${path}/compare?with=${ids[0]}`);
      assert.ok(other.data.providers.every(({ change }) => change!.compared_reports === 1));
    });

    test("a brief names no assistant by two reports whose own series decides, also where the whole begins anew", async () => {
      const me = await app().member();
      const { id } = await me.project();
      let newest = "";
      // ChatGPT's series goes on where Claude comes to it; with the reports before the last it has not moved.
      for (const [at, [chatgpt, claude]] of [
        ...[[9], [3], [9], [3], [9]],
        ...[
          [3, 3],
          [9, 9],
        ],
      ].entries()) {
        const rows = [
          ...answers(1 + at, Array(6).fill(chatgpt)),
          ...(claude === undefined ? [] : answers(1 + at, Array(6).fill(claude), "claude")),
        ];
        newest = (await me.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, rows)).data.id;
      }
      const { data } = await me.call<Comparison>("GET", `/v1/reports/${newest}/compare`);
      assert.equal(data.judged_by, "pair");
      assert.deepEqual(
        data.providers.map(({ provider, change }) => [provider, change!.direction]),
        [
          ["chatgpt", "flat"],
          ["claude", "up"],
        ],
      );
      const brief = await me.call<{ trend: { sentence: string } }>(
        "GET",
        `/v1/projects/${id}/client-brief?timeframe=12m`,
      );
      assert.match(brief.data.trend.sentence, /Claude/);
      assert.doesNotMatch(brief.data.trend.sentence, /ChatGPT/);
    });

    test("what cannot be compared is refused: the first report, itself, another project's, a stranger's", async () => {
      const { me, before, after } = await two(answers(1, [9]), answers(2, [9]));
      const other = await two(answers(1, [9]), answers(2, [9]));
      const { id: second } = await me.project({ name: "Second" });
      const rows = answers(3, [9]);
      const { data: elsewhere } = await me.call<{ id: string }>(
        "POST",
        `/v1/projects/${second}/imports`,
        rows,
      );
      const codes = async (path: string) => {
        const { status, error } = await me.call("GET", `/v1/reports/${path}`);
        return [status, error.code];
      };
      assert.deepEqual(await codes(`${before}/compare`), [404, "REPORT_NOT_READY"]);
      assert.deepEqual(await codes(`${after}/compare?with=${after}`), [400, "VALIDATION_ERROR"]);
      assert.deepEqual(await codes(`${after}/compare?with=${elsewhere.id}`), [400, "VALIDATION_ERROR"]);
      assert.deepEqual(await codes(`${after}/compare?with=${other.after}`), [404, "REPORT_NOT_FOUND"]);
      assert.deepEqual(await codes(`${other.after}/compare`), [404, "REPORT_NOT_FOUND"]);
    });
  },
);
