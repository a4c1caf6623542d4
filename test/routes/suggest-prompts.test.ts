import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Static } from "typebox";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import type { RawView } from "../../src/server/reports/rows/raw-view.ts";
import type { CrawlView } from "../../src/server/website/crawls/crawl-view.ts";
import type { SuggestionView } from "../../src/server/website/prompts/suggestion-view.ts";
import type { TestView } from "../../src/server/website/prompts/test-view.ts";
import { issuesOf, mcp, warningsOf } from "../doors.ts";
import { always, failing } from "../fake-engines.ts";
import { type Site, startSite } from "../fixtures/site.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Suggestions = Static<typeof SuggestionView>;

let site: Site;
const endings: (() => unknown)[] = [];

before(async () => {
  site = await startSite({ after: (end: unknown) => void endings.push(end as () => unknown) });
  site.pages["/"] =
    `<html lang="en"><title>Ledgerly – Invoicing software for freelancers</title><meta property="og:site_name" content="Ledgerly">
     <main><h1>Invoices in minutes</h1><h2>Recurring invoices</h2><h2>Late payment reminders</h2><p>Works with Stripe.</p></main>`;
});
after(async () => {
  for (const end of endings) await end();
});

onAnyStore(
  () => ({
    engines: { chatgpt: always("Bolt, then Ledgerly.") },
    config: { crawl: { pagesMax: 10, timeMs: 60_000, delayMs: 0, atOnce: 2 }, outboundAllow: [site.host] },
  }),
  (app) => {
    const crawlOf = async (me: Member): Promise<string> => {
      const { data } = await me.call<CrawlView>("POST", "/v1/crawls", { url: site.url });
      await app().settle();
      return data.id;
    };
    const suggest = (me: Member, body: Record<string, unknown>) =>
      me.call<Suggestions>("POST", "/v1/suggest-prompts", body);

    test("contract/crawl-and-prompts: a crawl record gives prompts, their number, and nothing saved without a project", async () => {
      const me = await app().member();
      const { status, data } = await suggest(me, { crawlRecordId: await crawlOf(me) });
      assert.equal(status, 200);
      assert.ok(data.prompt_count >= 5 && data.prompt_count <= 20);
      assert.equal(data.prompts.length, data.prompt_count);
      assert.deepEqual(
        [data.brand, data.test_id, data.report_url, data.project_id],
        ["Ledgerly", null, null, null],
      );
      assert.equal(data.prompts[0]?.prompt, "What is the best invoicing software?");
      assert.ok(data.prompts.every(({ prompt }) => !prompt.includes("Ledgerly")));
    });

    test("contract/crawl-and-prompts: a saved test can be read by who made it, and by nobody else", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const { id: projectId } = await me.project({ brand: "Ledgerly" });
      const { data } = await suggest(me, { crawlRecordId: await crawlOf(me), projectId });
      const read = await me.call<Static<typeof TestView>>("GET", `/v1/tests/${data.test_id}`);
      assert.deepEqual(
        read.data.prompts,
        data.prompts.map(({ prompt_key, prompt, intent }) => ({ prompt_key, prompt, intent })),
      );
      assert.deepEqual([read.data.brand, read.data.project_id], ["Ledgerly", projectId]);
      for (const [member, id] of [
        [other, data.test_id],
        [me, randomUUID()],
        [me, "nothing"],
      ] as const) {
        const { status, error } = await member.call("GET", `/v1/tests/${id}`);
        assert.deepEqual([status, error.code], [404, "TEST_NOT_FOUND"]);
      }
    });

    test("contract/crawl-and-prompts, contract/analyse: with a project the prompts are saved as a test, which POST /analyze runs", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({
        brand: "Ledgerly",
        prompts: ["What is the best invoicing software?"],
      });
      const { data } = await suggest(me, { crawlRecordId: await crawlOf(me), projectId });
      assert.equal(data.report_url, `http://site.test/tests/${data.test_id}`);
      assert.deepEqual(data.competitors, ["Bolt", "Cube"]);
      assert.ok(
        !data.prompts.some(({ prompt }) => prompt === "What is the best invoicing software?"),
        "saved already",
      );

      const { status, data: report } = await me.call<SummaryView>("POST", "/v1/analyze", {
        testId: data.test_id,
      });
      assert.deepEqual([status, report.type, report.status], [200, "visibility_analysis_api", "completed"]);
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${report.id}?view=raw`);
      assert.deepEqual(
        raw.rows.map(({ prompt }) => prompt),
        data.prompts.map(({ prompt }) => prompt),
      );
    });

    test("suggestions saved in one step are the project's prompts: added to those there are, each once", async () => {
      const me = await app().member();
      const there = "What is the best invoicing software?";
      const { id: projectId } = await me.project({ brand: "Ledgerly", prompts: [there, "My own question?"] });
      const crawlRecordId = await crawlOf(me);
      const saved = await suggest(me, { crawlRecordId, projectId, save: true });
      assert.ok(saved.data.prompt_count >= 5);
      assert.equal(saved.data.saved_prompt_count, saved.data.prompt_count);
      const prompts = async () =>
        (
          await me.call<{ prompts: { prompt: string }[] }>("GET", `/v1/projects/${projectId}/prompts`)
        ).data.prompts.map(({ prompt }) => prompt);
      assert.deepEqual(await prompts(), [
        there,
        "My own question?",
        ...saved.data.prompts.map(({ prompt }) => prompt),
      ]);
      const [one, other] = await Promise.all(
        [1, 2].map(() => suggest(me, { crawlRecordId, projectId, save: true })),
      );
      const all = await prompts();
      assert.equal(new Set(all).size, all.length, "two at once save nothing twice");
      assert.equal(
        all.length,
        2 + saved.data.saved_prompt_count + one!.data.saved_prompt_count + other!.data.saved_prompt_count,
      );
    });

    test("a project without saved prompts is told how to take suggestions over, one with some is not", async () => {
      const me = await app().member();
      const crawlRecordId = await crawlOf(me);
      const { id: projectId } = await me.project({ brand: "Ledgerly", prompts: undefined });
      const offered = await suggest(me, { crawlRecordId, projectId });
      assert.ok(warningsOf(offered).includes("PROMPTS_NOT_SAVED /save"));
      assert.equal(offered.data.saved_prompt_count, 0);
      const saved = await suggest(me, { crawlRecordId, projectId, save: true });
      assert.ok(!warningsOf(saved).includes("PROMPTS_NOT_SAVED /save"));
      const again = await suggest(me, { crawlRecordId, projectId });
      assert.ok(!warningsOf(again).includes("PROMPTS_NOT_SAVED /save"));
    });

    test("a project takes as many prompts as it has room for, and says how many it left out", async () => {
      const me = await app().member();
      const prompts = Array.from({ length: 497 }, (_, at) => `Question ${at} about something?`);
      const { id: projectId } = await me.project({ brand: "Ledgerly", prompts });
      const answer = await suggest(me, { crawlRecordId: await crawlOf(me), projectId, save: true });
      assert.equal(answer.data.saved_prompt_count, 3);
      assert.ok(warningsOf(answer).includes("PROMPTS_LEFT_OUT /save"));
    });

    test("saving needs a project, and the scope that changing its prompts needs", async () => {
      const me = await app().member();
      const crawlRecordId = await crawlOf(me);
      assert.deepEqual(issuesOf(await suggest(me, { crawlRecordId, save: true })), [
        "body /projectId required",
      ]);
      const { id: projectId } = await me.project({ brand: "Ledgerly" });
      const writer = await me.connector({ scopes: ["content:write"] });
      const refused = await mcp.call(app().app.door, writer, "suggest_prompts", {
        crawlRecordId,
        projectId,
        save: true,
      });
      assert.deepEqual(
        [refused.error.code, refused.error.details],
        ["INSUFFICIENT_SCOPE", { required: ["projects:write"] }],
      );
    });

    test("after an analysis of suggestions, latest, brief and share links name its report and what to call", async () => {
      const me = await app().member();
      const crawlRecordId = await crawlOf(me);
      const { id: projectId } = await me.project({ brand: "Ledgerly", prompts: undefined });
      const { data: suggested } = await suggest(me, { crawlRecordId, projectId });
      const { data: report } = await me.call<SummaryView>("POST", "/v1/analyze", {
        testId: suggested.test_id,
      });
      const ask = () =>
        Promise.all([
          me.call("GET", `/v1/reports/latest?projectId=${projectId}`),
          me.call("GET", `/v1/projects/${projectId}/client-brief`),
          me.call("POST", `/v1/projects/${projectId}/share-links`, {}),
        ]);
      for (const { status, error } of await ask()) {
        assert.deepEqual([status, error.code], [404, "REPORT_NOT_READY"]);
        assert.match(error.message, /source=custom.*no saved prompts.*save=true/);
        assert.deepEqual(error.details, {
          report_id: report.id,
          status: "completed",
          source: "custom",
          next_actions: ["get_latest_report", "suggest_prompts", "set_prompts", "run_project_analysis"],
        });
      }
      await suggest(me, { crawlRecordId, projectId, save: true });
      const [{ error }] = await ask();
      assert.match(error.message, /source=custom.*POST \/v1\/analyze\/project/);
      assert.deepEqual((error.details as { next_actions: string[] }).next_actions, [
        "get_latest_report",
        "run_project_analysis",
      ]);
      await me.call("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      assert.deepEqual(
        (await ask()).map(({ status }) => status),
        [200, 200, 201],
      );
    });

    test("contract/analyse: POST /analyze with projectId, brand and crawlRecordId asks what the crawl suggests", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ brand: "Ledgerly" });
      const crawlRecordId = await crawlOf(me);
      const { status, data } = await me.call<SummaryView>("POST", "/v1/analyze", {
        projectId,
        brand: "Ledgerly",
        crawlRecordId,
      });
      assert.deepEqual([status, data.type, data.brand], [200, "visibility_analysis_api", "Ledgerly"]);
      const { data: raw } = await me.call<RawView>("GET", `/v1/reports/${data.id}?view=raw`);
      assert.equal(raw.rows[0]?.prompt, "What is the best invoicing software?");
    });

    test("a configured engine proposes, and what it proposes is checked", async () => {
      const searches: (false | undefined)[] = [];
      app().engines.say({
        chatgpt: ({ search }) => {
          searches.push(search);
          return '[{"prompt":"Who sends invoices for me at night?","intent":"problem","reason":"A job."},{"prompt":"Why is Ledgerly best?"}]';
        },
      });
      const me = await app().member();
      const answer = await suggest(me, { crawlRecordId: await crawlOf(me) });
      assert.deepEqual(
        answer.data.prompts.slice(0, 2).map(({ prompt }) => prompt),
        ["Who sends invoices for me at night?", "What is the best invoicing software?"],
      );
      assert.deepEqual(warningsOf(answer), []);
      assert.deepEqual(searches, [false], "all that is to be known of the site is in the question");
    });

    test("an organization's own key that the vendor refuses for suggestions is not active until the vendor takes it again", async () => {
      const me = await app().member();
      const token = await me.session();
      const apiKey = `sk-${randomUUID()}`;
      const crawlRecordId = await crawlOf(me);
      await me.call("PUT", "/v1/engines/chatgpt/credentials", { apiKey }, { token });
      const active = async () => {
        const { data } = await me.call<{ active: boolean }[]>(
          ...(["GET", "/v1/engines/credentials", undefined, { token }] as const),
        );
        return data[0]?.active;
      };
      const before = app().engines.asked.length;
      app().engines.sayTo(apiKey, failing("bad_key"));
      assert.ok(warningsOf(await suggest(me, { crawlRecordId })).length > 0);
      assert.equal(await active(), false);
      app().engines.sayTo(apiKey, always("Bolt, then Ledgerly."));
      await suggest(me, { crawlRecordId });
      assert.equal(await active(), true);
      assert.deepEqual(
        app()
          .engines.asked.slice(before)
          .map((one) => one.apiKey),
        [apiKey, apiKey],
      );
    });

    test("an engine that fails leaves the prompts of the crawl, with a warning", async () => {
      app().engines.say({ chatgpt: failing("unavailable") });
      const me = await app().member();
      const answer = await suggest(me, { crawlRecordId: await crawlOf(me) });
      assert.deepEqual([answer.status, warningsOf(answer)], [200, ["PROMPTS_WITHOUT_ENGINE"]]);
      assert.ok(answer.data.prompt_count >= 5);
    });

    test("contract/crawl-and-prompts: the types of POST /suggest-prompts are checked", async () => {
      const me = await app().member();
      assert.deepEqual(issuesOf(await suggest(me, {})), ["body /crawlRecordId required"]);
      assert.deepEqual(issuesOf(await suggest(me, { crawlRecordId: "x" })), [
        "body /crawlRecordId bad_format",
      ]);
      const crawlRecordId = randomUUID();
      assert.equal((await suggest(me, { crawlRecordId, competitors: "Bolt" })).status, 400);
      assert.equal((await suggest(me, { crawlRecordId, brand: 7 })).status, 400);
    });

    test("contract/crawl-and-prompts: an unknown record, another's, one that runs and one that failed are 404", async () => {
      const me = await app().member();
      const other = await app().member();
      const mine = await crawlOf(me);
      for (const [who, crawlRecordId] of [
        [me, randomUUID()],
        [other, mine],
      ] as const)
        assert.equal((await suggest(who, { crawlRecordId })).error.code, "CRAWL_RECORD_NOT_FOUND");
      assert.equal(
        (await suggest(me, { crawlRecordId: mine, projectId: randomUUID() })).error.code,
        "PROJECT_NOT_FOUND",
      );
      await app().db.updateTable("crawl_records").set({ status: "failed" }).where("id", "=", mine).execute();
      assert.equal((await suggest(me, { crawlRecordId: mine })).error.code, "REPORT_NOT_READY");
    });

    test("contract/crawl-and-prompts: whoever's plan has ended is 402", async () => {
      const me = await app().member();
      await app()
        .db.updateTable("users")
        .set({ plan_status: "canceled" })
        .where("id", "=", me.userId)
        .execute();
      const crawlRecordId = await crawlOf(me);
      const { status, error } = await suggest(me, { crawlRecordId });
      assert.deepEqual(
        [status, error.code, typeof (error.details as { remaining?: unknown })?.remaining],
        [402, "BILLING_REQUIRED", "number"],
      );
    });
  },
);
