import assert from "node:assert/strict";
import test from "node:test";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { stores } from "../../../test/stores.ts";
import type { Db } from "./db.ts";
import { startPglite } from "./embedded/open-embedded.ts";
import { migrate, migrations, pendingMigrations } from "./migrate.ts";

/** Nobody runs a version that is older than this migration beside one that is newer. */
const firstThatKeeps = "0011-strangers";

/** What a migration takes away on purpose, because the version before it does without: `table.column`, and why. */
const contracted: Record<string, string> = {};

test("a migration takes nothing away that processes of the version before still use", async (t) => {
  const db = await unmigrated(t);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  let before = await columns(db);
  for (const name of Object.keys(migrations)) {
    const { error } = await migrator.migrateTo(name);
    assert.equal(error, undefined);
    const after = await columns(db);
    if (name >= firstThatKeeps) assert.deepEqual(brokenBy(before, after), [], name);
    before = after;
  }

  // How the version before 0011 counts somebody who signs in.
  const { rows } = await sql<{ count: number }>`
    insert into identity_rate_limits (id, key, count, "lastRequest") values ('1', '192.0.2.1/sign-in/email', 1, 0)
    on conflict (key) do update set count = identity_rate_limits.count + 1 returning count`.execute(db);
  assert.deepEqual(rows, [{ count: 1 }]);
});

test("the organization that was made for somebody is the one whose first member they are, not one they were given", async (t) => {
  const db = await unmigrated(t);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo("0024-retention");
  const [ann, bob, made, given] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  for (const id of [ann, bob])
    await sql`insert into users (id, issuer, subject, plan_started_at, created_at)
      values (${id}, 'test', ${id}, now(), now())`.execute(db);
  await sql`update organizations set deleted_at = now()`.execute(db);
  await sql`delete from members`.execute(db);
  for (const [id, joined] of [
    [made, "2026-01-01T00:00:00Z"],
    [given, "2026-02-01T00:00:00Z"],
  ]) {
    await sql`insert into organizations (id, name, plan_started_at, created_at)
      values (${id}, 'Acme', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(db);
    await sql`insert into members (id, organization_id, user_id, role, created_at)
      values (${id}, ${id}, ${id === made ? ann : bob}, 'owner', ${joined})`.execute(db);
  }
  await migrator.migrateTo("0025-carried-usage");
  const { rows } = await sql`select own_organization_id from users order by id`.execute(db);
  assert.deepEqual(rows, [{ own_organization_id: made }, { own_organization_id: null }]);
});

test("what is linked twice to one account goes on, a link that is stored twice is one, and no third is made", async (t) => {
  const db = await unmigrated(t);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo("0037-sent-posts");
  await sql`insert into identity_users (id, name, email) values ('ann', 'Ann', 'ann@a.example'), ('bob', 'Bob', 'bob@b.example')`.execute(
    db,
  );
  let id = 0;
  const link = (user: string, subject: string, provider = "oidc") =>
    sql`insert into identity_accounts (id, "userId", "accountId", "providerId") values (${`${++id}`}, ${user}, ${subject}, ${provider})`.execute(
      db,
    );
  await link("ann", "ann", "credential");
  for (const subject of ["https://p.example 1", "https://p.example 1", "https://p.example 2"])
    await link("ann", subject);
  await migrator.migrateTo("0038-one-subject");
  const { rows } =
    await sql`select id, "linkedBesides" as besides from identity_accounts order by id`.execute(db);
  assert.deepEqual(rows, [
    { id: "1", besides: false },
    { id: "2", besides: false },
    { id: "4", besides: true },
  ]);
  await link("ann", "https://q.example 1");
  await link("bob", "https://p.example 4");
  await assert.rejects(link("ann", "https://p.example 3"), /identity_accounts_of_issuer/);
  await assert.rejects(link("bob", "https://q.example 1"), /identity_accounts_of_subject/);
});

test("a store that was restored in part is said to be so, and neither used nor changed", async (t) => {
  const db = await unmigrated(t);
  await migrate(db);
  assert.deepEqual(await pendingMigrations(db), []);
  await sql`alter table share_links rename to elsewhere`.execute(db);
  await assert.rejects(pendingMigrations(db), /lacks the table share_links: .* Restore the backup again/);
  await assert.rejects(migrate(db), { name: "StoreError" });
  await sql`alter table elsewhere rename to share_links`.execute(db);
  await sql`alter table kysely_migration rename to lost`.execute(db);
  await assert.rejects(migrate(db), /such as \w+, and no record of their version: .* Use an empty database/);
});

test("an earlier record beside later tables, as of a backup restored over a store, is told as that", async (t) => {
  const db = await unmigrated(t);
  await migrate(db);
  const later = ["0050-kept-answers", "0054-cluster-state", "0055-effects"];
  await sql`delete from kysely_migration where name in (${sql.join(later)})`.execute(db);
  await assert.rejects(migrate(db), {
    name: "StoreError",
    message:
      /later version than its record .* Nothing was changed\. Restore the backup into an empty database\.$/,
  });
  assert.deepEqual(await pendingMigrations(db), later);
});

test("tables of another program that uses Kysely, in another schema, are nothing to it", async (t) => {
  const db = await unmigrated(t);
  await sql`create schema other`.execute(db);
  for (const table of ["kysely_migration", "kysely_migration_lock"])
    await sql`create table other.${sql.ref(table)} (name text, id text)`.execute(db);
  await migrate(db);
  assert.deepEqual(await pendingMigrations(db), []);
});

const postgres = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: a migration steps back while a table is in use, so that others go on, and then takes its turn", {
  skip: postgres.skip,
  timeout: 60_000,
}, async (t) => {
  const { db } = await postgres.open(t);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    "0023-engine-credentials",
  );
  const pending = await pendingMigrations(db);
  const [reading, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // It reads the two tables of 0024 in the other order, so that each would wait for the other.
  const reader = db.transaction().execute(async (reader) => {
    await sql`select from reports`.execute(reader);
    reading.resolve();
    await end.promise;
    await sql`select from organizations`.execute(reader);
  });
  await reading.promise;
  await assert.rejects(migrate(db, { triesMs: 0, pauseMs: 1 }), { name: "StoreError" });
  assert.deepEqual(await pendingMigrations(db), pending);

  let waited = 0;
  const migrating = migrate(db, { triesMs: 30_000, pauseMs: 200, waits: () => waited++ });
  for (let times = 0; times < 5; times++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select from organizations`.execute(db);
  }
  end.resolve();
  await reader;
  assert.deepEqual(await migrating, pending);
  assert.equal(waited, 1);
});

