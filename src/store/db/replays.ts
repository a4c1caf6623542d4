import { sql } from "kysely";
import { Problem } from "../../kernel/problem.ts";
import type { Replays } from "../../kernel/replay.ts";
import { json } from "./db.ts";

const keptMs = 24 * 3_600_000;

/** How long a request may be at work before its key counts as free again. */
const runningMs = 60_000;

/** SQLSTATE lock_not_available: another request has held the key longer than a statement may wait. */
const lockTimeout = "55P03";

/** Idempotent requests in the store. Source: docs/contract/idempotency.md. */
export const replays: Replays = {
  async find(db, { userId, route, key }, now) {
    const row = await db
      .selectFrom("replays")
      .selectAll()
      .where("user_id", "=", userId)
      .where("route", "=", route)
      .where("key", "=", key)
      .where("created_at", ">", new Date(now.getTime() - keptMs))
      .executeTakeFirst();
    if (!row) return undefined;
    const running = row.running_until !== null && row.running_until > now;
    // Its process ended before it had anything to say: the request counts as never made.
    if (row.status === null && !running) return undefined;
    return {
      fingerprint: row.fingerprint,
      running,
      status: row.status ?? 0,
      data: row.data,
      location: row.location,
    };
  },

  async claim(db, { userId, route, key, fingerprint }, now) {
    const until = new Date(now.getTime() + runningMs);
    const expired = new Date(now.getTime() - keptMs);
    // A claim waits for the transaction of another one; `do update` leaves this transaction usable either way.
    const { rows } = await sql`
      insert into replays as held (user_id, route, key, fingerprint, running_until, created_at)
      values (${userId}, ${route}, ${key}, ${fingerprint}, ${until}, ${now})
      on conflict (user_id, route, key) do update set fingerprint = excluded.fingerprint,
        running_until = excluded.running_until, created_at = excluded.created_at,
        status = null, data = null, location = null
      where held.created_at <= ${expired} or (held.status is null and held.running_until <= ${now})
      returning 1`
      .execute(db)
      .catch((error) => {
        throw error.code === lockTimeout ? inProgress() : error;
      });
    if (rows.length === 0) throw inProgress();
  },

  async store(db, { userId, route, key }, { running, status, data, location }) {
    await db
      .updateTable("replays")
      .set({ status, data: json(data ?? null), location, ...(running ? {} : { running_until: null }) })
      .where("user_id", "=", userId)
      .where("route", "=", route)
      .where("key", "=", key)
      .execute();
  },
};

const inProgress = (): Problem => new Problem("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds: 1 });
