import assert from "node:assert/strict";
import { test } from "node:test";
import type { FullView } from "../../src/actions/views/full-view.ts";
import type { ProviderAnswerView } from "../../src/actions/views/provider-answer-view.ts";
import type { RawView } from "../../src/actions/views/raw-view.ts";
import type { SummaryView } from "../../src/actions/views/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";

onEachStore(
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
      assert.deepEqual(await at(1), before);
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
