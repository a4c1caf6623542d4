import { statfsSync } from "node:fs";
import type { ClientBase } from "pg";

/**
 * Bytes that must be free before the embedded store writes. It shuts down when it finds no room for the next segment
 * of its log, 16 MB; twice that lets what has begun finish.
 */
const reserveBytes = 32 * 1024 * 1024;
/** Files that must still fit: a new month alone makes dozens. */
const reserveFiles = 100;
const lookMs = 100;

/** The store's disk is full; the code is PostgreSQL's for that. */
export class FullDiskError extends Error {
  override name = "FullDiskError";
  code = "53100";
}

/** Tells whether a directory's file system has room to write; checks at most ten times a second. */
export function createRoom(
  directory: string,
  look: (directory: string) => Lack | null = lackOf,
  now = () => performance.now(),
): () => boolean {
  let looked = Number.NEGATIVE_INFINITY;
  let room = true;
  return () => {
    if (now() - looked >= lookMs) {
      looked = now();
      room = look(directory) === null;
    }
    return room;
  };
}

/** What a file system has run out of. */
export type Lack = "bytes" | "files";

/** Null: it has room. One that counts no files, as Btrfs does not, has room for any number. */
export function lackOf(
  directory: string,
  { bavail, bsize, files, ffree } = statfsSync(directory),
): Lack | null {
  if (bavail * bsize < reserveBytes) return "bytes";
  return files > 0 && ffree < reserveFiles ? "files" : null;
}

/** What a lack is, and what to do about it. */
export const lackWords: Record<Lack, string> = {
  bytes: "is full. Free at least 32 MB",
  files: "can hold no more files (inodes). Delete files there, or use a file system with more",
};

const writing = /^\s*(begin|start)\b|\b(insert|update|delete|merge|create|alter|drop|truncate|copy)\b/i;

/** Whether a statement writes or begins a transaction that may; ending a transaction does not count. */
export const writes = (statement: string): boolean => writing.test(statement);

type Query = (...args: unknown[]) => unknown;

/** Makes a connection refuse writes while the disk is full, before the store itself runs out of room. */
export function refuseWritesWithout(room: () => boolean, client: ClientBase): void {
  const query = client.query.bind(client) as Query;
  const guarded: Query = (...args) => {
    const [first] = args as [string | { text?: string }];
    const statement = typeof first === "string" ? first : (first.text ?? "");
    if (room() || !writes(statement)) return query(...args);
    const error = noRoom();
    const answered = args.at(-1);
    if (typeof answered !== "function") return Promise.reject(error);
    process.nextTick(answered as (error: Error) => void, error);
  };
  Object.assign(client, { query: guarded });
}

export const noRoom = () => new FullDiskError("the disk of the embedded store has no room left");
