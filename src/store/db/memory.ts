import type { LogEvent } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "./db.ts";

type Share = <T>(key: string, look: () => Promise<T>) => Promise<T>;

/** How the store behind a handle shares what it reads. A read within a transaction is never shared: its handle is another. */
const sharing = new WeakMap<Db, Share>();

const most = 2_000;

/** The answer to a read under a key of its own, as exact as reading it now, but not always read for each who asks. */
export function shared<T>(db: Db, key: string, look: () => Promise<T>): Promise<T> {
  const share = sharing.get(db);
  return share ? share(key, look) : look();
}

/** A store that this process alone writes remembers what it read until a statement that may write, or a commit. */
export function withMemory(open: (log: (event: LogEvent) => void) => Db): Db {
  const memory = new LRUCache<string, Promise<unknown>>({ max: most });
  const db = open(({ query }) => {
    if (!/^\s*select\b/i.test(query.sql)) memory.clear();
  });
  sharing.set(db, <T>(key: string, look: () => Promise<T>) => {
    const known = memory.get(key) as Promise<T> | undefined;
    if (known) return known;
    const looking = look();
    memory.set(key, looking);
    looking.catch(() => memory.delete(key));
    return looking;
  });
  return db;
}

interface Line {
  /** The look under way; whoever comes now may miss what was written since it began. */
  running: Promise<unknown>;
  /** The look that begins when that one has ended, for all who came meanwhile. */
  next: Promise<unknown> | null;
}

/**
 * A store that others write too remembers nothing; but those who ask the same while it is being read share the next
 * look, which begins after each of them asked: as exact as a look of their own.
 */
export function withGathering(db: Db): Db {
  const lines = new Map<string, Line>();

  function begin<T>(key: string, look: () => Promise<T>): Promise<T> {
    const running = look();
    const line: Line = { running, next: null };
    lines.set(key, line);
    const ended = () => void (line.next === null && lines.delete(key));
    running.then(ended, ended);
    return running;
  }

  sharing.set(db, <T>(key: string, look: () => Promise<T>) => {
    const line = lines.get(key);
    if (!line) return begin(key, look);
    const again = () => begin(key, look);
    line.next ??= line.running.then(again, again);
    return line.next as Promise<T>;
  });
  return db;
}
