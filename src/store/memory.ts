import type { LogEvent } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "./db.ts";

/**
 * What was read since the last write. Exact only where this process alone writes, so the embedded store has a memory
 * and a server has none. A read within a transaction is never remembered: its handle is another.
 */
const memories = new WeakMap<Db, LRUCache<string, Promise<unknown>>>();

const most = 2_000;

/** Gives a store a memory; every statement that may write empties it, and so does every commit. */
export function withMemory(open: (log: (event: LogEvent) => void) => Db): Db {
  const memory = new LRUCache<string, Promise<unknown>>({ max: most });
  const db = open(({ query }) => {
    if (!/^\s*select\b/i.test(query.sql)) memory.clear();
  });
  memories.set(db, memory);
  return db;
}

/** The answer to a read under a key of its own, looked up again once anything was written. */
export function remembered<T>(db: Db, key: string, look: () => Promise<T>): Promise<T> {
  const memory = memories.get(db);
  if (!memory) return look();
  const known = memory.get(key) as Promise<T> | undefined;
  if (known) return known;
  const looking = look();
  memory.set(key, looking);
  looking.catch(() => memory.delete(key));
  return looking;
}
