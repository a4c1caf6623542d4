import assert from "node:assert/strict";
import { test } from "node:test";
import type { FullView } from "../../src/server/reports/figures/full-view.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { ProviderAnswerView } from "../../src/server/reports/rows/provider-answer-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { type Member, onAnyStore } from "../start-app.ts";

onAnyStore(
  () => ({
    engines: { chatgpt: always("\ufeffTry the Acmeter 3000, or Bolt."), claude: always("Zapper is fine.") },
  }),
  (app) => {
    const analysed = async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      return { me, projectId, path: `/v1/reports/${data.id}`, before: data };
    };
    const change = async (me: Member, projectId: string, terms: unknown) => {
      const { status, text } = await me.call("PATCH", `/v1/projects/${projectId}`, terms);
      assert.equal(status, 200, text);
      await app().settle();
    };

    test("a further name of the brand re-reads the stored answers: the newest reading is what every view shows", async () => {
      const { me, projectId, path, before } = await analysed();
      const { headers } = await me.call("GET", path);
      const asked = app().engines.asked.length;
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      assert.equal(app().engines.asked.length, asked, "no assistant was asked again");

      const after = await me.call<SummaryView>("GET", path, undefined, {
        headers: { "if-none-match": headers.etag! },
      });
      assert.equal(after.status, 200, "its ETag is another");
      assert.deepEqual([before.metrics.mentions, after.data.metrics.mentions], [0, 1]);
      assert.ok(after.data.read_at! > before.read_at!);
      assert.equal(after.data.measured_at, before.measured_at);
      assert.equal(after.data.completed_at, before.completed_at);
      const { data: raw } = await me.call<RawView>("GET", `${path}?view=raw`);
      const [mention] = raw.rows[0]!.mentions;
      assert.deepEqual([mention?.name, mention?.evidence[0]?.text], ["Acme", "Acmeter"]);
      const { data: answer } = await me.call<ProviderAnswerView>(
        "GET",
        `${path}/provider-answer?promptKey=${raw.rows[0]!.prompt_key}&provider=chatgpt`,
      );
      const { start, end } = answer.mentions[0]!.evidence[0]!;
      assert.equal(answer.answer_text.slice(start, end), "Acmeter", "offsets are into the verbatim answer");
      const { data: full } = await me.call<FullView>("GET", `${path}?view=full`);
      assert.equal(
        full.trends.at(-1)?.appearance_rate,
        after.data.metrics.appearance_rate,
        "trends follow the newest reading",
      );
    });

    test("the reading before stays to be had: reading=1 shows what it showed", async () => {
      const { me, projectId, path, before } = await analysed();
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      await change(me, projectId, { brandAliases: ["Acmeter", "Zapper"] });
      const at = async (reading: number) =>
        (await me.call<SummaryView>("GET", `${path}?reading=${reading}`)).data;
      assert.deepEqual(await at(1), { ...before, readings: 3 });
      const newest = await me.call<SummaryView>("GET", path);
      assert.deepEqual([newest.data.reading, newest.data.readings], [3, 3]);
      assert.deepEqual([(await at(2)).metrics.mentions, (await at(3)).metrics.mentions], [1, 2]);
      assert.deepEqual(await at(3), (await me.call("GET", path)).data);
      const raw = async (reading: number) =>
        (await me.call<RawView>("GET", `${path}?view=raw&reading=${reading}`)).data.rows.map(
          ({ brand_mentioned }) => brand_mentioned,
        );
      assert.deepEqual(
        [await raw(1), await raw(2), await raw(3)],
        [
          [false, false],
          [true, false],
          [true, true],
        ],
      );
      assert.deepEqual(issuesOf(await me.call("GET", `${path}?reading=4`)), [
        "query /reading unknown_reading",
      ]);
    });

    test("one answer, the export and the list say which reading they are by", async () => {
      const { me, projectId, path } = await analysed();
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      const { data: raw } = await me.call<RawView>("GET", `${path}?view=raw`);
      const of = async (query: string) => {
        const { data } = await me.call<ProviderAnswerView>(
          "GET",
          `${path}/provider-answer?promptKey=${raw.rows[0]!.prompt_key}&provider=chatgpt${query}`,
        );
        return [data.reading, data.readings, data.mentions.map(({ name }) => name)];
      };
      assert.deepEqual(await of(""), [2, 2, ["Acme", "Bolt"]]);
      assert.deepEqual(await of("&reading=2"), await of(""));
      assert.deepEqual(await of("&reading=1"), [1, 2, ["Bolt"]]);
      const exported = async (query: string) => {
        const { text } = await me.call("GET", `${path}/export?format=jsonl${query}`);
        const [row] = text.split("\n");
        const { reading, mentions } = JSON.parse(row!) as {
          reading: number;
          mentions: { name: string }[];
        };
        return [reading, mentions.map(({ name }) => name)];
      };
      assert.deepEqual(await exported(""), [2, ["Acme", "Bolt"]]);
      assert.deepEqual(await exported("&reading=1"), [1, ["Bolt"]]);
      const { text } = await me.call("GET", `${path}/export?format=csv&reading=1`);
      assert.deepEqual(
        text
          .trim()
          .split(/\r?\n/)
          .map((line) => line.split(",").slice(20, 22)),
        [
          ["reading", "tags"],
          ["1", ""],
          ["1", ""],
        ],
      );
      const query = `promptKey=${raw.rows[0]!.prompt_key}&provider=chatgpt&reading=3`;
      for (const missing of [`${path}/provider-answer?${query}`, `${path}/export?reading=3`])
        assert.deepEqual(issuesOf(await me.call("GET", missing)), ["query /reading unknown_reading"]);
      const { data: list } = await me.call<SummaryView[]>("GET", `/v1/reports?projectId=${projectId}`);
      assert.deepEqual(
        list.map(({ reading, readings }) => [reading, readings]),
        [[2, 2]],
      );
    });

    test("a change is between readings on the same terms; where there are none it says in what they differ", async () => {
      const me = await app().member();
      const prompts = Array.from({ length: 6 }, (_, at) => `which one for case ${at}?`);
      const { id: projectId } = await me.project({ prompts });
      const analyse = async () =>
        (await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId })).data;
      const first = await analyse();
      const second = await analyse();
      assert.deepEqual(
        [second.change?.direction, second.change?.compared_with, second.change?.answers],
        ["flat", first.id, 12],
      );
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      const read = async (query = "") => {
        const answer = await me.call<SummaryView>("GET", `/v1/reports/${second.id}${query}`);
        return { ...answer.data.change!, headline: answer.data.headline, warnings: warningsOf(answer) };
      };
      const [newest, earlier] = [await read(), await read("?reading=1")];
      assert.deepEqual([newest.compared_reading, newest.readings_differ, newest.warnings], [2, [], []]);
      assert.deepEqual([earlier.compared_reading, earlier.readings_differ, earlier.warnings], [1, [], []]);

      // The answers of the first are past their retention: it keeps the reading that it has.
      await app().db.deleteFrom("asks").where("report_id", "=", first.id).execute();
      await change(me, projectId, { competitors: [{ name: "Zapper" }] });
      const rivals = await read();
      assert.deepEqual(
        [
          rivals.direction,
          rivals.readings_differ,
          rivals.appearance_rate_delta,
          rivals.visibility_score_delta,
        ],
        ["flat", ["rivals"], 0, null],
      );
      assert.deepEqual(rivals.warnings, ["READINGS_DIFFER"]);
      await change(me, projectId, { brandAliases: [] });
      const brand = await read();
      assert.deepEqual(
        [brand.direction, brand.readings_differ, brand.appearance_rate_delta, brand.answers_before],
        ["reading_changed", ["brand", "rivals"], null, 12],
      );
      assert.match(
        brand.headline,
        /; not compared with the previous report: its answers were read on other terms\.$/,
      );
    });

    test("another rival, and another brand, re-read too; a change that concerns no name does not", async () => {
      const { me, projectId, path } = await analysed();
      const { headers } = await me.call("GET", path);
      await change(me, projectId, { name: "Renamed", samples: 2, country: "DE", prompts: ["other?"] });
      assert.equal((await me.call("GET", path)).headers.etag, headers.etag);
      await change(me, projectId, { competitors: [{ name: "Zapper" }] });
      const rivals = (await me.call<SummaryView>("GET", path)).data.competitors;
      assert.deepEqual(
        rivals.map(({ name, mentions }) => [name, mentions]),
        [["Zapper", 1]],
      );
      await change(me, projectId, { brand: "Zapper" });
      const { data } = await me.call<SummaryView>("GET", path);
      assert.deepEqual([data.brand, data.metrics.mentions, data.competitors], ["Zapper", 1, []]);
    });

    test("a prompt that comes to name a tracked brand is branded from then on", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts: ["Is the Acmeter any good?", "best crm?"] });
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      assert.deepEqual([data.metrics.prompts, data.branded], [2, null]);
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      const after = (await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data;
      assert.deepEqual([after.metrics.prompts, after.branded?.prompts], [1, 1]);
    });

    test("an ad hoc report is re-read for the brand and the rivals that it was asked for", async () => {
      const { me, projectId } = await analysed();
      const body = { projectId, brand: "Bolt", prompts: ["other?"], competitors: ["Zapper"] };
      const { data } = await me.call<SummaryView>("POST", "/v1/analyze/custom", body);
      await change(me, projectId, {
        competitors: [{ name: "Bolt", aliases: ["Zapper"] }],
        brandAliases: ["Acmeter"],
      });
      const after = (await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data;
      assert.equal(after.brand, "Bolt");
      assert.deepEqual(
        after.competitors.map(({ name }) => name),
        ["Zapper"],
      );
    });

    test("a change while a run is under way is in its report in the end", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck, claude: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data } = await me.call<SummaryView>(
        "POST",
        "/v1/analyze/project",
        { projectId },
        { headers: { prefer: "wait=0" } },
      );
      await me.call("PATCH", `/v1/projects/${projectId}`, { brandAliases: ["Acmeter"] });
      stuck.release("The Acmeter.");
      await app().settle();
      assert.equal((await me.call<SummaryView>("GET", `/v1/reports/${data.id}`)).data.metrics.mentions, 2);
    });

    test("a page mark of one reading is none of another", async () => {
      const { me, projectId, path } = await analysed();
      const { meta } = await me.call("GET", `${path}?view=raw&limit=1`);
      await change(me, projectId, { brandAliases: ["Acmeter"] });
      const cursor = meta.pagination!.next_cursor!;
      assert.deepEqual(issuesOf(await me.call("GET", `${path}?view=raw&limit=1&cursor=${cursor}`)), [
        "query /cursor bad_cursor",
      ]);
      assert.equal((await me.call("GET", `${path}?view=raw&limit=1&reading=1&cursor=${cursor}`)).status, 200);
    });
  },
);
