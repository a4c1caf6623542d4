import { sql } from "kysely";
import type { Log } from "../kernel/log.ts";
import type { Db } from "./db.ts";
import { isInUse, waitBriefly } from "./table-lock.ts";
import { transaction } from "./transaction.ts";

/** Tables with one partition per month, by when a row was stored. */
const tables = ["asks", "answer_readings"] as const;

/** Months for which answers are kept (docs/contract/retention.md). */
export const monthsKept = 13;
const monthsAhead = 2;

/** The month `offset` months after that of `time`, as `2026_11`, with its bounds. */
function month(time: Date, offset: number): { name: string; from: string; to: string } {
  const at = (shift: number) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + shift, 1));
  const from = at(offset).toISOString();
  return { name: from.slice(0, 7).replace("-", "_"), from, to: at(offset + 1).toISOString() };
}

/**
 * Makes the partitions of this month and the next two, and drops those past the retention. Rows without a partition
 * of their own go to the default one, so nothing depends on this running in time.
 */
export async function keepPartitions(db: Db, now: Date, log: Log): Promise<void> {
  for (const table of tables) {
    const there = new Set(await partitionsOf(db, table));
    for (let offset = 0; offset <= monthsAhead; offset += 1) {
      if (!there.has(`${table}_${month(now, offset).name}`)) await makePartition(db, table, now, offset, log);
    }
    const oldest = month(now, -monthsKept);
    for (const name of there) {
      const stored = name.slice(table.length + 1);
      if (/^\d{4}_\d\d$/.test(stored) && stored < oldest.name) {
        await dropPartition(db, name, log);
      }
    }
    await sql`delete from ${sql.table(`${table}_rest`)} where created_at < ${oldest.from}`.execute(db);
  }
}

async function dropPartition(db: Db, partition: string, log: Log): Promise<void> {
  try {
    await transaction(db, async (db) => {
      await waitBriefly(db);
      await sql`drop table if exists ${sql.table(partition)}`.execute(db);
    });
    log.info({ partition }, "answers past their retention are gone");
  } catch (error) {
    if (!isInUse(error)) throw error;
    log.info(
      { partition },
      "answers past their retention are in use, by a backup for instance; they go later",
    );
  }
}

async function partitionsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table})`.execute(db);
  return rows.map(({ name }) => name);
}

async function makePartition(db: Db, table: string, now: Date, offset: number, log: Log): Promise<void> {
  const { name, from, to } = month(now, offset);
  const partition = `${table}_${name}`;
  try {
    await transaction(db, async (db) => {
      await waitBriefly(db);
      // Processes that start together take turns: `if not exists` alone fails in a race.
      await sql`select pg_advisory_xact_lock(hashtext(${`partition ${partition}`}))`.execute(db);
      await sql`create table if not exists ${sql.table(partition)} partition of ${sql.table(table)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db);
    });
  } catch (error) {
    if (isInUse(error)) {
      log.info({ partition }, "a partition is made later, as its table is in use, by a backup for instance");
      return;
    }
    // The default partition already holds rows of that month: they stay there, found and kept all the same.
    log.warn({ partition, err: error }, "a partition was not made; its rows stay in the default one");
  }
}
