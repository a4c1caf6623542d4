import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { storeDir } from "../../src/server/db/embedded/store-directory.ts";
import { type Digest, digest, prepare } from "../../src/server/db/moving/copy.ts";
import { openStore } from "../../src/server/db/open.ts";
import type { Store } from "../../src/server/db/store.ts";
import { StoreError } from "../../src/server/db/store-error.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { insertHistory } from "../history.ts";
import { emptyDatabase } from "../servers/empty-database.ts";
import { startApp } from "../start-app.ts";
import { type Ending, stores } from "../stores.ts";

const [, server] = stores;
const secret = "0123456789abcdefghijklmnopqrstuvwxyz";
const main = join(import.meta.dirname, "../../src/main.ts");
const log = createLog("silent");
const kills = 10;

type Place = { databaseUrl: string | null; dataDir: string };

/** Starts the command; kills it after so many milliseconds, or lets it end. */
async function move(to: "database" | "directory", place: Place, killAfterMs: number | null) {
  const child = spawn(process.execPath, [main, "move", "--to", to], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: place.databaseUrl!, OVERHEARD_DATA_DIR: place.dataDir, OVERHEARD_SECRET: secret },
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (bytes) => (said += bytes));
  const ended = once(child, "close");
  if (killAfterMs !== null) {
    await Promise.race([ended, delay(killAfterMs)]);
    child.kill("SIGKILL");
  }
  const [code] = await ended;
  return { code, said };
}

const opened = (place: Place): Promise<Store | null> =>
  openStore(place, log).catch((error) => {
    if (error instanceof StoreError) return null;
    throw error;
  });

/** Whether a server would serve what was moved from here. */
async function serves(place: Place): Promise<boolean> {
  // Opened, an empty directory would get a store of its own.
  if (place.databaseUrl === null && !existsSync(storeDir(place.dataDir))) return false;
  await using store = await opened(place);
  if (store === null) return false;
  const { rows } = await store.pool.query("select from projects");
  return rows.length > 0;
}

async function contents(place: Place): Promise<Digest> {
  await using store = await opened(place);
  assert.ok(store, "the store serves");
  const client = await store.pool.connect();
  try {
    await prepare(client);
    return await digest(client);
  } finally {
    client.release();
  }
}

test(`a store goes to PostgreSQL and back with a kill at each of ${kills} moments: one store serves, and every row is there`, {
  skip: server!.skip,
  timeout: 10 * 60_000,
}, async (t) => {
  const dirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), "overheard-moving-")));
  t.after(() => {
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  });
  await using database = await emptyDatabase(process.env.TEST_DATABASE_URL!);
  const databaseUrl = database.url;
  const first: Place = { databaseUrl: null, dataDir: dirs[0]! };
  const onServer: Place = { databaseUrl, dataDir: dirs[0]! };
  await t.test("made of everything that a project has", async (t) => {
    const open = async (t: Ending) => {
      const store = await openStore(first, log);
      t.after(() => store[Symbol.asyncDispose]());
      return store;
    };
    const app = await startApp(
      t,
      { name: "PGlite", skip: false, open, openNew: open, openQuiet: open },
      { config: { secret } },
    );
    const me = await app.member();
    const { id: projectId } = await me.project({ schedule: "weekly" });
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ prompt: `Which CRM is best, number ${at % 50}?`, provider: "chatgpt" },
      ...{ answer: `Acme "é" \\ number ${at}`, citations: [{ url: "https://acme.example/a?b=1" }] },
    }));
    const made = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
    assert.equal(made.status, 201, made.text);
    await me.call("POST", `/v1/projects/${projectId}/share-links`, {});
    await insertHistory(app.db, {
      ...{ reportId: made.data.id, projectId, copies: 300 },
      ...{ newest: new Date(Date.now() - 86_400_000), hoursApart: 24 },
    });
  });
  const before = await contents(first);

  /** Kills at moments that spread over the time that the whole of it takes. */
  async function cutOff(to: "database" | "directory", from: Place, into: Place, command: Place) {
    for (let at = 1; at <= kills; at += 1) {
      const { code } = await move(to, command, 300 + at * 150);
      const [left, came] = [await serves(from), await serves(into)];
      assert.deepEqual([left, came].filter(Boolean), [true], `one store serves after kill ${at} (${code})`);
      if (came) break;
    }
    const { said, code } = await move(to, command, null);
    assert.equal(code, (await serves(into)) ? code : 0, said);
    assert.deepEqual([await serves(from), await serves(into)], [false, true], said);
  }

  await cutOff("database", first, onServer, onServer);
  assert.deepEqual(await contents(onServer), before);
  const last: Place = { databaseUrl: null, dataDir: dirs[1]! };
  await cutOff("directory", { databaseUrl, dataDir: dirs[1]! }, last, { databaseUrl, dataDir: dirs[1]! });
  assert.deepEqual(await contents(last), before);
});
