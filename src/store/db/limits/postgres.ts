import type { Pool } from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Count } from "./counter.ts";
import { gather } from "./gather.ts";

const table = "rate_limits";
const cleanEveryMs = 300_000;
const keptAfterCloseMs = 60_000;

/** SQLSTATE of `create table if not exists` where another process was faster: unique_violation, duplicate_table. */
const madeByAnother = ["23505", "42P07", "42710"];

/** Windows in one table that every process of this database shares: one statement a count. */
export function countInPostgres(pool: Pool): Count {
  let opened: Promise<RateLimiterPostgres> | null = null;
  let cleanedAt = performance.now();

  return gather(async (key, times, windowSeconds) => {
    opened ??= open(pool);
    const limiter = await opened.catch((error) => {
      opened = null;
      throw error;
    });
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key, times, {
      customDuration: windowSeconds,
    });
    if (performance.now() - cleanedAt > cleanEveryMs) {
      cleanedAt = performance.now();
      void forgetClosed(pool);
    }
    return { count: consumedPoints, msLeft: msBeforeNext };
  });
}

async function open(pool: Pool): Promise<RateLimiterPostgres> {
  await makeTable(pool);
  // It has a module for every kind of store, which whoever counts in memory does not load.
  const { RateLimiterPostgres } = await import("rate-limiter-flexible");
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: table,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "",
    points: 1,
    duration: 60,
  });
}

/** A failure leaves them to the next round. */
async function forgetClosed(pool: Pool): Promise<void> {
  await pool.query(`delete from ${table} where expire < $1`, [Date.now() - keptAfterCloseMs]).catch(() => {});
}

/**
 * Not a migration, as it holds nothing worth keeping: unlogged, so that a count waits for no disk (a crash of the
 * database empties it), with room on each page, so that an update stays on it.
 */
async function makeTable(pool: Pool): Promise<void> {
  try {
    await pool.query(
      `create unlogged table if not exists ${table} (
        key varchar(255) primary key, points integer not null, expire bigint) with (fillfactor = 50)`,
    );
  } catch (error) {
    if (!madeByAnother.includes((error as { code?: string }).code ?? "")) throw error;
  }
}
