import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Static } from "typebox";
import { openPlans, standardPlans } from "../../src/server/api/access/plan.ts";
import type { GeneratedContentView } from "../../src/server/content/drafts/generated-content-view.ts";
import type { ContentPlanView } from "../../src/server/content/topics/content-plan-view.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { failing, hanging } from "../fake-engines.ts";
import { keepCrawl } from "../fixtures/crawl.ts";
import { postOf } from "../fixtures/draft-texts.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type Draft = GeneratedContentView;
type Plan = Static<typeof ContentPlanView>;

const generate = (me: Member, body: object, options?: Parameters<Member["call"]>[3]) =>
  me.call<Draft>("POST", "/v1/generate-content", body, options);
const read = async (me: Member, id: string) => (await me.call<Draft>("GET", `/v1/reports/${id}`)).data;
const wanted = (projectId: string, more: object = {}) => ({
  projectId,
  platform: "linkedin",
  topic: "crm for small teams",
  ...more,
});
const contentUsed = async (me: Member) =>
  (await me.call("GET", "/v1/projects")).meta.billing.quotas.content.used;

onAnyStore(
  () => ({ config: { rateLimitScale: 0, plans: openPlans } }),
  (app) => {
    const crawled = async (me: Member, projectId: string) =>
      keepCrawl(app().db, { organizationId: me.userId, projectId }, [
        {
          url: "https://acme.example/crm",
          title: "A CRM for small teams",
          text: "Acme is a CRM for small teams. It costs 9 euro a seat. It imports contacts from CSV files.",
        },
      ]);

    test("contract/drafts, contract/reports: a LinkedIn post is written, marked as made up, and read as a report", async () => {
      const me = await app().member();
      const project = await me.project();
      const { status, data, text } = await generate(me, wanted(project.id));
      assert.equal(status, 200, text);
      assert.deepEqual(
        [data.type, data.status, data.terminal, data.platform, data.content_kind, data.view, data.source],
        ["generated_content", "completed", true, "linkedin", "post", null, null],
      );
      assert.ok(data.body_markdown && [...data.body_markdown].length <= 3_000);
      assert.deepEqual([data.surfaces, data.posts, data.cost_usd], [["sandbox"], null, 0]);
      const answer = await me.call<Draft>("GET", `/v1/reports/${data.id}`);
      assert.deepEqual(answer.data, data);
      assert.deepEqual(warningsOf(answer), ["SANDBOX_ANSWERS"]);
      assert.equal(await contentUsed(me), 1);
    });

    test("contract/drafts, contract/states: a blog article is 200 and processing, then polled to its end", async () => {
      const me = await app().member();
      const project = await me.project();
      const begun = await generate(me, wanted(project.id, { platform: "blog" }), {
        headers: { prefer: "wait=0" },
      });
      assert.equal(begun.status, 200);
      assert.deepEqual(
        [begun.data.status, begun.data.terminal, begun.data.poll_after_seconds, begun.data.body_markdown],
        ["processing", false, 2, null],
      );
      assert.equal(begun.headers.location, `/v1/reports/${begun.data.id}`);
      await app().settle();
      const ended = await read(me, begun.data.id);
      assert.deepEqual(
        [ended.status, ended.content_kind, ended.poll_after_seconds],
        ["completed", "article", null],
      );
      assert.ok(ended.word_count! >= 600 && ended.word_count! <= 2_000, String(ended.word_count));
      assert.ok(ended.title && ended.slug && ended.meta_description);
    });

    test("the topic of a content plan names the newest draft about it", async () => {
      const me = await app().member({ plan: "growth" });
      const { id } = await me.project({ prompts: ["payroll for restaurants", "payroll for cafés"] });
      await me.call("POST", "/v1/analyze/project", { projectId: id });
      await app().settle();
      const drafts = async () => {
        const { data } = await me.call<Plan>("POST", `/v1/projects/${id}/content-suggestions`, {});
        return Object.fromEntries(data.topics.map(({ topic, draft }) => [topic, draft?.report_id ?? null]));
      };
      const [topic, other] = Object.keys(await drafts());
      await generate(me, { ...wanted(id), topic });
      const { data } = await generate(me, { ...wanted(id), topic });
      assert.deepEqual(await drafts(), { [topic!]: data.id, [other!]: null });
    });

    test("a thread has 2 to 15 posts of at most 280 characters", async () => {
      const me = await app().member();
      const { data } = await generate(me, wanted((await me.project()).id, { platform: "thread" }));
      assert.deepEqual([data.content_kind, data.body_markdown], ["thread", null]);
      assert.ok(data.posts!.length >= 2 && data.posts!.length <= 15);
      for (const post of data.posts!) assert.ok([...post].length <= 280, post);
    });

    test("contract/drafts: what is known of the website shows in context_quality", async () => {
      const me = await app().member();
      const project = await me.project();
      const bare = (await generate(me, wanted(project.id))).data;
      assert.deepEqual([bare.context_quality, bare.sources], ["none", []]);
      await crawled(me, project.id);
      const informed = (await generate(me, wanted(project.id))).data;
      assert.equal(informed.context_quality, "full");
      assert.deepEqual(
        informed.sources.map(({ url }) => url),
        ["https://acme.example/crm"],
      );
      assert.match(
        informed.context_message,
        /^It is based on the website analysis of \d{1,2} [A-Z][a-z]+ \d{4}\.$/,
      );
      await sql`update crawl_records set completed_at = completed_at - interval '31 days'`.execute(app().db);
      assert.equal((await generate(me, wanted(project.id))).data.context_quality, "partial");
    });

    for (const field of ["projectId", "platform", "topic"])
      test(`contract/drafts: ${field} is required`, async () => {
        const me = await app().member();
        const body = { ...wanted((await me.project()).id), [field]: undefined };
        assert.deepEqual(issuesOf(await generate(me, body)), [`body /${field} required`]);
      });

    for (const [name, more, issue] of [
      ["contract/drafts: another platform", { platform: "Blog" }, "/platform not_allowed"],
      ["a topic of 301 characters", { topic: "x".repeat(301) }, "/topic too_long"],
      ["an empty topic", { topic: " " }, "/topic too_short"],
      ["contract/drafts: metadata that are a list", { metadata: [] }, "/metadata wrong_type"],
      ["contract/drafts: metadata that are text", { metadata: "x" }, "/metadata wrong_type"],
      ["metadata over 16 KiB", { metadata: { a: "x".repeat(16_384) } }, "/metadata too_long"],
      ["metadata 7 levels deep", { metadata: { a: [{ b: { c: { d: { e: {} } } } }] } }, "/metadata too_deep"],
      ["an angle that is no name", { promptType: "How To" }, "/promptType bad_format"],
      [
        "contract/content-plan: a topic that is covered",
        { metadata: { content_action: "covered_existing_url" } },
        "/metadata/content_action topic_already_covered",
      ],
      [
        "an action that is none",
        { metadata: { content_action: "optimise_existing_url" } },
        "/metadata/content_action not_allowed",
      ],
      [
        "contract/drafts: an update brief without a page",
        { metadata: { content_action: "optimize_existing_url", target_title: "Pricing" } },
        "/metadata/target_url bad_format",
      ],
      [
        "contract/drafts: an update brief of a script",
        {
          metadata: {
            content_action: "optimize_existing_url",
            target_url: "javascript:alert(1)",
            target_title: "Pricing",
          },
        },
        "/metadata/target_url bad_format",
      ],
      [
        "contract/drafts: an update brief without a title",
        { metadata: { content_action: "optimize_existing_url", target_url: "https://acme.example/p" } },
        "/metadata/target_title required",
      ],
    ] as const)
      test(`${name} is refused, and nothing is charged`, async () => {
        const me = await app().member();
        const answer = await generate(me, wanted((await me.project()).id, more));
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(issuesOf(answer), [`body ${issue}`]);
        assert.equal(await contentUsed(me), 0);
      });

    for (const name of ["__proto__", "constructor", "prototype"])
      test(`metadata with the name ${name} are refused at any depth`, async () => {
        const me = await app().member();
        const { id } = await me.project();
        const metadata = `{"a":[{"${name}":{"plan":"enterprise"}}]}`;
        const body = `{"projectId":"${id}","platform":"thread","topic":"x","metadata":${metadata}}`;
        const answer = await me.call("POST", "/v1/generate-content", body, {
          headers: { "content-type": "application/json" },
        });
        assert.deepEqual(issuesOf(answer), [`body /metadata/a/0/${name} not_allowed`]);
      });

    test("contract/drafts: an angle that is not known is taken as auto, with a warning", async () => {
      const me = await app().member();
      const answer = await generate(me, wanted((await me.project()).id, { promptType: "haiku" }));
      assert.equal(answer.status, 200);
      assert.equal(answer.data.prompt_type, "auto");
      assert.deepEqual(warningsOf(answer), ["UNKNOWN_PROMPT_TYPE /promptType", "SANDBOX_ANSWERS"]);
    });

    test("contract/drafts: a topic of content-suggestions becomes an update brief, its routing metadata kept as they came", async () => {
      const me = await app().member();
      const project = await me.project();
      await crawled(me, project.id);
      const metadata = {
        ...{ content_action: "optimize_existing_url", target_url: "https://acme.example/crm" },
        ...{ target_title: "A CRM for small teams", coverage_status: "partially_covered" },
        ...{ deep: { list: [1, " untrimmed\u00a0", null, { é: "e\u0301" }] } },
      };
      const { data, text } = await generate(me, wanted(project.id, { platform: "blog", metadata }), {
        headers: { prefer: "wait=20" },
      });
      assert.deepEqual(
        [data.status, data.content_kind, data.target_url, data.target_title],
        ["completed", "update_brief", metadata.target_url, metadata.target_title],
        text,
      );
      assert.deepEqual(data.metadata, metadata);
      assert.deepEqual((await read(me, data.id)).metadata, metadata);
    });

    test("a foreign project is not found, and nothing is charged", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const answer = await generate(me, wanted((await other.project()).id));
      assert.deepEqual([answer.status, answer.error.code], [404, "PROJECT_NOT_FOUND"]);
      assert.equal((await generate(me, wanted(randomUUID()))).status, 404);
      assert.equal(await contentUsed(me), 0);
    });

    test("an idempotent request that is repeated is written once", async () => {
      const me = await app().member();
      const body = wanted((await me.project()).id);
      const headers = { "idempotency-key": "draft-1" };
      const first = await generate(me, body, { headers });
      const again = await generate(me, body, { headers });
      assert.equal(again.data.id, first.data.id);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(await contentUsed(me), 1);
    });

    test("a draft is listed with the reports, is never the latest, and is deleted with all that is written", async () => {
      const me = await app().member();
      const project = await me.project();
      const { data } = await generate(me, wanted(project.id));
      const list = await me.call<{ id: string; type: string }[]>("GET", "/v1/reports?type=generated_content");
      assert.deepEqual(
        list.data.map(({ id, type }) => [id, type]),
        [[data.id, "generated_content"]],
      );
      const latest = await me.call("GET", `/v1/reports/latest?projectId=${project.id}`);
      assert.deepEqual([latest.status, latest.error.code], [404, "REPORT_NOT_READY"]);
      assert.equal((await me.call("DELETE", `/v1/reports/${data.id}`)).status, 200);
      assert.equal((await me.call("GET", `/v1/reports/${data.id}`)).status, 404);
      const { rows } = await sql`select from drafts where report_id = ${data.id}`.execute(app().db);
      assert.equal(rows.length, 0);
    });

    test("another's draft is nobody's: it is neither read, changed, cancelled nor deleted", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const { data } = await generate(other, wanted((await other.project()).id));
      for (const [method, path, body] of [
        ["GET", ""],
        ["PATCH", "/content", { title: "Mine" }],
        ["POST", "/cancel"],
        ["DELETE", ""],
      ] as const) {
        const answer = await me.call(method, `/v1/reports/${data.id}${path}`, body);
        assert.deepEqual([answer.status, answer.error.code], [404, "REPORT_NOT_FOUND"], method);
      }
    });

    test("an edited draft is saved in place of what was written", async () => {
      const me = await app().member();
      const { data } = await generate(me, wanted((await me.project()).id));
      const changes = { title: "Our title", bodyMarkdown: "Two **words**.", slug: "our-title" };
      const saved = await me.call<Draft>("PATCH", `/v1/reports/${data.id}/content`, {
        ...changes,
        metaDescription: null,
      });
      assert.equal(saved.status, 200, saved.text);
      assert.deepEqual(
        [saved.data.title, saved.data.body_markdown, saved.data.slug, saved.data.meta_description],
        ["Our title", "Two **words**.", "our-title", null],
      );
      assert.equal(saved.data.word_count, 2);
      assert.deepEqual(await read(me, data.id), saved.data);
    });

    for (const [name, platform, body, issue] of [
      ["posts of a LinkedIn text", "linkedin", { posts: ["a", "b"] }, "/posts not_allowed"],
      ["a body of a thread", "thread", { bodyMarkdown: "x" }, "/bodyMarkdown not_allowed"],
      ["a thread of one post", "thread", { posts: ["a"] }, "/posts too_few"],
      ["a post of 281 characters", "thread", { posts: ["a", "b".repeat(281)] }, "/posts/1 too_long"],
      [
        "a LinkedIn text of 3,001 characters",
        "linkedin",
        { bodyMarkdown: "x".repeat(3_001) },
        "/bodyMarkdown too_long",
      ],
      ["a slug with blanks", "linkedin", { slug: "a b" }, "/slug bad_format"],
      ["a title that is no text", "linkedin", { title: 5 }, "/title wrong_type"],
    ] as const)
      test(`${name} is not saved`, async () => {
        const me = await app().member();
        const { data } = await generate(me, wanted((await me.project()).id, { platform }));
        const answer = await me.call("PATCH", `/v1/reports/${data.id}/content`, body);
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(issuesOf(answer), [`body ${issue}`]);
        assert.deepEqual(await read(me, data.id), data);
      });

    test("a report of answers has no draft to save", async () => {
      const me = await app().member();
      const project = await me.project();
      const run = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId: project.id });
      const answer = await me.call("PATCH", `/v1/reports/${run.data.id}/content`, { title: "x" });
      assert.deepEqual([answer.status, answer.error.code], [404, "REPORT_NOT_FOUND"]);
    });
  },
);

