import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { promptKey } from "../../src/reader/prompt.ts";
import { actions } from "../../src/server/actions.ts";
import { newId } from "../../src/server/kernel/id.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { insertPromptTest } from "../../src/server/website/prompts/prompt-tests.ts";
import { doors } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { keepCrawl } from "../fixtures/crawl.ts";
import { keepDraft } from "../fixtures/draft.ts";
import { onAnyStore, type TestApp } from "../start-app.ts";

const ids = ["projectId", "reportId", "shareLinkId", "opportunityId", "crawlRecordId", "testId"];

/** Somebody with a project in which there is something of everything, some of it under way. */
async function owner(app: TestApp) {
  const me = await app.member();
  const { id: projectId } = await me.project();
  const [who, db] = [{ organizationId: me.userId, projectId }, app.db];
  const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
  const { data: report } = await me.call<SummaryView>("POST", `/v1/projects/${projectId}/imports`, rows);
  const { data: link } = await me.call<{ id: string; url: string }>(
    ...(["POST", `/v1/projects/${projectId}/share-links`, {}] as const),
  );
  const testId = newId();
  const crawlRecordId = await keepCrawl(db, who, [
    { url: "https://acme.example/", title: "Acme", text: "A CRM" },
  ]);
  const terms = { brand: "Acme", competitors: [], prompts: [{ prompt: "best crm?", intent: null }] };
  await insertPromptTest(db, { ...who, ...terms, id: testId, crawlRecordId, now: new Date() });
  return {
    me,
    projectId,
    link,
    testId,
    crawlRecordId,
    reportId: report.id,
    draftId: await keepDraft(db, who),
    unwrittenId: await keepDraft(db, who, { status: "processing" }),
  };
}

type Owned = Awaited<ReturnType<typeof owner>>;

