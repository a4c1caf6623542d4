import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { stores, type TestStore } from "../../../test/stores.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { migrate, migrations } from "./migrate.ts";
import { openStore } from "./open.ts";
import { StoreError } from "./store-error.ts";

const log = createLog("silent");
const server = stores[1] as TestStore;
const noServer = server.skip;

function directory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "oh-open-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const user = () => ({
  id: newId(),
  issuer: "i",
  subject: newId(),
  email: null,
  plan_started_at: new Date(),
  created_at: new Date(),
});

test("an embedded store keeps its rows after kill -9, and a birth that was cut off is set aside", async (t) => {
  const dataDir = directory(t);
  mkdirSync(join(dataDir, "store"));
  writeFileSync(join(dataDir, "store", "PG_VERSION"), "18\n");
  writeFileSync(join(dataDir, "store.making"), "");
  const script = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, "open.ts"))});
    const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, "../kernel/log.ts"))});
    const { db } = await openStore({ databaseUrl: null, dataDir: ${JSON.stringify(dataDir)} }, createLog("silent"));
    for (let n = 0; n < 50; n++) await db.insertInto("spend_months").values({ month: String(n) }).execute();
    console.log("written");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  await assert.rejects(openStore({ databaseUrl: null, dataDir }, log), {
    name: "StoreError",
    message: new RegExp(`process ${child.pid}`),
  });
  child.kill("SIGKILL");
  await once(child, "exit");
  await using store = await openStore({ databaseUrl: null, dataDir }, log);
  const rows = await store.db.selectFrom("spend_months").select("month").execute();
  assert.equal(rows.length, 50);
  assert.equal(readdirSync(dataDir).filter((name) => name.startsWith("store-unfinished-")).length, 1);
});

for (const { name, skip, open } of stores) {
  test(`${name}: a store written by a newer version stops the start with one line that says what to do`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(db);
    await assert.rejects(migrate(db), (error: unknown) => {
      assert.ok(error instanceof StoreError);
      assert.match(error.message, /newer version .*9999-later.* Install that version/);
      return !error.message.includes("\n");
    });
  });

  test(`${name}: a store that is up to date needs no migration`, { skip }, async (t) => {
    const { db } = await open(t);
    assert.deepEqual(await migrate(db), []);
  });

  test(`${name}: a failed statement leaves the store usable`, { skip }, async (t) => {
    const { db } = await open(t);
    await assert.rejects(sql`select 1 / 0`.execute(db));
    await assert.rejects(db.transaction().execute((db) => sql`select nothing`.execute(db)));
    await db.insertInto("users").values(user()).execute();
  });
}

test("a server that refuses the password is named in one line, without the password", {
  skip: noServer,
}, async () => {
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = "/no_such_database";
  url.password = "hunter2";
  await assert.rejects(openStore({ databaseUrl: url.href, dataDir: "" }, log), (error: unknown) => {
    assert.ok(error instanceof StoreError);
    assert.match(
      error.message,
      /^PostgreSQL at .*no_such_database cannot be used \((3D000\)\. There is no database|28P01\)\. It refused the password)/,
    );
    return !error.message.includes("hunter2");
  });
});

test("two programs that meet an empty database at once migrate it once", { skip: noServer }, async (t) => {
  const { db, pool } = await server.open(t);
  const name = `oh_race_${newId().replaceAll("-", "")}`;
  await sql`create database ${sql.id(name)}`.execute(db);
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${name}`;
  const both = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl: url.href, dataDir: "" }, log)));
  assert.equal(both.flatMap(({ migrated }) => migrated).length, Object.keys(migrations).length);
  for (const store of both) await store[Symbol.asyncDispose]();
  await pool.query(`drop database ${name} with (force)`);
});

test("a connection that breaks within a transaction fails that transaction and nothing else", {
  skip: noServer,
}, async (t) => {
  const { db } = await server.open(t);
  const broken = db.transaction().execute(async (db) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 1`.execute(db);
  });
  await assert.rejects(broken);
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  assert.deepEqual(rows, [{ one: 1 }]);
});

test("a connection that breaks while a transaction waits for something else fails its next statement", {
  skip: noServer,
}, async (t) => {
  const { db } = await server.open(t);
  const broken = db.transaction().execute(async (inner) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inner);
    await sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(inner);
  });
  await assert.rejects(broken, /connection error/);
  await sql`select 1`.execute(db);
});

test("a machine whose clock begins in 1970 opens no store, in one line that says so", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 61_000 });
  const dataDir = join(directory(t), "data");
  await assert.rejects(
    openStore({ databaseUrl: null, dataDir }, log),
    (error: Error) =>
      error instanceof StoreError && /^This machine's clock says 1970-01-01\. Set it/.test(error.message),
  );
  assert.equal(existsSync(dataDir), false);
});