const asked: string[] = [];

onAnyStore(
  () => ({
    engines: {
      chatgpt: ({ prompt, search }) => {
        assert.equal(search, false);
        asked.push(prompt);
        return {
          text: prompt.includes("GARBAGE") ? "<b>nothing</b>" : postOf("crm for small teams"),
          costUsd: 0.02,
        };
      },
    },
    estimateUsd: 0.05,
    config: { rateLimitScale: 0, plans: standardPlans, monthlySpendUsd: 1 },
  }),
  (app) => {
    const member = () => app().member({ plan: "growth" });
    const spent = async () => {
      const { rows } = await sql<{ reserved: number; spent: number }>`
        select reserved_usd as reserved, spent_usd as spent from spend_months`.execute(app().db);
      return { reserved: rows[0]?.reserved ?? 0, spent: rows[0]?.spent ?? 0 };
    };
    const near = (actual: number, expected: number) =>
      assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

    test("a configured engine writes it, in one call without a search, and says what it cost", async () => {
      const me = await member();
      const before = await spent();
      asked.length = 0;
      const answer = await generate(me, wanted((await me.project()).id));
      assert.deepEqual(
        [answer.data.status, answer.data.surfaces, answer.data.cost_usd],
        ["completed", ["api"], 0.02],
      );
      assert.deepEqual(warningsOf(answer), []);
      assert.equal(asked.length, 1);
      const after = await spent();
      near(after.spent - before.spent, 0.02);
      near(after.reserved, 0);
    });

    test("a text that is not usable is asked for once more, with what was wrong, and then costs nothing", async () => {
      const me = await member();
      asked.length = 0;
      const { data } = await generate(me, wanted((await me.project()).id, { topic: "GARBAGE" }));
      assert.deepEqual([data.status, data.terminal, data.failure?.code], ["failed", true, "DRAFT_UNUSABLE"]);
      assert.equal(asked.length, 2);
      assert.ok(asked[1]!.length > asked[0]!.length);
      assert.equal(data.body_markdown, null);
      assert.equal(data.cost_usd, 0.04);
      assert.equal(await contentUsed(me), 0);
    });

    test("an engine that refuses ends the draft, which costs nothing", async () => {
      const me = await member();
      app().engines.say({ chatgpt: failing("refused") });
      const { data } = await generate(me, wanted((await me.project()).id));
      assert.deepEqual(
        [data.status, data.failure?.code, data.failure?.retryable],
        ["failed", "DRAFT_REFUSED", false],
      );
      assert.equal(await contentUsed(me), 0);
    });

    test("contract/limits-and-plans: no call is made without quota: 402 says what remains", async () => {
      const me = await app().member({ plan: "free" });
      const { id } = await me.project();
      asked.length = 0;
      const drafts = await Promise.all(Array.from({ length: 8 }, () => generate(me, wanted(id))));
      const codes = drafts.map(({ status }) => status).sort();
      assert.deepEqual(codes, [200, 200, 200, 402, 402, 402, 402, 402]);
      const refused = drafts.find(({ status }) => status === 402)!;
      assert.deepEqual(
        [refused.error.code, refused.error.details?.quota, refused.error.details?.remaining],
        ["BILLING_REQUIRED", "content", 0],
      );
      assert.equal(asked.length, 3);
    });

    test("no call is made beyond what engines may cost in a month", async () => {
      const me = await member();
      const { id } = await me.project();
      await sql`update spend_months set spent_usd = 0.95`.execute(app().db);
      asked.length = 0;
      const answer = await generate(me, wanted(id));
      assert.deepEqual([answer.status, answer.error.details?.quota], [402, "spend"]);
      assert.deepEqual([asked.length, await contentUsed(me)], [0, 0]);
      await sql`update spend_months set spent_usd = 0`.execute(app().db);
    });

    test("a draft that is cancelled while it is written ends at once and costs nothing", async () => {
      const me = await member();
      const waits = hanging();
      app().engines.say({ chatgpt: waits });
      const { data } = await generate(me, wanted((await me.project()).id), { headers: { prefer: "wait=0" } });
      while (waits.waiting() === 0) await pause(5);
      const cancelled = await me.call<Draft>("POST", `/v1/reports/${data.id}/cancel`);
      assert.equal(cancelled.status, 200, cancelled.text);
      assert.deepEqual([cancelled.data.status, cancelled.data.failure?.code], ["failed", "RUN_CANCELLED"]);
      await app().settle();
      assert.equal(waits.waiting(), 0);
      assert.equal(await contentUsed(me), 0);
      near((await spent()).reserved, 0);
      const again = await me.call("POST", `/v1/reports/${data.id}/cancel`);
      assert.deepEqual([again.status, again.error.code], [409, "REPORT_STATE_CONFLICT"]);
    });

    test("a draft that is being written is neither edited nor deleted", async () => {
      const me = await member();
      app().engines.say({ chatgpt: hanging() });
      const { data } = await generate(me, wanted((await me.project()).id), { headers: { prefer: "wait=0" } });
      for (const [method, path, body] of [
        ["PATCH", "/content", { title: "x" }],
        ["DELETE", ""],
      ] as const) {
        const answer = await me.call(method, `/v1/reports/${data.id}${path}`, body);
        assert.deepEqual([answer.status, answer.error.code], [409, "REPORT_STATE_CONFLICT"]);
      }
    });

    test("what an engine says appears in no error and in no line of the log", async () => {
      const me = await member();
      app().engines.say({ chatgpt: () => "SECRET-CANARY not usable" });
      const from = app().logged.length;
      const { data, text } = await generate(me, wanted((await me.project()).id));
      assert.equal(data.failure?.code, "DRAFT_UNUSABLE");
      assert.doesNotMatch(text + app().logged.slice(from).join(), /SECRET-CANARY/);
    });

    test("an archived workspace's project gets no drafts", async () => {
      const me = await app().member({ plan: "agency" });
      const workspace = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "Client",
        kind: "client",
      });
      const project = await me.project({ workspaceId: workspace.data.id });
      await me.call("PATCH", `/v1/client-workspaces/${workspace.data.id}`, { status: "archived" });
      const answer = await generate(me, wanted(project.id));
      assert.deepEqual(
        [answer.status, answer.error.code, answer.error.details?.reason],
        [403, "NO_ENTITLEMENT", "project"],
      );
    });
  },
);
