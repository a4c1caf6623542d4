import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { administrator, emptyDatabase } from "../../../../test/servers/empty-database.ts";
import { installPgbouncer, NoPgbouncer, startPgbouncer } from "../../../../test/servers/pgbouncer.ts";
import { createLog } from "../../kernel/log.ts";
import { startBoss } from "../../queue/boss.ts";
import { createWorkerLiveness } from "../../queue/worker-liveness.ts";
import { openStore } from "../open.ts";

const server = process.env.TEST_DATABASE_URL;
const noServer = server ? false : "TEST_DATABASE_URL is not set; `node scripts/postgres.ts npm test` sets it";
const noPooler = noServer || missingPooler();
const log = createLog("silent");

function missingPooler(): string | false {
  try {
    installPgbouncer();
    return false;
  } catch (error) {
    if (!(error instanceof NoPgbouncer) || process.env.CI === "true") throw error;
    return error.message;
  }
}

const at = (url: string, change: (url: URL) => void): string => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};

const opened = (databaseUrl: string) => openStore({ databaseUrl, dataDir: "." }, log);

/** The one line that an operator reads. */
const refusal = async (url: string): Promise<string> => {
  try {
    await using _ = await opened(url);
    return "opened";
  } catch (error) {
    return (error as Error).message;
  }
};

test("behind PgBouncer in session mode statements have names, for one process after the other on the same session", {
  skip: noPooler,
}, async () => {
  await using database = await emptyDatabase(server!);
  await using pooler = await startPgbouncer(server!, "session");
  const url = at(pooler.url, (url) => (url.pathname = `/${database.name}`));
  for (const run of [1, 2, 3]) {
    await using store = await opened(url);
    for (let time = 0; time < 6; time += 1) {
      const { rows } = await sql<{ n: number }>`select ${run}::int as n`.execute(store.db);
      assert.equal(rows[0]!.n, run);
    }
    const { rows } =
      await sql`select from pg_prepared_statements where statement like 'select $1::int as n'`.execute(
        store.db,
      );
    assert.equal(rows.length, 1);
  }
});

test("behind PgBouncer in session mode a store is made, its limits hold, and a worker is seen", {
  skip: noPooler,
}, async () => {
  await using database = await emptyDatabase(server!);
  await using pooler = await startPgbouncer(server!, "session");
  const url = at(pooler.url, (url) => (url.pathname = `/${database.name}`));
  await using store = await opened(url);
  const { rows } = await sql<{ own: string; limit: string }>`
    select current_setting('statement_timeout') as limit, current_setting('application_name') as own`.execute(
    store.db,
  );
  assert.equal(rows[0]!.limit, "8s");
  assert.match(rows[0]!.own, /^overheard [0-9a-f-]{36}$/);
  await using presence = createWorkerLiveness({ db: store.db, connectionString: url, log });
  await presence.keep();
  await presence.keep();
});

for (const mode of ["transaction", "statement"] as const)
  test(`behind PgBouncer in ${mode} mode nothing is stored, and one line says what to change`, {
    skip: noPooler,
  }, async () => {
    await using database = await emptyDatabase(server!);
    await using pooler = await startPgbouncer(server!, mode);
    assert.match(
      await refusal(at(pooler.url, (url) => (url.pathname = `/${database.name}`))),
      /^DATABASE_URL leads to a connection pooler .* Use its session mode \(pool_mode = session in PgBouncer\)/,
    );
    await using admin = await administrator(server!, database.name);
    const { rows } = await admin.client.query("select from pg_tables where schemaname = 'public'");
    assert.equal(rows.length, 0);
  });

test("PgBouncer's own words about user and database are told as PostgreSQL's are", {
  skip: noPooler,
}, async () => {
  await using pooler = await startPgbouncer(server!, "session");
  assert.match(await refusal(at(pooler.url, (url) => (url.password = "wrong"))), /It refused the password/);
  assert.match(
    await refusal(at(pooler.url, (url) => (url.pathname = "/nothing_here"))),
    /There is no database of that name/,
  );
});

