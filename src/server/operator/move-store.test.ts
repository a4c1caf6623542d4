import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { administrator, emptyDatabase } from "../../../test/servers/empty-database.ts";
import { insertSomebodysProject } from "../../../test/work.ts";
import { markMade } from "../db/embedded/store-directory.ts";
import { markMove, moveOf } from "../db/moving/marks.ts";
import { arrive, arrivingDir, depart, takeBack, unusedStore } from "../db/moving/notes.ts";
import { openServer, openStore } from "../db/open.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { makeQueue } from "../queue/make-queue.ts";
import { copyToDatabase, moveToDatabase, moveToDirectory, takeBackStore } from "./move-store.ts";

const server = process.env.TEST_DATABASE_URL;
const skip = server ? false : "TEST_DATABASE_URL is not set; `node scripts/postgres.ts npm test` sets it";
const log = createLog("silent");
const secret = "0123456789abcdefghijklmnopqrstuvwxyz";
const at = "2026-11-26T09:00:00.000Z";

function directory(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "oh-move-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const serves = async (databaseUrl: string | null, dataDir: string): Promise<string | true> => {
  try {
    await using _ = await openStore({ databaseUrl, dataDir }, log);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
};

const projectsIn = async (databaseUrl: string | null, dataDir: string): Promise<number> => {
  await using store = await openStore({ databaseUrl, dataDir }, log);
  return (await store.db.selectFrom("projects").select("id").execute()).length;
};

test("a store goes to PostgreSQL and back: the one that it left says where it went, and can be taken back", {
  skip,
}, async (t) => {
  await using database = await emptyDatabase(server!);
  const [first, last] = [directory(t), directory(t)];
  {
    await using store = await openStore({ databaseUrl: null, dataDir: first }, log);
    await insertSomebodysProject(store.db);
  }
  const said: string[] = [];
  const around = { makeQueue, say: (line: string) => void said.push(line) };
  const terms = { databaseUrl: database.url, dataDir: first, secret, previousSecret: null };
  assert.equal(unusedStore(terms), first);
  await moveToDatabase(terms, around);
  assert.match(said[0]!, /now holds 1 users, 1 projects, .*tables of 00\d\d-.*and serves\./);
  assert.equal(unusedStore(terms), null);
  assert.match(
    (await serves(null, first)) as string,
    /was moved to PostgreSQL at 127\.0\.0\.1:\d+\/\w+ on .* DATABASE_URL/,
  );
  assert.equal(await projectsIn(database.url, first), 1);
  await assert.rejects(moveToDatabase(terms, around), /was moved to .* already/);
  await takeBackStore({ databaseUrl: null, dataDir: first }, around.say);
  assert.equal(await serves(null, first), true);
  await assert.rejects(moveToDatabase(terms, around), /is not empty/);

  await moveToDirectory({ ...terms, dataDir: last }, around);
  assert.match((await serves(database.url, last)) as string, /was moved to .* unset DATABASE_URL/);
  assert.equal(await projectsIn(null, last), 1);
  await takeBackStore({ databaseUrl: database.url, dataDir: last }, around.say);
  assert.equal(await projectsIn(database.url, last), 1);
  assert.ok(!said.join().includes(new URL(server!).password));
});

test("nothing is moved beside a server, with another secret, over something else, or from nothing", {
  skip,
}, async (t) => {
  await using database = await emptyDatabase(server!);
  const dataDir = directory(t);
  const terms = { databaseUrl: database.url, dataDir, secret, previousSecret: null };
  const around = { makeQueue, say: () => undefined };
  await assert.rejects(moveToDatabase(terms, around), /There is no store in/);
  {
    await using store = await openStore({ databaseUrl: null, dataDir }, log);
    await insertSomebodysProject(store.db);
    await store.db.insertInto("server_secret").values({ mark: "another" }).execute();
    await assert.rejects(moveToDatabase(terms, around), /process \d+|in use|holds/);
  }
  await assert.rejects(moveToDatabase(terms, around), /OVERHEARD_SECRET is not the secret/);
  {
    await using admin = await administrator(server!, database.name);
    const { rows } = await admin.client.query("select from pg_tables where schemaname in ('public', 'jobs')");
    assert.equal(rows.length, 0, "a move that is refused has written to the database");
  }
  assert.equal(await serves(database.url, dataDir), true, "no mark is left");
  await assert.rejects(moveToDirectory(terms, around), /already holds a store/);
});

test("a database with tables of another program is refused as it is, one with an extension's is not", {
  skip,
}, async (t) => {
  await using database = await emptyDatabase(server!);
  const dataDir = directory(t);
  await (await openStore({ databaseUrl: null, dataDir }, log))[Symbol.asyncDispose]();
  const terms = { databaseUrl: database.url, dataDir, secret, previousSecret: null };
  const around = { makeQueue, say: () => undefined };
  await using admin = await administrator(server!, database.name);
  const tables = async () =>
    (await admin.client.query("select from pg_tables where schemaname = 'public'")).rows.length;
  for (const name of ["posts", "projects"]) {
    await admin.client.query(`create table ${name} (id int)`);
    await assert.rejects(
      moveToDatabase(terms, around),
      name === "posts"
        ? /tables of another program, such as posts/
        : /such as projects, and no record of their version/,
    );
    assert.equal(await tables(), 1);
    await admin.client.query(`drop table ${name}`);
  }
  await admin.client.query("create table of_extension (id int); create extension if not exists plpgsql");
  await admin.client.query("alter extension plpgsql add table of_extension");
  await moveToDatabase(terms, around);
  await moveToDirectory({ ...terms, dataDir: directory(t) }, around);
});

test("a move that was cut off is settled by what lies in the data directory", { skip }, async (t) => {
  await using database = await emptyDatabase(server!);
  const [here, elsewhere] = [directory(t), directory(t)];
  const id = newId();
  const mark = async (state: "arriving" | "leaving") => {
    await using store = await openServer(database.url, log);
    await markMove(store.db, { id, state }, here);
  };
  const left = async () => {
    await using store = await openServer(database.url, log);
    return await moveOf(store.db);
  };
  await mark("arriving");
  assert.match(
    (await serves(database.url, here)) as string,
    /unfinished copy .* run `move --to database` there again/,
  );
  depart(here, { id, to: "there", at });
  assert.equal(await serves(database.url, here), true);
  assert.equal(await left(), null);
  takeBack(here);

  await mark("leaving");
  assert.match(
    (await serves(database.url, elsewhere)) as string,
    /cut off: run `move --to directory` there again/,
  );
  assert.equal(await serves(database.url, here), true, "it never got there");
  await mark("leaving");
  mkdirSync(arrivingDir(here));
  markMade(arrivingDir(here));
  arrive(here, { id, to: null, at });
  assert.match((await serves(database.url, here)) as string, /was moved to/);
  assert.equal((await left())?.state, "moved", "other machines are told too");
});

test("a copy of an embedded store fills an empty database, whole or not at all", { skip }, async (t) => {
  await using database = await emptyDatabase(server!);
  const dataDir = directory(t);
  await using store = await openStore({ databaseUrl: null, dataDir }, log);
  await insertSomebodysProject(store.db);
  const terms = { databaseUrl: database.url, dataDir: directory(t), secret, previousSecret: null };
  assert.match(await copyToDatabase(store, terms, { makeQueue, where: "x" }), /now holds 1 users/);
  await assert.rejects(copyToDatabase(store, terms, { makeQueue, where: "x" }), /is not empty/);
  assert.equal(await projectsIn(database.url, terms.dataDir), 1);

  await using admin = await administrator(server!, database.name);
  const versions = async () => (await admin.client.query("select name from kysely_migration")).rows.length;
  await admin.client.query(
    "delete from kysely_migration where name = (select max(name) from kysely_migration)",
  );
  const before = await versions();
  await assert.rejects(copyToDatabase(store, terms, { makeQueue, where: "x" }), /is not empty/);
  const noted = directory(t);
  depart(noted, { id: newId(), to: "there", at });
  const around = { makeQueue, say: () => undefined };
  await assert.rejects(moveToDatabase({ ...terms, dataDir: noted }, around), /was moved to there already/);
  await assert.rejects(takeBackStore({ ...terms, dataDir: noted }, around.say), /was not moved/);
  assert.equal(await versions(), before, "a store that is refused has been brought to this version");
});