/** An empty store, of a copy of an initialised one: to make one anew takes seconds. */
async function unmigrated(t: test.TestContext): Promise<Db> {
  const store = await startPglite({ loadDataDir: await dataDir() });
  t.after(() => store[Symbol.asyncDispose]());
  return store.db;
}

interface Column {
  type: string;
  /** Whether a row can be written by somebody who does not know the column. */
  optional: boolean;
}

async function columns(db: Db): Promise<Map<string, Column>> {
  const { rows } = await sql<{ name: string; type: string; optional: boolean }>`
    select format('%s.%s', table_name, column_name) as name, data_type as type,
      is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as optional
    from information_schema.columns where table_schema = 'public'`.execute(db);
  return new Map(rows.map(({ name, type, optional }) => [name, { type, optional }]));
}

/** Columns that the version before reads or writes otherwise than they are now. */
function brokenBy(before: ReadonlyMap<string, Column>, after: ReadonlyMap<string, Column>): string[] {
  const tables = new Set([...before.keys()].map(tableOf));
  const gone = [...before]
    .filter(([name, { type, optional }]) => {
      const now = after.get(name);
      return !now || now.type !== type || (optional && !now.optional);
    })
    .map(([name]) => name);
  const required = [...after]
    .filter(([name, { optional }]) => !before.has(name) && tables.has(tableOf(name)) && !optional)
    .map(([name]) => name);
  return [...gone, ...required].filter((name) => !(name in contracted));
}

const tableOf = (column: string): string => column.slice(0, column.indexOf("."));
