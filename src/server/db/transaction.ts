import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "./db.ts";

/** SQLSTATEs of colliding transactions. The server has rolled the loser back completely. */
const collisions = new Set(["40001", "40P01"]);

const attemptsMax = 5;
const firstPauseMs = 10;

/** Pause before attempt `next`, 2 or more: 0–20 ms, doubling each time. */
const usualPause = (next: number): Promise<unknown> =>
  delay(Math.random() * firstPauseMs * 2 ** (next - 1), undefined, { ref: false });

/**
 * Runs `work` in one transaction, up to five times if it collides with others, so outside the store it must leave
 * nothing that a second run would add to. The last collision is thrown as it is: an outage (503). Inside a transaction,
 * `work` joins it.
 */
export async function transaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  pause: (next: number) => Promise<unknown> = usualPause,
): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attemptsMax || !isCollision(error)) throw error;
      await pause(attempt + 1);
    }
  }
}

const isCollision = (error: unknown): boolean =>
  collisions.has(String((error as { code?: unknown } | null)?.code));
