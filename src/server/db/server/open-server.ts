import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "../db.ts";
import { withGathering } from "../memory/memory.ts";
import { migrate, pendingMigrations } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { nameStatements } from "../statements/named-statements.ts";
import type { Store } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { lookAtServer } from "./server-facts.ts";
import { codeOf, ServerPool } from "./server-pool.ts";
import { plainSession, unhurriedSession } from "./session.ts";
import { unreachable } from "./unreachable.ts";

const firstConnectionMs = 10_000;

/** Codes of a server that is starting or restarting; nothing else goes away by waiting. */
const passing = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "57P03", "53300"];

/** Milliseconds. The server ends a statement first, so that its answer says why; we end the connection if it does not. */
const statementMs = 8_000;
const silenceMs = statementMs + 1_000;

const base = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
};

export const limits = {
  ...base,
  max: 10,
  idleTimeoutMillis: 30_000,
  // Unique to each process: it tells the others whether this one is alive.
  application_name: `overheard ${randomUUID()}`,
  session: {
    ...plainSession,
    statement_timeout: statementMs,
    lock_timeout: statementMs - 1_000,
    idle_in_transaction_session_timeout: 60_000,
  },
};

/** Connects to a PostgreSQL server, waiting up to 10 s if it is still starting. */
export async function openServerStore(url: string, log: Log): Promise<Store> {
  await firstConnection(url);
  return storeOver(createPool(url, log), url);
}

export function createPool(url: string, log: Log): ServerPool {
  const pool = new ServerPool({ ...limits, connectionString: url }, silenceMs, log);
  pool.on("connect", nameStatements());
  return pool;
}

export function storeOver(pool: ServerPool, url: string): Store {
  const db = withGathering(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
  return {
    db,
    pool,
    kind: "server",
    connectionString: url,
    lock: null,
    migrated: [],
    checkWritable: () => pool.checkWritable(),
    checkRoom: () => pool.checkRoom(),
    broken: new Promise(() => {}),
    withCopy: null,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      // Kysely ends no pool that it has not used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Migrates over a connection without limits of time, whether they are ours or those of its role. */
export async function migrateServer(db: Db, url: string, log: Log): Promise<string[]> {
  if ((await pendingMigrations(db)).length === 0) return [];
  const pool = new ServerPool(
    {
      ...base,
      ...{ connectionString: url, max: 2, application_name: "overheard migrate" },
      session: unhurriedSession,
    },
    null,
    log,
  );
  const unlimited = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await migrate(unlimited, {
      waits: () =>
        log.warn(
          "the update of the store waits while a backup or another transaction uses its tables; it is tried again for ten minutes",
        ),
    });
  } finally {
    await unlimited.destroy();
  }
}

async function firstConnection(url: string): Promise<void> {
  const deadline = performance.now() + firstConnectionMs;
  for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 1_000)) {
    try {
      return await lookAtServer({ ...base, connectionString: url });
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (!passing.includes(codeOf(error)) || performance.now() + waitMs > deadline)
        throw unreachable(url, error);
      await delay(waitMs);
    }
  }
}
