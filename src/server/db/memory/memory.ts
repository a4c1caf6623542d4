import type { LogEvent } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../db.ts";
import { heldBytes } from "./held-bytes.ts";

type Share = <T>(key: string, look: () => Promise<T>) => Promise<T>;

/** How the store behind a handle shares reads. Reads in a transaction are never shared: they use another handle. */
const sharing = new WeakMap<Db, Share>();

/** How many reads are remembered, and how many bytes of what they gave. */
const most = 2_000;
const mostBytes = 32_000_000;

/** The answer to the read known by this key: as fresh as reading it again, without always doing so. */
export function shared<T>(db: Db, key: string, look: () => Promise<T>): Promise<T> {
  const share = sharing.get(db);
  return share ? share(key, look) : look();
}

/** For a store that only this process writes: remembers each read until a statement that may write, or a commit. */
export function withMemory(open: (log: (event: LogEvent) => void) => Db): Db {
  const memory = new LRUCache<string, Promise<unknown>>({ max: most, maxSize: mostBytes });
  const db = open(({ query }) => {
    if (mayWrite(query.sql)) memory.clear();
  });
  sharing.set(db, <T>(key: string, look: () => Promise<T>) => {
    const cachedRead = memory.get(key) as Promise<T> | undefined;
    if (cachedRead) return cachedRead;
    const looking = look();
    memory.set(key, looking, { size: 1 });
    const noteSize = (bytes: number) =>
      void (memory.peek(key) === looking && memory.set(key, looking, { size: 1 + bytes }));
    looking.then(
      (value) => noteSize(heldBytes(value)),
      () => memory.delete(key),
    );
    return looking;
  });
  return db;
}

/** A statement that begins with queries may write in one of them. */
const mayWrite = (statement: string): boolean =>
  !/^\s*select\b/i.test(statement) &&
  !(/^\s*with\b/i.test(statement) && !/\b(?:insert|update|delete|merge)\b/i.test(statement));

interface Line {
  /** The read under way; a caller that comes later may miss what was written since it began. */
  running: Promise<unknown>;
  /** The read that starts when that one ends, for all callers that came meanwhile. */
  next: Promise<unknown> | null;
}

/**
 * For a store that others write too: remembers nothing, but callers that ask the same thing while it is being read
 * share the next read. That one starts after each of them asked, so it is as fresh as their own would be.
 */
export function withGathering(db: Db): Db {
  const lines = new Map<string, Line>();

  function begin<T>(key: string, look: () => Promise<T>): Promise<T> {
    const running = look();
    const line: Line = { running, next: null };
    lines.set(key, line);
    const endLine = () => void (line.next === null && lines.delete(key));
    running.then(endLine, endLine);
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
