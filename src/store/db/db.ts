import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * A handle on the store or on one of its transactions: the store's functions take either.
 * @NOTE Inside a transaction use only its own handle. The embedded store has one connection, and a query on the
 * outer handle would wait forever. Hence the shadowed name:
 * `transaction(db, async (db) => …)`.
 */
export type Db = Kysely<Schema>;

/** What the kernel passes to actions is this handle. */
declare module "../../kernel/db.ts" {
  interface Db extends Kysely<Schema> {}
}

export const json = (value: unknown): string => JSON.stringify(value);

export const rfc3339 = (time: Date): string => time.toISOString();

export const rfc3339OrNull = (time: Date | null): string | null => time?.toISOString() ?? null;
