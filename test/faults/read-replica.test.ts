import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { createLog } from "../../src/kernel/log.ts";
import { isOutage } from "../../src/kernel/outage.ts";
import { openStore } from "../../src/store/db/open.ts";
import type { Schema } from "../../src/store/db/schema.ts";
import { NoPostgres, type Postgres, startPostgres, startReplica } from "../postgres.ts";
import { type Member, startApp, type TestApp } from "../start-app.ts";
import { stores, type TestStore } from "../stores.ts";

const { skip } = stores.find(({ name }) => name === "PostgreSQL")!;

interface World {
  app: TestApp;
  me: Member;
  replica: Postgres;
  /** Runs a statement on the replica. */
  onReplica(statement: string): Promise<unknown>;
  /** Reads so far, by where they came from. */
  reads(): Promise<{ replica: number; primary: number }>;
}

async function replicated(t: TestContext): Promise<World | undefined> {
  let [primary, replica]: (Postgres | undefined)[] = [];
  try {
    primary = await startPostgres();
    replica = await startReplica(primary);
  } catch (error) {
    await primary?.[Symbol.asyncDispose]();
    if (!(error instanceof NoPostgres)) throw error;
    t.skip(error.message);
    return undefined;
  }
  const databaseUrl = primary.url;
  // As a server has it: what is answered is in the log that replicas get.
  await statement(databaseUrl, "alter role current_user set synchronous_commit = on");
  const kind: TestStore = {
    ...{ name: "PostgreSQL", skip: false, open: opened, openNew: opened },
  };
  async function opened(t: Pick<TestContext, "after">) {
    const store = await openStore({ databaseUrl, dataDir: "." }, createLog("silent"));
    t.after(() => store[Symbol.asyncDispose]());
    return store;
  }
  const app = await startApp(t, kind, { config: { databaseReadUrl: replica.url, rateLimitScale: 0 } });
  t.after(async () => {
    await replica[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
  });
  return {
    ...{ app, replica, me: await app.member() },
    onReplica: (text) => statement(replica.url, text),
    async reads() {
      const { replica } = app.app.ports as unknown as { replica: { reads(): ReturnType<World["reads"]> } };
      return replica.reads();
    },
  };
}

async function statement(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

/** Writes a project and reads it at once, so many times; returns the longest read in ms. */
async function writeAndRead({ me }: World, times: number): Promise<number> {
  let longest = 0;
  for (let time = 0; time < times; time += 1) {
    const { id } = await me.project({ name: `Project ${time}` });
    const name = `Renamed ${time}`;
    await me.call("PATCH", `/v1/projects/${id}`, { name });
    const began = performance.now();
    const { status, data, text } = await me.call<{ name: string }>("GET", `/v1/projects/${id}`);
    longest = Math.max(longest, performance.now() - began);
    assert.deepEqual([status, data.name], [200, name], text);
    assert.equal((await me.call("DELETE", `/v1/projects/${id}`)).status, 200);
    assert.equal((await me.call("GET", `/v1/projects/${id}`)).status, 404);
  }
  return longest;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, "it did not come to that");
    await delay(100);
  }
}

test("reads come from the replica, and never show less than was written before them; without it, from the primary", {
  skip,
}, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { me, reads, onReplica } = world;

  await writeAndRead(world, 25);
  // On a busy machine it may be behind most of the time.
  await until(async () => {
    await me.call("GET", "/v1/projects");
    return (await reads()).replica > 0;
  });
  const project = await me.project();
  const run = await me.call<{ id: string; status: string }>("POST", "/v1/analyze/project", {
    projectId: project.id,
  });
  assert.equal(run.data.status, "completed");
  const report = await me.call<{ status: string }>("GET", `/v1/reports/${run.data.id}`);
  assert.equal(report.data.status, "completed");

  await t.test("one that stands still is not read, and is again when it goes on", async () => {
    await onReplica("select pg_wal_replay_pause()");
    const paused = await reads();
    const longest = await writeAndRead(world, 10);
    const then = await reads();
    assert.ok(then.primary - paused.primary >= 20 && then.replica === paused.replica, JSON.stringify(then));
    assert.ok(longest < 3_000, `${longest} ms`);
    await onReplica("select pg_wal_replay_resume()");
    await until(async () => {
      await me.call("GET", "/v1/projects");
      return (await reads()).replica > then.replica;
    });
  });
});

test("one that is stopped fails no read, and is read again when it is back", { skip }, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { me, reads, replica } = world;
  const { id } = await me.project();
  const read = async () => (await me.call("GET", `/v1/projects/${id}`)).status;
  await until(async () => (await read()) === 200 && (await reads()).replica > 0);

  await replica.stop();
  const stopped = await reads();
  for (let time = 0; time < 10; time += 1) assert.equal(await read(), 200);
  const then = await reads();
  assert.deepEqual([then.primary - stopped.primary, then.replica], [10, stopped.replica]);

  await replica.start();
  await until(async () => (await read()) === 200 && (await reads()).replica > then.replica);
});

test("one that was promoted is no replica", { skip }, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { openReadReplica } = await import("../../src/store/db/server/read-replica.ts");
  const terms = { primary: world.app.db, url: world.replica.url, log: createLog("silent") };
  await using replica = openReadReplica({ ...terms, attach: () => undefined, isOutage });
  await until(async () => (await replica.caughtUp()) !== null);
  await world.onReplica("select pg_promote()");
  assert.equal(await replica.caughtUp(), null);
});

test("a primary that cannot say how far its log is fails no read", { skip }, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { openReadReplica } = await import("../../src/store/db/server/read-replica.ts");
  // A replica does not say it.
  const primary = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: world.replica.url }) }),
  });
  const terms = { primary, url: world.replica.url, log: createLog("silent") };
  await using replica = openReadReplica({ ...terms, attach: () => undefined, isOutage });
  assert.deepEqual([await replica.caughtUp(), replica.reads()], [null, { replica: 0, primary: 1 }]);
  await primary.destroy();
});

test("a statement that takes too long is not tried on the primary", { skip }, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { openReadReplica } = await import("../../src/store/db/server/read-replica.ts");
  const terms = { primary: world.app.db, url: world.replica.url, log: createLog("silent") };
  await using replica = openReadReplica({ ...terms, attach: () => undefined, isOutage });
  const cut = (code: string) => replica.isItsOwn(Object.assign(new Error(code), { code }));
  assert.deepEqual(["57014", "40001", "57P01"].map(cut), [false, true, true]);
});

test("another server's replica is never read", { skip }, async (t) => {
  const world = await replicated(t);
  if (!world) return;
  const { openReadReplica } = await import("../../src/store/db/server/read-replica.ts");
  await using other = await startPostgres();
  await using replica = openReadReplica({
    ...{ primary: world.app.db, url: other.url, log: createLog("silent"), attach: () => undefined },
    isOutage,
  });
  assert.equal(await replica.caughtUp(), null);
});
