import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "pg";
import { type FreezingProxy, startFreezingProxy } from "../../../../test/faults/freezing-proxy.ts";
import { createLog } from "../../kernel/log.ts";
import { isOutage } from "../../kernel/outage.ts";
import { ServerPool } from "./server-pool.ts";

const server = process.env.TEST_DATABASE_URL;
const skip = server ? false : "TEST_DATABASE_URL is not set; `node scripts/postgres.ts npm test` sets it";
const log = createLog("silent");
const connections = 4;

async function frozenPool(limitMs: number | null = 9_000) {
  const stack = new AsyncDisposableStack();
  const proxy: FreezingProxy = stack.use(await startFreezingProxy(server!));
  const settings = { connectionString: proxy.url, max: connections, connectionTimeoutMillis: 5_000 };
  const pool = new ServerPool(settings, limitMs, log);
  stack.defer(() => pool.end());
  await Promise.all(Array.from({ length: connections }, () => pool.query("select pg_sleep(0.05)")));
  return { pool, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function timed<T>(work: Promise<T>) {
  const began = performance.now();
  const outcome = await work.then(
    () => "ok",
    (error) => (isOutage(error) ? "outage" : `${error}`),
  );
  return { outcome, ms: performance.now() - began };
}

// They wait for one limit or another, each with connections of its own.
describe("connections that stand still", { concurrency: true }, () => {
  test("all connections freeze and new ones work: within ten seconds everything is as before", {
    skip,
  }, async () => {
    await using frozen = await frozenPool();
    const { pool, proxy } = frozen;
    proxy.freeze();
    const first = await Promise.all(
      Array.from({ length: 3 * connections }, () => timed(pool.query("select 1"))),
    );
    assert.ok(first.every(({ outcome }) => outcome === "ok" || outcome === "outage"));
    assert.ok(Math.max(...first.map(({ ms }) => ms)) < 8_000, `${Math.max(...first.map(({ ms }) => ms))} ms`);
    const after = await Promise.all(Array.from({ length: 20 }, () => timed(pool.query("select 1"))));
    assert.ok(after.every(({ outcome, ms }) => outcome === "ok" && ms < 1_000));
  });

  test("while nothing answers, whoever asks is refused at once, and served when it answers again", {
    skip,
  }, async () => {
    await using frozen = await frozenPool();
    const { pool, proxy } = frozen;
    proxy.freezeNew(true);
    proxy.freeze();
    const first = await timed(pool.query("select 1"));
    assert.equal(first.outcome, "outage");
    assert.ok(first.ms < 9_000, `${first.ms} ms`);
    while (pool.reachable) await delay(50);
    const refused = await timed(pool.query("select 1"));
    assert.equal(refused.outcome, "outage");
    assert.ok(refused.ms < 100, `${refused.ms} ms`);
    proxy.freezeNew(false);
    proxy.thaw();
    const thawed = performance.now();
    while ((await timed(pool.query("select 1"))).outcome !== "ok") {
      assert.ok(performance.now() - thawed < 10_000);
      await delay(50);
    }
  });

  test("a transaction on a frozen connection fails, and its connection is not given to the next one", {
    skip,
  }, async () => {
    await using frozen = await frozenPool();
    const { pool, proxy } = frozen;
    const client = await pool.connect();
    await client.query("begin");
    proxy.freeze();
    const outcome = await timed(client.query("select 1"));
    assert.equal(outcome.outcome, "outage");
    // What a failed transaction does; it must not wait once more.
    assert.ok((await timed(client.query("rollback"))).ms < 100);
    client.release();
    assert.equal((await timed(pool.query("select 1"))).outcome, "ok");
  });

  test("a statement that takes its time is not cut", { skip }, async () => {
    await using frozen = await frozenPool();
    assert.equal((await timed(frozen.pool.query("select pg_sleep(6)"))).outcome, "ok");
  });

  test("a server process that stands still in the middle of a statement is given up at the limit", {
    skip: skip || (process.getuid?.() === 0 ? false : "only root may stop the server's processes"),
  }, async () => {
    await using frozen = await frozenPool(4_000);
    const client = await frozen.pool.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = String(rows[0]!.pid);
    const asked = timed(client.query("select pg_sleep(1)"));
    await delay(100);
    execFileSync("kill", ["-STOP", pid]);
    try {
      const { outcome, ms } = await asked;
      assert.equal(outcome, "outage");
      assert.ok(ms < 7_000, `${ms} ms`);
    } finally {
      execFileSync("kill", ["-CONT", pid]);
      client.release();
    }
  });
});

describe("a server that may no longer be written to", () => {
  /** A pool whose first connections lead to what was the primary: only new ones may write. */
  async function switchedOver() {
    const stack = new AsyncDisposableStack();
    const pool = new ServerPool({ connectionString: server!, max: 3 }, null, log);
    stack.defer(() => pool.end());
    const old = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const client of old) await client.query("set default_transaction_read_only = on");
    return { pool, old, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }
  const write = "create temporary table noted (n int)";

  test("a write that it refuses is an outage, and no connection from before is used again", {
    skip,
  }, async () => {
    await using world = await switchedOver();
    const [first, ...others] = world.old;
    await assert.rejects(first!.query(write), isOutage);
    for (const client of world.old) client.release();
    const next = await Promise.all([world.pool.connect(), world.pool.connect(), world.pool.connect()]);
    for (const client of next) {
      assert.ok(client !== first && !others.includes(client));
      await client.query(write);
      client.release();
    }
  });

  test("a look at whether it is ready notices, and the next look finds the new primary", {
    skip,
  }, async () => {
    await using world = await switchedOver();
    for (const client of world.old) client.release();
    await assert.rejects(world.pool.checkWritable(), isOutage);
    await world.pool.checkWritable();
    await world.pool.query(write);
  });
});

test("a database that is gone is one line at warn, however many ask for it, and one more when it is back", {
  skip,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const name = `overheard_test_away_${process.pid}`;
  const administrator = new Pool({ connectionString: server!, max: 1 });
  stack.defer(() => administrator.end());
  stack.defer(async () => {
    await administrator.query(`drop database if exists ${name} with (force)`);
  });
  await administrator.query(`create database ${name}`);
  const lines: { level: string; msg: string }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const own = new URL(server!);
  own.pathname = `/${name}`;
  const pool = new ServerPool({ connectionString: own.href, max: 3 }, null, log);
  stack.defer(() => pool.end());
  await Promise.all([1, 2, 3].map(() => pool.query("select pg_sleep(0.05)")));

  await administrator.query(`drop database ${name} with (force)`);
  for (let times = 0; times < 5; times++)
    assert.equal((await timed(pool.query("select 1"))).outcome, "outage");
  const said = () => lines.map(({ level, msg }) => `${level} ${msg}`);
  const away = "warn PostgreSQL is away: requests get 503, jobs wait until it is back";
  assert.deepEqual(said(), [away]);
  await administrator.query(`create database ${name}`);
  for (let times = 0; times < 5; times++) assert.equal((await timed(pool.query("select 1"))).outcome, "ok");
  assert.deepEqual(said(), [away, "warn PostgreSQL is back"]);
});

test("too little shared memory is told once as that, and is no full disk", { skip }, async () => {
  await using stack = new AsyncDisposableStack();
  const said: string[] = [];
  const log = createLog("info", { write: (line) => void said.push(JSON.parse(line).msg) });
  // Nothing can be written there, which is tried only after the server said that its disk is full.
  const options = "-c default_transaction_read_only=on";
  const pool = new ServerPool({ connectionString: server!, max: 1, options }, null, log);
  stack.defer(() => pool.end());
  const fail = (message: string) =>
    timed(pool.query(`do $$ begin raise exception using errcode = '53100', message = '${message}'; end $$`));
  for (let times = 0; times < 2; times++)
    assert.equal((await fail('could not resize shared memory segment "/PostgreSQL.7"')).outcome, "outage");
  assert.equal(said.length, 1);
  assert.match(said[0]!, /too little shared memory.*shm_size/);
  await pool.checkRoom();
  await fail("could not extend file");
  await assert.rejects(pool.checkRoom());
});

test("no room for locks, and no memory, are told once each as that", { skip }, async () => {
  await using stack = new AsyncDisposableStack();
  const said: string[] = [];
  const log = createLog("info", { write: (line) => void said.push(JSON.parse(line).msg) });
  const pool = new ServerPool({ connectionString: server!, max: 1 }, null, log);
  stack.defer(() => pool.end());
  const fail = (hint: string) =>
    timed(
      pool.query(
        `do $$ begin raise exception using errcode = '53200', message = 'out', hint = '${hint}'; end $$`,
      ),
    );
  for (let times = 0; times < 2; times++) {
    assert.equal((await fail("You might need to increase max_locks_per_transaction.")).outcome, "outage");
    assert.equal((await fail("")).outcome, "outage");
  }
  assert.equal(said.length, 2);
  assert.match(said[0]!, /no room for more locks.*max_locks_per_transaction/);
  assert.match(said[1]!, /out of memory/);
});
