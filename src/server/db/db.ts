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
declare module "../kernel/db.ts" {
  interface Db extends Kysely<Schema> {}
}

export const json = (value: unknown): string => JSON.stringify(value);

export const rfc3339 = (time: Date): string => time.toISOString();

export const rfc3339OrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** How far the clocks of two processes may be apart. */
const apartMs = 5 * 60_000;

/**
 * The latest time that a claim can name if one that is taken now ends at `until`. A claim that names a later time was
 * taken by a clock that has been set back since, and would keep everybody out until then.
 */
export const afterAllClocks = (until: Date): Date => new Date(until.getTime() + apartMs);