/** Valid inputs of every action that takes an id of something in a project. */
const inputs = ({ projectId, reportId, draftId, crawlRecordId, testId, link }: Owned) => {
  const project = { projectId };
  const prompts = ["best crm?"];
  return {
    run_project_analysis: [project],
    run_custom_analysis: [{ ...project, brand: "Acme", prompts }],
    run_analysis: [project, { testId }, { ...project, brand: "Acme", prompts }],
    get_latest_report: [project],
    compare_reports: [{ reportId }],
    get_report: [{ reportId }, { reportId: draftId }, { reportId, view: "full" }, { reportId, view: "raw" }],
    get_provider_answer: [{ reportId, promptKey: promptKey("best crm?"), provider: "chatgpt" }],
    get_visibility_trends: [project],
    get_competitor: [{ ...project, competitor: "Bolt" }],
    plan_measurement: [{ ...project, goal: { detect: 10 } }],
    list_interventions: [project],
    list_corrections: [project],
    create_correction: [{ ...project, kind: "alias", alias: "Acme CRM" }],
    preview_correction: [{ ...project, kind: "alias", alias: "Acme CRM" }],
    delete_correction: [{ ...project, correctionId: newId() }],
    create_intervention: [{ ...project, title: "A page" }],
    delete_intervention: [{ ...project, interventionId: newId() }],
    get_client_brief: [project],
    list_reddit_opportunities: [project],
    create_share_link: [project],
    get_account_status: [project],
    publish_to_cms: [{ ...project, reportId: draftId }],
    generate_content: [{ ...project, platform: "linkedin", topic: "CRM" }],
    check_readiness: [{ ...project, url: "https://acme.example/" }],
    suggest_content: [project],
    suggest_prompts: [{ crawlRecordId }],
    get_test: [{ testId }],
    get_project: [project],
    update_project: [{ ...project, name: "Acme 2" }],
    delete_project: [project],
    list_prompts: [project],
    set_prompts: [{ ...project, prompts }],
    list_tags: [project],
    list_watches: [project],
    set_watches: [{ ...project, watches: [] }],
    tag_prompts: [{ ...project, promptKeys: [promptKey("best crm?")], add: ["CRM"] }],
    list_reports: [project],
    cancel_report: [{ reportId }],
    delete_report: [{ reportId }],
    export_report: [{ reportId }],
    import_answers: [{ ...project, rows: [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }] }],
    start_crawl: [{ ...project, url: "https://acme.example/" }],
    get_crawl: [{ crawlRecordId }],
    get_cms_connection: [project],
    save_cms_connection: [
      {
        ...project,
        kind: "ghost",
        siteUrl: "https://blog.example",
        adminApiKey: `${"a".repeat(24)}:${"b".repeat(64)}`,
      },
    ],
    delete_cms_connection: [project],
    save_draft: [{ reportId: draftId, title: "Another" }],
    refresh_reddit_opportunities: [project],
    update_reddit_opportunity: [{ ...project, opportunityId: newId(), status: "dismissed" }],
    list_share_links: [project],
    delete_share_link: [{ shareLinkId: link.id }],
    get_client_report: [project],
    set_client_report: [{ ...project, active: false, every: "week", approval: true, recipients: [] }],
    decide_client_report: [{ ...project, clientIssueId: newId(), decision: "discard" }],
    create_webhook: [{ ...project, url: "https://hooks.acme.example/" }],
    update_webhook: [{ ...project, webhookId: newId() }],
  } as Record<string, Record<string, unknown>[]>;
};

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, config: { rateLimitScale: 100 } }),
  (app) => {
    test("nothing of a deleted project is found by any route or tool, whatever is still being deleted", async () => {
      const owned = await owner(app());
      const { me, projectId } = owned;
      const table = inputs(owned);
      const taking = actions.filter(({ input }) => ids.some((id) => Object.hasOwn(input.properties, id)));
      assert.deepEqual(
        taking.map(({ name }) => name).filter((name) => !(name in table)),
        [],
        "actions that take an id and have no row in the table above",
      );
      assert.equal((await me.call("DELETE", `/v1/projects/${projectId}`)).status, 200);

      for (const door of doors) {
        const token = await door.token(me);
        for (const action of actions.filter(door.offers)) {
          for (const input of table[action.name] ?? []) {
            const { status, error, text } = await door.call(app().app.door, token, action.name, input);
            const said = `${door.name} ${action.name} ${JSON.stringify(input)} → ${text.slice(0, 200)}`;
            assert.deepEqual([status, error?.code.endsWith("_NOT_FOUND")], [404, true], said);
          }
        }
      }
      for (const path of ["/v1/projects", "/v1/reports", "/v1/reports?status=failed"])
        assert.deepEqual((await me.call(...(["GET", path] as const))).data, [], path);
      const page = await app().app.door.inject({ method: "GET", url: new URL(owned.link.url).pathname });
      assert.equal(page.statusCode, 404);
      const { rows } = await sql<{ asks: number }>`
        select count(*)::int as asks from asks where project_id = ${projectId}`.execute(app().db);
      assert.deepEqual(rows, [{ asks: 1 }]);
    });

    test("the rows of a deleted project go in batches, and its owner's other project stays", async () => {
      const owned = await owner(app());
      const { me, projectId } = owned;
      const other = await me.project();
      const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
      const kept = await me.call<SummaryView>("POST", `/v1/projects/${other.id}/imports`, rows);
      await me.call("DELETE", `/v1/projects/${projectId}`);
      await app().app.worker.sweep();
      const { rows: tables } = await sql<{ name: string; column: string }>`
        select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attname = case c.relname when 'projects' then 'id' else 'project_id' end`.execute(app().db);
      assert.ok(tables.length > 10);
      for (const { name, column } of tables) {
        // What was done to it stays on record.
        if (name === "audit_log") continue;
        const { rows: left } = await sql`
          select from ${sql.table(name)} where ${sql.ref(column)} = ${projectId}`.execute(app().db);
        assert.deepEqual([name, left.length], [name, 0]);
      }
      assert.equal((await me.call("GET", `/v1/reports/${kept.data.id}`)).status, 200);
    });

    test("what a project runs ends with it, and gives back what it had reserved", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const run = me.call("POST", "/v1/analyze/project", { projectId }, { headers: { prefer: "wait=20" } });
      for (let looks = 0; stuck.waiting() === 0; looks += 1) {
        assert.ok(looks < 2_000, "the engine is never asked");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await me.call("DELETE", `/v1/projects/${projectId}`);
      const { status, error } = await run;
      assert.deepEqual([status, error.code], [404, "PROJECT_NOT_FOUND"]);
      const { rows } = await sql<{ used: number }>`
        select coalesce(sum(used), 0)::int as used from quota_usage where user_id = ${me.userId}`.execute(
        app().db,
      );
      assert.deepEqual(rows, [{ used: 0 }]);
      assert.equal(stuck.waiting(), 0);
    });
  },
);
