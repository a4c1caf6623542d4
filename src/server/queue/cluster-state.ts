import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";

/** Something that the processes of a store remember together, across their starts. */
export interface ClusterState<T> {
  read(db: Db): Promise<T | null>;
  /** Replaces it, one process after the other. */
  change(db: Db, next: (state: T | null) => T): Promise<T>;
}

/** `T` is kept as JSON. */
export const clusterState = <T extends object>(name: string): ClusterState<T> => {
  const find = async (db: Db): Promise<T | null> => {
    const row = await db
      .selectFrom("cluster_state")
      .select("state")
      .where("name", "=", name)
      .executeTakeFirst();
    return (row?.state as T | undefined) ?? null;
  };
  return {
    read: find,
    change: (db, next) =>
      transaction(db, async (db) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`cluster_state ${name}`}))`.execute(db);
        const state = next(await find(db));
        const columns = { state: JSON.stringify(state), changed_at: sql<Date>`now()` };
        await db
          .insertInto("cluster_state")
          .values({ name, ...columns })
          .onConflict((conflict) => conflict.column("name").doUpdateSet(columns))
          .execute();
        return state;
      }),
  };
};
