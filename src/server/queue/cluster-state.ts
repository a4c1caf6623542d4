import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { finishQueue, schema } from "./boss.ts";

/**
 * Something that the processes of a store remember together, across their starts. It lies in pg-boss's table of repeated jobs, which
 * nothing else here uses and nobody acts on.
 */
export interface SharedNote<T> {
  read(db: Db): Promise<T | null>;
  /** Replaces it, one process after the other. */
  change(db: Db, next: (note: T | null) => T): Promise<T>;
}

const notes = sql.table(`${schema}.schedule`);
/** The table wants a time for each row: never, of a day that there is not. */
const never = "0 0 30 2 *";

export function sharedNote<T extends object>(key: string): SharedNote<T> {
  const row: RawBuilder<unknown> = sql`name = ${finishQueue} and key = ${key}`;
  const find = async (db: Db, locked: boolean): Promise<T | null> => {
    const { rows } = await sql<{ data: T | null }>`
      select data from ${notes} where ${row} ${locked ? sql`for update` : sql``}`.execute(db);
    return rows[0]?.data ?? null;
  };
  return {
    read: (db) => find(db, false),
    change: (db, next) =>
      transaction(db, async (db) => {
        await sql`
          insert into ${notes} (name, key, cron) values (${finishQueue}, ${key}, ${never})
          on conflict do nothing`.execute(db);
        const note = next(await find(db, true));
        await sql`update ${notes} set data = ${JSON.stringify(note)}::jsonb, updated_on = now() where ${row}`.execute(
          db,
        );
        return note;
      }),
  };
}
