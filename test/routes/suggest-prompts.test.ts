import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Static } from "typebox";
import type { RawView } from "../../src/actions/reports/views/raw-view.ts";
import type { SummaryView } from "../../src/actions/reports/views/report-view.ts";
import type { CrawlView } from "../../src/actions/website/views/crawl-view.ts";
import type { SuggestionView } from "../../src/actions/website/views/suggestion-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, failing } from "../fake-engines.ts";
import { type Site, startSite } from "../fixtures/site.ts";
import { type Member, onEachStore } from "../start-app.ts";

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

onEachStore(
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
      assert.equal(data.prompts[0]?.prompt, "Which invoicing software would you recommend?");
      assert.ok(data.prompts.every(({ prompt }) => !prompt.includes("Ledgerly")));
    });

    test("contract/crawl-and-prompts, contract/analyse: with a project the prompts are saved as a test, which POST /analyze runs", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({
        brand: "Ledgerly",
        prompts: ["Which invoicing software would you recommend?"],
      });
      const { data } = await suggest(me, { crawlRecordId: await crawlOf(me), projectId });
      assert.equal(data.report_url, `http://site.test/tests/${data.test_id}`);
      assert.deepEqual(data.competitors, ["Bolt", "Cube"]);
      assert.ok(
        !data.prompts.some(({ prompt }) => prompt === "Which invoicing software would you recommend?"),
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
      assert.equal(raw.rows[0]?.prompt, "Which invoicing software would you recommend?");
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
        ["Who sends invoices for me at night?", "Which invoicing software would you recommend?"],
      );
      assert.deepEqual(warningsOf(answer), []);
      assert.deepEqual(searches, [false], "all that is to be known of the site is in the question");
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
