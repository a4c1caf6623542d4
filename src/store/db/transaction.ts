import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "./db.ts";

/** SQLSTATE of transactions that stood in each other's way. The server has taken all of the loser back. */
const collisions = new Set(["40001", "40P01"]);

const attemptsMax = 5;
const firstPauseMs = 10;

/** Waits before attempt `next`, 2 or more: 0-20 ms, then up to twice as long each time. */
const usualPause = (next: number): Promise<unknown> =>
  delay(Math.random() * firstPauseMs * 2 ** (next - 1), undefined, { ref: false });

/**
 * Runs `work` in one transaction, up to five times where it collides with others, so it must leave nothing outside
 * the store that a second run would add to. What collides to the end is thrown as it came: an outage (503).
 * Within a transaction it is part of that one.
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
