import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { promptKey } from "../../src/reader/prompt.ts";
import { archivedTables } from "../../src/server/account-export/archived-tables.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { filesIn } from "../fixtures/archive.ts";
import { owner } from "../owner.ts";
import { onAnyStore, type TestApp } from "../start-app.ts";
import { type FakeGhost, startGhost } from "../vendors/ghost.ts";

type Values = Record<string, unknown>;

/** Stores a row; columns that are left out get what they usually have. */
function store(app: TestApp, table: string, values: Values) {
  const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`.execute(
    app.db,
  );
}

let blog: FakeGhost;
before(async () => {
  blog = await startGhost();
});
after(() => blog[Symbol.asyncDispose]());

onAnyStore(
  () => ({ engines: { chatgpt: () => "Acme." }, config: { rateLimitScale: 0, outboundAllow: [blog.host] } }),
  (app) => {
    test("every table and column is archived or left out for a reason", async () => {
      const { rows } = await sql<{ name: string; columns: string[] }>`
        select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname not like 'kysely_%'
        group by 1`.execute(app().db);
      assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(archivedTables).sort());
      for (const { name, columns } of rows) {
        const table = archivedTables[name as keyof typeof archivedTables];
        if ("owner" in table) assert.deepEqual(Object.keys(table.columns).sort(), columns.sort(), name);
      }
    });

    test("contract/organizations: the archive has something of every table, and no column that is left out", async () => {
      const { me, own } = await owner(app(), blog);
      const [organization_id, project_id] = [me.userId, own.projectId];
      const session = { token: await me.session() };
      const { data: organization } = await me.call<{ member_id: string }>(
        "GET",
        "/v1/organization",
        undefined,
        session,
      );
      const at = new Date();
      const { rows } = await sql<{
        subject: string;
      }>`select subject from users where id = ${me.userId}`.execute(app().db);
      const [userId, times] = [rows[0]!.subject, { createdAt: at, updatedAt: at }];
      await me.call("PATCH", `/v1/projects/${project_id}/tags`, {
        promptKeys: [promptKey("best crm?")],
        add: ["x"],
      });
      await me.call("PUT", `/v1/projects/${project_id}/watches`, {
        watches: [{ metric: "appearance_rate" }],
      });
      for (const [table, values] of Object.entries<Values>({
        identity_accounts: {
          ...times,
          id: newId(),
          userId,
          accountId: "theirs",
          providerId: "oidc",
          accessToken: "a",
          linkedBesides: false,
        },
        identity_passkeys: {
          ...{
            id: newId(),
            userId,
            publicKey: "p",
            credentialID: "c",
            counter: 0,
            deviceType: "d",
            backedUp: true,
          },
        },
        identity_sessions: { ...times, id: newId(), userId, token: newId(), expiresAt: at },
        crawl_pages: {
          ...{ crawl_record_id: own.crawlRecordId, ordinal: 0, url: "https://acme.example/", depth: 0 },
          ...{ asked_url: "https://acme.example/", fetched_at: at },
        },
        readiness_checks: {
          ...{ id: newId(), project_id, url: "https://acme.example/", final_url: "https://acme.example/" },
          ...{ result: {}, created_at: at, expires_at: at },
        },
        publications: {
          ...{
            project_id,
            report_id: own.reportId,
            cms: "ghost",
            site_url: "https://acme.example/",
            sends_noted: true,
          },
        },
        content_topics: {
          project_id,
          topic_key: "k",
          id: newId(),
          topic: {},
          created_at: at,
          updated_at: at,
        },
        quota_usage: { user_id: organization_id, quota: "prompts", period_start: at, used: 1 },
        project_spend: {
          organization_id,
          month: "2026-11",
          spent_for: project_id,
          reserved_usd: 0,
          spent_usd: 1,
        },
        bucket_exports: {
          ...{
            organization_id,
            id: newId(),
            created_at: at,
            duration_ms: 1,
            reports: 0,
            files: 0,
            rows: 0,
            bytes: 0,
          },
        },
        client_reports: {
          ...{ project_id, organization_id, user_id: me.userId, every: "week", approval: true, active: true },
          ...{ since: at, created_at: at },
        },
        client_recipients: {
          id: newId(),
          organization_id,
          project_id,
          address: "kim@acme.example",
          created_at: at,
        },
        digests: {
          ...{
            id: newId(),
            organization_id,
            member_id: organization.member_id,
            timezone: "UTC",
            only_changes: false,
          },
          ...{ active: true, due_at: at, try_at: at, failures: 0, sending: false, claim: 0, created_at: at },
        },
      }))
        await store(app(), table, values);
      const page = sql`crawl_record_id, url, asked_url, depth, fetched_at`;
      await sql`insert into crawl_pages (ordinal, ${page})
        select n, ${page} from crawl_pages, generate_series(1, 24) n where crawl_record_id = ${own.crawlRecordId}`.execute(
        app().db,
      );
      await app().settle();

      const archive = await fetch(`${await app().address()}/v1/account/export`, {
        headers: { authorization: `Bearer ${session.token}`, connection: "close" },
      });
      const files = filesIn(Buffer.from(await archive.arrayBuffer()));
      const pages = [1, 2, 3].flatMap((at) => files.get(`crawled-pages-${at}.jsonl`)!.trim().split("\n"));
      assert.deepEqual(
        pages.map((line) => JSON.parse(line).ordinal),
        Array.from({ length: 25 }, (_, at) => at),
      );
      for (const [name, table] of Object.entries(archivedTables)) {
        if ("leftOut" in table) continue;
        const paths = [...files.keys()].filter((path) => path.startsWith(table.in));
        const archived = paths.map((path) => files.get(path)).join("");
        assert.notEqual(archived.trim(), "", `${name} in ${table.in}`);
        if (!("owner" in table)) continue;
        const shown = Object.keys(table.columns).filter((column) => table.columns[column as never]);
        const [row] = archived.split("\n");
        assert.deepEqual(Object.keys(JSON.parse(row!)).sort(), shown.sort(), name);
      }
    });
  },
);
