import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * A handle on the store, or on one transaction of it: functions of the store take either.
 * @NOTE Inside a transaction only its own handle may be used; the embedded store has one connection,
 * and a query on the outer handle would wait for ever. Hence the shadowed name:
 * `transaction(db, async (db) => …)`.
 */
export type Db = Kysely<Schema>;

/** What actions are handed through the kernel is that handle. */
declare module "../../kernel/db.ts" {
  interface Db extends Kysely<Schema> {}
}

export const json = (value: unknown): string => JSON.stringify(value);

export const rfc3339 = (time: Date): string => time.toISOString();

export const rfc3339OrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
