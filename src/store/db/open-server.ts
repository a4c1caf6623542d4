import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolConfig } from "pg";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "./db.ts";
import { withGathering } from "./memory.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import type { Store } from "./open.ts";
import type { Schema } from "./schema.ts";
import { StoreError } from "./store-error.ts";

const oldestServer = 150_000;
const firstConnectionMs = 10_000;

/** A server that is starting or restarting; anything else will not mend by waiting. */
const passing = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "57P03", "53300"];

const limits: PoolConfig = {
  max: 10,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // One of its own for each process: by it the others see whether this one lives.
  application_name: `overheard ${randomUUID()}`,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Connects to a PostgreSQL server, waiting up to 10 s for one that is still starting. */
export async function openServerStore(url: string, log: Log): Promise<Store> {
  const pool = openPool({ ...limits, connectionString: url }, log);
  try {
    refuseUnsuited(await firstConnection(pool, url));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = withGathering(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
  return {
    db,
    pool,
    kind: "server",
    connectionString: url,
    lock: null,
    migrated: [],
    dump: null,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

function openPool(config: PoolConfig, log: Log): Pool {
  const pool = new Pool(config);
  // A connection that breaks while idle is replaced by the pool; unheard, it would end the process.
  pool.on("error", (error) => log.warn({ code: codeOf(error) }, "an idle connection to PostgreSQL broke"));
  // Likewise one that breaks between two statements of a transaction (the next one says so), or while it is closed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Migrates over a connection without the time limits of everyday statements. */
export async function migrateServer(db: Db, url: string, log: Log): Promise<string[]> {
  if ((await pendingMigrations(db)).length === 0) return [];
  const pool = openPool({ connectionString: url, max: 2, application_name: "overheard migrate" }, log);
  const unlimited = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await migrate(unlimited);
  } finally {
    await unlimited.destroy();
  }
}

interface ServerFacts {
  version: number;
  encoding: string;
}

async function firstConnection(pool: Pool, url: string): Promise<ServerFacts> {
  const deadline = performance.now() + firstConnectionMs;
  for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 1_000)) {
    try {
      const { rows } = await pool.query<ServerFacts>(
        "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
      );
      return rows[0]!;
    } catch (error) {
      const code = codeOf(error);
      if (!passing.includes(code) || performance.now() + waitMs > deadline)
        throw unreachable(url, code, error);
      await delay(waitMs);
    }
  }
}

function unreachable(url: string, code: string, cause: unknown): StoreError {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: "its host", pathname: "" };
  return new StoreError(
    `PostgreSQL at ${host}${pathname} cannot be used (${code}). Check DATABASE_URL and that the server runs.`,
    { cause },
  );
}

function refuseUnsuited({ version, encoding }: ServerFacts): void {
  if (version < oldestServer) {
    throw new StoreError(`PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`);
  }
  if (encoding !== "UTF8") {
    throw new StoreError(
      `The database must be in UTF8; this one is ${encoding}. Create one with encoding 'UTF8'.`,
    );
  }
}

/** SQLSTATE or system code; a connection to several addresses fails with several errors. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  return code ?? errors?.[0]?.code ?? "timeout";
}