test("a user who may create nothing is told the statement that lets them", { skip: noServer }, async () => {
  await using database = await emptyDatabase(server!);
  await using admin = await administrator(server!, database.name);
  const role = `bare "${randomBytes(4).toString("hex")}`;
  const quoted = `"${role.replaceAll('"', '""')}"`;
  await admin.client.query(`create role ${quoted} login password 'plain'`);
  await admin.client.query("revoke all on schema public from public");
  const url = at(server!, (url) => {
    url.pathname = `/${database.name}`;
    url.username = encodeURIComponent(role);
    url.password = "plain";
  });
  try {
    const said: string[] = [];
    // Each line ends with the statement that lets it further.
    for (let step = 0; step < 3; step += 1) {
      said.push(await refusal(url));
      const statement = /run: (.*;)$/.exec(said.at(-1)!)?.[1];
      if (statement) await admin.client.query(statement);
    }
    assert.match(said[0]!, /may not create tables/);
    assert.match(said[1]!, /may not create the schema of the queue/);
    assert.equal(said[2], "opened");
    await using store = await opened(url);
    const boss = await startBoss(store.pool, log);
    await boss.stop({ graceful: false, close: false });
  } finally {
    await admin.client.query(`drop owned by ${quoted}`);
    await admin.client.query(`drop role ${quoted}`);
  }
});

