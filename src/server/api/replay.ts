import { createHash } from "node:crypto";
import type { Db } from "../kernel/db.ts";
import { createPace } from "../kernel/pace.ts";
import { Problem } from "../kernel/problem.ts";

/** What identifies an idempotent request. Source: docs/idempotency.md. */
export interface ReplayKey {
  userId: string;
  route: string;
  key: string;
  fingerprint: string;
}

/** The stored reply of an earlier request with the same key. */
export interface StoredReply {
  fingerprint: string;
  /** While true, the first request is still running in a live process. */
  running: boolean;
  status: number;
  /** Its data as it was serialised, whatever the action's schema says by now. */
  json: string;
  location: string | null;
}

/** The memory of idempotent requests, kept for 24 hours. */
export interface Replays {
  find(db: Db, key: ReplayKey, now: Date): Promise<StoredReply | undefined>;
  /** Inserts the row in the transaction of the work. Throws IDEMPOTENCY_IN_PROGRESS if another request was faster. */
  claim(db: Db, key: ReplayKey, now: Date): Promise<void>;
  /** Stores the reply; `running` false once it is final. */
  store(db: Db, key: ReplayKey, reply: Omit<StoredReply, "fingerprint">): Promise<void>;
  /** The request has ended with no reply other than the one stored. */
  release(db: Db, key: ReplayKey): Promise<void>;
}

/** Sorts the keys of objects at every depth, so that equal payloads have equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
}

/** The same for equal payloads. Rows of an import are taken one by one, with others' work in between. */
export async function fingerprintOf(input: unknown): Promise<string> {
  const pace = createPace();
  const hash = createHash("sha256");
  for (const piece of piecesOf(input, rowDepth)) await pace(() => hash.update(piece()));
  return hash.digest("base64url");
}

/** Rows are in a list, in the input, perhaps beside the organization. */
const rowDepth = 3;

/** The JSON text of a payload with sorted keys, in pieces: each value at that depth is one. */
function* piecesOf(value: unknown, depth: number): Generator<() => string> {
  if (depth === 0 || typeof value !== "object" || value === null) {
    yield () => JSON.stringify(canonical(value)) ?? "null";
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, inner]) => isList || inner !== undefined);
  if (!isList) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  yield () => (isList ? "[" : "{");
  for (const [at, [name, inner]] of entries.entries()) {
    yield () => `${at === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(name)}:`}`;
    yield* piecesOf(inner, depth - 1);
  }
  yield () => (isList ? "]" : "}");
}

/** The stored reply to return again, or undefined for a first request. */
export async function replayFor(
  replays: Replays,
  db: Db,
  key: ReplayKey,
  now: Date,
  secret: boolean,
): Promise<StoredReply | undefined> {
  const stored = await replays.find(db, key, now);
  if (!stored) return undefined;
  if (stored.fingerprint !== key.fingerprint) throw new Problem("IDEMPOTENCY_KEY_REUSED");
  if (stored.running) throw new Problem("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds: 1 });
  if (secret) throw new Problem("SECRET_ALREADY_SHOWN", { details: JSON.parse(stored.json) });
  return stored;
}
