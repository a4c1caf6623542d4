import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { administrator, emptyDatabase } from "../../../../test/servers/empty-database.ts";
import { installPgbouncer, NoPgbouncer, startPgbouncer } from "../../../../test/servers/pgbouncer.ts";
import { createLog } from "../../kernel/log.ts";
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
  await using presence = createWorkerLiveness(store.db, url, log);
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
  } finally {
    await admin.client.query(`drop owned by ${quoted}`);
    await admin.client.query(`drop role ${quoted}`);
  }
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
