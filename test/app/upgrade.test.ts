import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrate, migrations } from "../../src/server/db/migrate.ts";
import type { Store } from "../../src/server/db/store.ts";
import { findMembership } from "../../src/server/organizations/members/memberships.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Ending, stores, type TestStore } from "../stores.ts";

/** What a store of an earlier version holds, and what opens it; written by `fixtures/older-stores/write-store.ts`. */
interface OlderStore {
  lastMigration: string;
  agency: Filled;
  other: Filled;
  /** By the name of the table. */
  rows: Record<string, object[]>;
}

interface Filled {
  email: string;
  userId: string;
  keys: string[];
  connectors: string[];
  ids: Record<"workspaces" | "projects" | "reports" | "links" | "tests" | "crawls" | "connectors", string[]>;
}

const folder = join(import.meta.dirname, "..", "fixtures", "older-stores");
const olderStores = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as OlderStore);

/** The store as that version left it. */
async function restore({ db }: Store, { lastMigration, rows }: OlderStore): Promise<void> {
  await sql.raw("drop schema public cascade").execute(db);
  await sql.raw("create schema public").execute(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(lastMigration);
  if (error) throw error;
  // Rows come table by table, and refer to rows that are yet to come.
  await db.connection().execute(async (db) => {
    await sql.raw("set session_replication_role = replica").execute(db);
    for (const [name, all] of Object.entries(rows))
      await sql`
        insert into ${sql.table(name)}
        select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(all)}::json)`.execute(
        db,
      );
    await sql.raw("set session_replication_role = origin").execute(db);
  });
}

const upgraded = (store: TestStore, older: OlderStore): TestStore => ({
  ...store,
  async openQuiet(t: Ending) {
    const opened = await store.openQuiet(t);
    await restore(opened, older);
    assert.ok((await migrate(opened.db)).includes("0015-organizations"));
    return opened;
  },
});

for (const store of stores) {
  for (const older of olderStores) {
    const named = `${store.name}: in a store of ${older.lastMigration}`;

    test(`${named} every id, key, connector and session works as before, for its owner alone`, {
      skip: store.skip,
    }, async (t) => {
      const app = await startApp(t, upgraded(store, older));
      for (const [mine, others] of [
        [older.agency, older.other],
        [older.other, older.agency],
      ] as const) {
        const session = await app.app.operator.issueToken({ email: mine.email });
        for (const token of [...mine.keys, ...mine.connectors, session]) {
          assert.deepEqual((await listed(app, token, "/v1/projects")).sort(), [...mine.ids.projects].sort());
          for (const [path, status] of [...paths(mine, 200), ...paths(others, 404)]) {
            const answer = await app.send({ method: "GET", path, token });
            assert.equal(answer.status, status, `${path}: ${answer.text}`);
          }
        }
        assert.deepEqual(
          await listed(app, mine.keys[0]!, "/v1/client-workspaces"),
          mine.ids.workspaces.toReversed(),
        );
        assert.deepEqual(
          (await listed(app, session, "/v1/connectors")).sort(),
          [...mine.ids.connectors].sort(),
        );
        assert.equal((await listed(app, session, "/v1/keys")).length, mine.keys.length);
      }
      assert.equal(await planOf(app, older.agency), "agency");
      assert.equal(await planOf(app, older.other), "free");
    });

    test(`${named} a request made before is answered again, and units that were used are used`, {
      skip: store.skip,
    }, async (t) => {
      const app = await startApp(t, upgraded(store, older), { now: () => madeAt(older) });
      const { agency } = older;
      const again = await app.send<{ id: string }>({
        ...{ method: "POST", path: "/v1/client-workspaces", token: agency.keys[0]! },
        ...{ headers: { "idempotency-key": "once" }, body: { name: "Bolt", kind: "pitch" } },
      });
      assert.equal(again.data.id, agency.ids.workspaces[1]);
      assert.equal(again.headers["idempotent-replayed"], "true");
      const { meta } = await app.send({ method: "GET", path: "/v1/projects", token: agency.keys[0]! });
      assert.equal(meta.billing.quotas.visibility.used, 1);
    });

    test(`${named} a server of the version before goes on making accounts, keys, projects and plans`, {
      skip: store.skip,
    }, async (t) => {
      const app = await startApp(t, upgraded(store, older));
      const { db } = app;
      const [id, keyId, projectId] = ["1", "2", "3"].map((n) => `0197a3c2-5b7e-7c41-9d1e-00000000000${n}`);
      // What it sends, statement by statement.
      await sql`insert into users (id, issuer, subject, email, plan_started_at, created_at)
        values (${id}, 'overheard', 's', 'new@a.example', now(), now())
        on conflict (issuer, subject) do update set email = 'new@a.example'`.execute(db);
      await sql`insert into api_keys (id, user_id, prefix, hash, created_at)
        values (${keyId}, ${id}, 'oh_abcdef', '\\x01', now())`.execute(db);
      await sql`insert into projects (id, user_id, name, brand, brand_aliases, competitors, samples, schedule,
          country, language, timezone, created_at, updated_at)
        values (${projectId}, ${id}, 'Acme', 'Acme', '[]', '[]', 1, 'off', 'US', 'en', 'UTC', now(), now())`.execute(
        db,
      );
      await sql`update users set plan = 'growth', plan_status = 'active' where id = ${id}`.execute(db);
      const found = await findMembership(db, { issuer: "overheard", subject: "s" }, null);
      assert.equal(found?.membership?.organizationId, id);
      assert.deepEqual([found?.membership?.role, found?.membership?.plan], ["owner", "growth"]);
      const key = await db
        .selectFrom("api_keys")
        .select("organization_id")
        .where("id", "=", keyId!)
        .executeTakeFirst();
      assert.equal(key?.organization_id, id);
    });
  }
}

const paths = ({ ids }: Filled, status: number): [path: string, status: number][] => [
  ...ids.projects.map((id): [string, number] => [`/v1/projects/${id}`, status]),
  ...ids.reports.map((id): [string, number] => [`/v1/reports/${id}`, status]),
  ...ids.crawls.map((id): [string, number] => [`/v1/crawls/${id}`, status]),
];

async function listed(app: TestApp, token: string, path: string): Promise<string[]> {
  const { status, data, text } = await app.send<{ id: string }[]>({ method: "GET", path, token });
  assert.equal(status, 200, text);
  return data.map(({ id }) => id);
}

async function planOf(app: TestApp, { keys: [token] }: Filled): Promise<string> {
  const { data } = await app.send<{ plan: { code: string } }>({
    ...{ method: "GET", path: "/v1/account-status", token: token! },
  });
  return data.plan.code;
}

/** A moment after the store was written. */
const madeAt = ({ rows }: OlderStore): Date => {
  const made = (rows.replays as { created_at: string }[]).map(({ created_at }) => Date.parse(created_at));
  return new Date(Math.max(...made) + 60_000);
};