/** A database with a whole store of the server's first user, or of another, and a role that may make tables in it. */
async function strayStore(owner: "first" | "other") {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await emptyDatabase(server!));
  const admin = stack.use(await administrator(server!, database.name));
  const [role, other] = ["user", "owner"].map((name) => `stray_${name}_${randomBytes(4).toString("hex")}`);
  for (const name of [role, other]) {
    await admin.client.query(`create role ${name} login password 'plain'`);
    await admin.client.query(`grant create on database ${database.name} to ${name}`);
    await admin.client.query(`grant usage, create on schema public to ${name}`);
  }
  stack.defer(async () => {
    await admin.client.query(`drop owned by ${role}, ${other}`);
    await admin.client.query(`drop role ${role}, ${other}`);
  });
  const urlOf = (name: string) =>
    at(database.url, (url) => {
      url.username = name;
      url.password = "plain";
    });
  await using store = await opened(owner === "first" ? database.url : urlOf(other!));
  const boss = await startBoss(store.pool, log);
  await boss.stop({ graceful: false, close: false });
  return { admin, role: role!, url: urlOf(role!), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Opens the store with its queue, as a server does. */
async function serves(url: string): Promise<void> {
  await using store = await opened(url);
  const boss = await startBoss(store.pool, log);
  await boss.stop({ graceful: false, close: false });
}

test("a store that another user has restored is refused with the statement that gives it away", {
  skip: noServer,
}, async () => {
  await using stray = await strayStore("other");
  const said = await refusal(stray.url);
  assert.match(said, /^The store's tables, such as \w+, belong to another user .*pg_restore --no-owner/);
  await stray.admin.client.query(/run: (.*;)$/.exec(said)![1]!);
  await serves(stray.url);
});

test("a store that the server's first user has restored is given away as the docs say", {
  skip: noServer,
}, async () => {
  await using stray = await strayStore("first");
  assert.match(
    await refusal(stray.url),
    /with the statement in docs\/operating\.md, "Tables of another user"/,
  );
  const docs = readFileSync(join(import.meta.dirname, "../../../../docs/operating.md"), "utf8");
  const [, statement] = /### Tables of another user\n.*?```sql by-hand\n(.*?)```/s.exec(docs)!;
  await stray.admin.client.query(statement!.replaceAll("to overheard", `to ${stray.role}`));
  await serves(stray.url);
});

test("a schema for the queue that lets the user in is used, another one is told", {
  skip: noServer,
}, async () => {
  await using stray = await strayStore("first");
  await stray.admin.client.query(
    "drop schema public cascade; drop schema jobs cascade; create schema public; create schema jobs",
  );
  await stray.admin.client.query(`grant usage, create on schema public to ${stray.role}`);
  const said = await refusal(stray.url);
  assert.match(said, /may not use the schema jobs/);
  await stray.admin.client.query(/as its owner: (.*;)$/.exec(said)![1]!);
  await serves(stray.url);
});

test("whatever a database has as its defaults, values are read as they were written, and a worker is seen", {
  skip: noServer,
}, async () => {
  await using database = await emptyDatabase(server!);
  await using admin = await administrator(server!, database.name);
  const theirs = {
    ...{ datestyle: "German, DMY", intervalstyle: "sql_standard", timezone: "Asia/Kolkata" },
    ...{ bytea_output: "escape", extra_float_digits: "0", array_nulls: "off" },
    ...{ default_transaction_isolation: "serializable", statement_timeout: "100" },
    ...{ idle_session_timeout: "100", lock_timeout: "1" },
  };
  for (const [name, value] of Object.entries(theirs))
    await admin.client.query(`alter database ${database.name} set ${name} = '${value}'`);
  await using store = await opened(database.url);
  const at = new Date("2026-03-04T05:06:07Z");
  const { rows } = await store.pool.query(
    `select $1::timestamptz as at, '\\x00ff'::bytea as bytes, 0.1::float8 + 0.2::float8 as sum, '2 days 03:00'::interval as days,
      $2::text[] as list, $1::timestamptz::text as text, current_setting('transaction_isolation') as isolation`,
    [at, [null, "a"]],
  );
  const [{ days, bytes, ...read }] = rows as [Record<string, unknown>];
  assert.deepEqual(read, {
    ...{ at, sum: 0.30000000000000004, list: [null, "a"] },
    ...{ text: "2026-03-04 05:06:07+00", isolation: "read committed" },
  });
  assert.deepEqual([...(bytes as Buffer)], [0, 255]);
  assert.deepEqual({ ...(days as object) }, { days: 2, hours: 3 });
  await using presence = createWorkerLiveness({ db: store.db, connectionString: database.url, log });
  await presence.keep();
  const { rows: ends } = await admin.client.query(
    "select from pg_stat_activity where datname = $1 and application_name = 'overheard worker'",
    [database.name],
  );
  assert.equal(ends.length, 1);
});

test("an update that takes longer than the database's limits is made whole", { skip: noServer }, async () => {
  await using database = await emptyDatabase(server!);
  await using admin = await administrator(server!, database.name);
  {
    await using _ = await opened(database.url);
  }
  await admin.client.query(
    "delete from kysely_migration where name in ('0054-cluster-state', '0055-effects')",
  );
  await admin.client.query("drop table cluster_state");
  await admin.client.query("alter table interventions drop column effect, drop column effect_from");
  await admin.client.query(
    `create function slow() returns event_trigger language plpgsql as 'begin perform pg_sleep(0.3); end'`,
  );
  await admin.client.query("create event trigger slow on ddl_command_end execute function slow()");
  await admin.client.query(`alter database ${database.name} set statement_timeout = 200`);
  await using store = await opened(database.url);
  assert.deepEqual(store.migrated, ["0054-cluster-state", "0055-effects"]);
});

test("what is wrong with an address is said, and its password is not", { skip: noServer }, async () => {
  const lines = [
    [(url: URL) => (url.password = "wrong-secret"), /28P01.*It refused the password/],
    [(url: URL) => (url.pathname = "/nothing_here"), /3D000.*There is no database of that name/],
    [(url: URL) => (url.search = "?sslmode=verify-full"), /It has no TLS/],
    [
      (url: URL) => (url.search = "?sslmode=verify-full&sslrootcert=/nowhere/ca.pem"),
      /A certificate's file that DATABASE_URL names is not there/,
    ],
    [
      (url: URL) => (url.search = "?options=-csearch_path%3Dnowhere"),
      /search_path of this connection names no schema that is there/,
    ],
    [(url: URL) => (url.search = "?host=/nowhere"), /\/nowhere\/postgres.*There is no socket/],
  ] as const;
  const said = await Promise.all(lines.map(([change]) => refusal(at(server!, change))));
  for (const [index, [, expected]] of lines.entries()) {
    assert.match(said[index]!, expected);
    assert.doesNotMatch(said[index]!, new RegExp(`wrong-secret|${new URL(server!).password}`));
  }
});
