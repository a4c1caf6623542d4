import { LRUCache } from "lru-cache";
import { touchKeys } from "../accounts/keys/keys.ts";
import type { Db } from "../db/db.ts";
import type { Log } from "../kernel/log.ts";
import { forEverybody } from "../kernel/turns/on-behalf.ts";

const writtenEveryMs = 60_000;

/** Remembers when keys or other credentials are used, and writes it without delaying requests. */
export interface KeyUse {
  /** Notes a use; written at most once a minute per key. */
  used(keyId: string): void;
  /** Writes what is not yet written; for the end of the process. */
  flush(): Promise<void>;
}

export function createKeyUse(options: {
  db: Db;
  now(): Date;
  log: Log;
  /** Writes the uses; by default those of API keys. */
  touch?(db: Db, uses: ReadonlyMap<string, Date>): Promise<void>;
}): KeyUse {
  const { db, now, log, touch = touchKeys } = options;
  /** Last use of each key that the store knows of, in ms; a key that falls out is written once more. */
  const storedUses = new LRUCache<string, number>({ max: 20_000 });
  const waiting = new Map<string, Date>();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const uses = new Map(waiting);
    waiting.clear();
    try {
      await touch(db, uses);
    } catch {
      log.warn({ keys: uses.size }, "last use of keys could not be written");
    }
  };
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  return {
    used(keyId) {
      const at = now();
      const last = storedUses.get(keyId);
      if (last !== undefined && Math.abs(at.getTime() - last) < writtenEveryMs) return;
      storedUses.set(keyId, at.getTime());
      if (waiting.size === 0) forEverybody(() => setImmediate(writeNext));
      waiting.set(keyId, at);
    },
    flush: writeNext,
  };
}
