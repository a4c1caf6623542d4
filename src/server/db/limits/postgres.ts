import type { Pool } from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Counter } from "./counter.ts";
import { gather } from "./gather.ts";

const table = "rate_limits";
const cleanEveryMs = 300_000;
const keptAfterCloseMs = 60_000;

/** SQLSTATEs of `create table if not exists` when another process was faster: unique_violation, duplicate_table. */
const madeByAnother = ["23505", "42P07", "42710"];

/** Counts in one table that all processes of this database share, one statement per count. */
export function countInPostgres(pool: Pool): Counter {
  let opened: Promise<RateLimiterPostgres> | null = null;
  let cleanedAt = performance.now();

  const count = gather(async (key, times, windowSeconds) => {
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

  return {
    count,
    async giveBack({ key }) {
      // What is given back was taken here, when the table was made.
      if (!(await opened)) return;
      await pool.query(
        `update ${table} set points = points - 1 where key = $1 and points > 0 and expire > $2`,
        [key, Date.now()],
      );
    },
  };
}

async function open(pool: Pool): Promise<RateLimiterPostgres> {
  await makeTable(pool);
  // Loaded here because the package has a module for every kind of store, which counting in memory never needs.
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

/** If it fails, the next round forgets them. */
async function forgetClosed(pool: Pool): Promise<void> {
  await pool.query(`delete from ${table} where expire < $1`, [Date.now() - keptAfterCloseMs]).catch(() => {});
}

/**
 * Not a migration, as it holds nothing worth keeping. Unlogged, so a count never waits for the disk (a crash of the
 * database empties it), with free room on each page so that an update stays there.
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
