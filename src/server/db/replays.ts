import { sql } from "kysely";
import type { ReplayKey, Replays } from "../api/replay.ts";
import { Problem } from "../kernel/problem.ts";
import { afterAllClocks, type Db } from "./db.ts";

const keptMs = 24 * 3_600_000;

/** Longer than any request may take, whatever its process says. */
const runningMs = 60_000;

/** SQLSTATE lock_not_available: another request has held the key for longer than a statement may wait. */
const lockTimeout = "55P03";

/** The name of this process's connections; null in the embedded store, which has only this process. */
const thisProcess = sql`nullif(current_setting('application_name'), '')`;

/** Whether the process whose connections have this name is alive: it keeps some open while it waits for anything. */
const lives = sql`(owner is null or exists (select from pg_stat_activity where application_name = owner))`;

/** Idempotent requests in the store. Source: docs/idempotency.md. */
export const replays: Replays = {
  async find(db, { userId, route, key }, now) {
    const row = await db
      .selectFrom("replays")
      .where("user_id", "=", userId)
      .where("route", "=", route)
      .where("key", "=", key)
      .where("created_at", ">", new Date(now.getTime() - keptMs))
      .select(["fingerprint", "status", "location", sql<string | null>`data::text`.as("json")])
      .select(sql<boolean>`case when running_until > ${now} then ${lives} else false end`.as("running"))
      .executeTakeFirst();
    if (!row) return undefined;
    const { fingerprint, running, status, json, location } = row;
    // Its process died before it had an answer: the request counts as never made.
    if (status === null && !running) return undefined;
    return { fingerprint, running, status: status ?? 0, json: json ?? "null", location };
  },

  async claim(db, { userId, route, key, fingerprint }, now) {
    const until = new Date(now.getTime() + runningMs);
    const expired = new Date(now.getTime() - keptMs);
    // A claim waits for another's transaction; `do update` leaves this transaction usable either way.
    const { rows } = await sql`
      insert into replays as held (user_id, route, key, fingerprint, running_until, owner, created_at)
      values (${userId}, ${route}, ${key}, ${fingerprint}, ${until}, ${thisProcess}, ${now})
      on conflict (user_id, route, key) do update set fingerprint = excluded.fingerprint,
        running_until = excluded.running_until, owner = excluded.owner, created_at = excluded.created_at,
        status = null, data = null, location = null
      where held.created_at <= ${expired} or (held.status is null
        and (held.running_until <= ${now} or held.running_until > ${afterAllClocks(until)}))
      returning 1`
      .execute(db)
      .catch((error) => {
        throw error.code === lockTimeout ? inProgress() : error;
      });
    if (rows.length === 0) throw inProgress();
  },

  async store(db, key, { running, status, json, location }) {
    await rowOf(db, key)
      .set({ status, data: json, location, ...(running ? {} : { running_until: null }) })
      .execute();
  },

  async release(db, key) {
    await rowOf(db, key).set({ running_until: null }).execute();
  },
};

const rowOf = (db: Db, { userId, route, key }: ReplayKey) =>
  db.updateTable("replays").where("user_id", "=", userId).where("route", "=", route).where("key", "=", key);

/** For a store's only process, at start: what was running died with the process before. */
export async function endRunningReplays(db: Db): Promise<void> {
  await db
    .updateTable("replays")
    .set({ running_until: null })
    .where("running_until", "is not", null)
    .execute();
}

const inProgress = (): Problem => new Problem("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds: 1 });
