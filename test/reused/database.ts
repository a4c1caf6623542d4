import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientBase } from "pg";
import { createPool, limits } from "../../src/server/db/server/open-server.ts";
import type { ServerPool } from "../../src/server/db/server/server-pool.ts";
import { settingStatement } from "../../src/server/db/server/session.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { atEnd } from "./at-end.ts";
import { empty, type Query, type Tables, tablesOf } from "./emptied.ts";

/** A database that has served a test, and what its tables were before it. */
interface Used {
  server: string;
  name: string;
  url: string;
  pool: ServerPool;
  /** Ends the pool's connections; its own `end`, which a store calls, leaves them to the next test. */
  endPool(): Promise<void>;
  tables: Tables;
  listeners: string;
}

/** As `discard all`, but for the prepared statements, which the driver knows by name. */
const forgetful = [
  ...["rollback", "close all", "set session authorization default", "reset all", "unlisten *"],
  ...["select pg_advisory_unlock_all()", "discard plans", "discard temp", "discard sequences"],
].join("; ");

/** How long the connections of a test that has ended may still work, in milliseconds. */
const workingMs = 5_000;

const free: Used[] = [];
/** Whether the tests of this process have ended. */
let over = false;
atEnd(async () => {
  over = true;
  for (const used of free.splice(0)) await drop(used);
});

/** A database of this server, as `template` has it, until it is given back. */
export interface TestDatabase {
  url: string;
  pool: ServerPool;
  giveBack(): Promise<void>;
}

/**
 * Copying a database costs a second of processor time, as the server writes all that it holds to the disk first, and each connection
 * a tenth of one until it knows the tables; so a database that an earlier test of this process has left is emptied instead,
 * unless that test has altered its tables, and its connections serve again.
 */
export async function takeDatabase(server: string, template: () => Promise<string>): Promise<TestDatabase> {
  const used = (await emptied()) ?? (await fresh(server, await template()));
  return {
    url: used.url,
    pool: used.pool,
    giveBack: async () => {
      if (!over && (await rests(used))) free.push(used);
      else await drop(used);
    },
  };
}

async function fresh(server: string, template: string): Promise<Used> {
  const name = `overheard_test_${randomBytes(8).toString("hex")}`;
  await connected(server, (query) =>
    query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = within(server, name);
  const pool = createPool(url, createLog("silent"));
  const endPool = pool.end.bind(pool);
  pool.end = (() => Promise.resolve()) as typeof pool.end;
  // Its timers would keep the process.
  pool.options.idleTimeoutMillis = 0;
  const tables = await pooled(pool, tablesOf);
  return { server, name, url, pool, endPool: () => endPool(), tables, listeners: listenersOf(pool) };
}

const isAsNew = ({ pool, listeners }: Used) => pool.reachable && listenersOf(pool) === listeners;

const listenersOf = (pool: ServerPool) =>
  pool
    .eventNames()
    .map((name) => `${String(name)} ${pool.listenerCount(name)}`)
    .join();

async function emptied(): Promise<Used | undefined> {
  const used = free.pop();
  if (!used) return undefined;
  try {
    if (!isAsNew(used)) throw new Error("its pool is not as it was");
    await withIdle(used.pool, async (client) => {
      client.ref();
      await client.query(forgetful);
      await client.query(settingStatement(limits.session));
    });
    if (await pooled(used.pool, (query) => cleared(query, used.tables))) return used;
  } catch {
    // Its test broke it, perhaps on purpose.
  }
  await drop(used);
  return emptied();
}

async function cleared(query: Query, tables: Tables): Promise<boolean> {
  if (!(await empty(query, tables))) return false;
  // As a new one, it has no statistics.
  await query("delete from pg_statistic where starelid >= 16384");
  await query(
    "update pg_class set reltuples = -1, relpages = 0 where reltuples >= 0 and oid >= 16384 and relkind in ('r', 'p')",
  );
  return true;
}

/** Whether all connections are free within a moment; they no longer keep the process then. */
async function rests({ pool }: Used): Promise<boolean> {
  for (let waited = 0; pool.idleCount < pool.totalCount || pool.waitingCount > 0; waited += 10) {
    if (waited > workingMs) return false;
    await pause(10);
  }
  if (pool.totalCount === 0) return false;
  await withIdle(pool, (client) => client.unref());
  return true;
}

/** Does something with each idle connection. */
async function withIdle(pool: ServerPool, work: (client: ClientBase & Held) => unknown): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  try {
    for (const client of clients) await work(client as unknown as ClientBase & Held);
  } finally {
    for (const client of clients) client.release();
  }
}

/** Whether a connection keeps the process, which its types leave out. */
interface Held {
  ref(): void;
  unref(): void;
}

export function within(server: string, database: string): string {
  const other = new URL(server);
  other.pathname = `/${database}`;
  return other.href;
}

/**
 * The server itself waits up to 5 s for connections that are just closing; cut off, they would be errors of a test
 * that has passed. Only those that stay open longer are.
 */
async function drop({ server, name, endPool }: Used): Promise<void> {
  await endPool();
  const inUse = "55006";
  await connected(server, (query) =>
    query(`drop database ${name}`).catch((error) => {
      if (error.code !== inUse) throw error;
      return query(`drop database ${name} with (force)`);
    }),
  );
}

async function pooled<Result>(pool: ServerPool, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    client.release();
  }
}

export async function connected<Result>(
  url: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}
