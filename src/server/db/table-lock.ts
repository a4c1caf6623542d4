import { type QueryExecutorProvider, sql } from "kysely";

/**
 * How long a change of a table may wait while it is in use. Everybody who comes after it waits as long, and none for the
 * second after which PostgreSQL ends one of two that wait for each other.
 */
const lockWaitMs = 500;

/** Has the rest of a transaction that changes tables give up with an error (see `isInUse`) rather than hold others up. */
export async function waitBriefly(db: QueryExecutorProvider): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(db);
}

/** SQLSTATEs of a change that found a table in use: it waited too long, or each waited for the other. */
const inUse = new Set(["55P03", "40P01"]);

/** Whether a change failed because somebody uses the table, such as a backup, so that it can succeed later. */
export const isInUse = (error: unknown): boolean =>
  inUse.has(String((error as { code?: unknown } | null)?.code));
