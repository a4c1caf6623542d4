import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { blank, runPglite, storeOver } from "../src/server/db/embedded/open-embedded.ts";
import { migrate } from "../src/server/db/migrate.ts";
import { openMemoryStore, openStore } from "../src/server/db/open.ts";
import { keepPartitions } from "../src/server/db/partitions.ts";
import { storeOver as serverStoreOver } from "../src/server/db/server/open-server.ts";
import type { Store } from "../src/server/db/store.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { startBoss } from "../src/server/queue/boss.ts";
import { connected, takeDatabase, within } from "./reused/database.ts";
import { openReused } from "./reused/pglite.ts";

/** A test, or whatever else ends and then closes what was opened for it. */
export type Ending = Pick<TestContext, "after">;

/** A kind of store that the store's tests run on: `for (const store of stores) test(…, { skip: store.skip }, async (t) => …)`. */
export interface TestStore {
  name: "PGlite" | "PostgreSQL";
  /** The reason why it cannot be had here, for the options of `test`. */
  skip: string | false;
  /** An empty, migrated store with its queues, that goes with the test. */
  open(t: Ending): Promise<Store>;
  /** The same, on a PGlite or connections that have served nobody. */
  openNew(t: Ending): Promise<Store>;
  /** The same, for tests that look at what a process leaves open: a PGlite that serves again keeps timers. */
  openQuiet(t: Ending): Promise<Store>;
}

const root = join(import.meta.dirname, "..");
const serverUrl = process.env.TEST_DATABASE_URL;
const noServer = "TEST_DATABASE_URL is not set; `node scripts/postgres.ts npm test` sets it";

if (!serverUrl && process.env.CI === "true")
  throw new Error(`with CI=true every store is tested, but ${noServer}`);

export const embeddedStore: TestStore = {
  ...{ name: "PGlite", skip: false },
  ...{ open: openEmbedded, openNew: openNewEmbedded, openQuiet: openNewEmbedded },
};
export const serverStore: TestStore = {
  ...{ name: "PostgreSQL", skip: serverUrl ? false : noServer },
  ...{ open: openOnServer, openNew: openNewOnServer, openQuiet: openOnServer },
};

/**
 * What tests of the whole app and of most jobs run on where every store shows the same: PostgreSQL where there is one, which takes a
 * third of the time, or else the embedded store. `npm run verify:full` has them on the embedded store too.
 */
export const anyStore: readonly TestStore[] = [serverUrl ? serverStore : embeddedStore];

const everyStore = [embeddedStore, serverStore];
const chosen = [...everyStore];

/** Each kind of store; but in `npm run verify`, for files without SQL of their own, one, and the embedded one in `verify:full`. */
export const stores: readonly TestStore[] = chosen;

/** What the next file of a process that many share has for `stores`. */
export function chooseStores(which: "one" | "every"): void {
  chosen.splice(0, chosen.length, ...(which === "one" && serverUrl ? anyStore : everyStore));
}

async function openEmbedded(t: Ending): Promise<Store> {
  const store = await openReused(snapshot);
  t.after(() => store[Symbol.asyncDispose]());
  return store;
}

async function openNewEmbedded(t: Ending): Promise<Store> {
  const store = await openMemoryStore(await snapshot());
  t.after(() => store[Symbol.asyncDispose]());
  return store;
}

let made: Promise<Blob> | undefined;

/** A migrated store as a tar archive: 2.8 s to make, kept for the other test files; a start from it takes 0.4 s. */
function snapshot(): Promise<Blob> {
  made ??= readOrMakeSnapshot();
  return made;
}

async function readOrMakeSnapshot(): Promise<Blob> {
  const file = join(root, "node_modules", ".cache", "overheard", `store-${tablesHash()}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    await using running = await runPglite(await blank());
    await using store = storeOver(running);
    await migrate(store.db);
    await makeReady(store);
    const bytes = Buffer.from(await (await running.pglite.dumpDataDir("none")).arrayBuffer());
    mkdirSync(dirname(file), { recursive: true });
    forgetOlder(file);
    // Renamed into place, so that no other test process reads half of it.
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
    return new Blob([bytes]);
  }
}

/** Most tests begin with queues and this month's partitions; making them takes longer than most tests. */
async function makeReady({ db, pool }: Store): Promise<void> {
  const log = createLog("silent");
  const boss = await startBoss(pool, log);
  await boss.stop({ graceful: false, close: false });
  await keepPartitions(db, new Date(), log);
}

function forgetOlder(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (/^store-.*\.tar$/.test(name) && name !== basename(file))
      rmSync(join(dirname(file), name), { force: true });
  }
}

/** Changes with whatever decides how an empty store looks, and every month. */
function tablesHash(): string {
  const store = join(root, "src", "server", "db");
  const migrations = readdirSync(join(store, "migrations"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(store, "migrations", name));
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 7));
  const queues = join(root, "src", "server", "queue", "boss.ts");
  const others = ["migrate.ts", "partitions.ts"].map((name) => join(store, name));
  for (const source of [join(root, "package-lock.json"), queues, ...others, ...migrations]) {
    hash.update(readFileSync(source));
  }
  return hash.digest("hex").slice(0, 16);
}

async function openOnServer(t: Ending): Promise<Store> {
  const { url, pool, giveBack } = await takeServerDatabase();
  const store = serverStoreOver(pool, url);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await store[Symbol.asyncDispose]();
    await giveBack();
  };
  t.after(() => (closed ??= close()));
  return { ...store, [Symbol.asyncDispose]: () => (closed ??= close()) };
}

async function openNewOnServer(t: Ending): Promise<Store> {
  const { url, giveBack } = await takeServerDatabase();
  const store = await openStore({ databaseUrl: url, dataDir: root }, createLog("silent"));
  t.after(async () => {
    await store[Symbol.asyncDispose]();
    await giveBack();
  });
  return store;
}

function takeServerDatabase() {
  if (!serverUrl) throw new Error(noServer);
  return takeDatabase(serverUrl, () => migratedTemplate(serverUrl));
}

/** The database that the others are copied from, made by whichever test process comes first. */
async function migratedTemplate(url: string): Promise<string> {
  const name = `overheard_template_${tablesHash()}`;
  await connected(url, async (query) => {
    await query("select pg_advisory_lock(hashtext('overheard_template'))");
    if ((await query(`select 1 from pg_database where datname = '${name}'`)).length > 0) return;
    const making = `${name}_making`;
    await query(`drop database if exists ${making} with (force)`);
    await query(`create database ${making}`);
    const store = await openStore({ databaseUrl: within(url, making), dataDir: root }, createLog("silent"));
    await makeReady(store);
    await store[Symbol.asyncDispose]();
    await query(`alter database ${making} rename to ${name}`);
  });
  return name;
}
