import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import type { Db } from "../db/db.ts";
import { plainSession, settingStatement } from "../db/server/session.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";
import { channel } from "./calls.ts";
import { isPresent, presenceClass } from "./claims.ts";

/**
 * Shows other processes on the same server that this worker lives, by a lock held while its connection is open: a killed
 * process loses it at once, one that is only stopped keeps it. On the same connection it hears when others have work.
 */
export interface WorkerLiveness extends AsyncDisposable {
  /** The worker's number, which marks its claims. */
  holder: number | null;
  /** Takes the lock, or takes it again after the connection broke. */
  keep(): Promise<void>;
  /** Whether calls arrive: behind some poolers none does. */
  hears(): boolean;
}

/** For a worker with no others beside it. */
export const noWorkerLiveness: WorkerLiveness = {
  holder: null,
  keep: async () => {},
  hears: () => false,
  [Symbol.asyncDispose]: async () => {},
};

const patienceMs = 5_000;
const goodbyeMs = 1_000;
/** So long after it last heard itself, a process takes itself for deaf; it calls itself whenever it looks whether it is present. */
const deafMs = 40_000;
/** After so many of its own calls it connects anew. */
const mostUnheard = 3;

/** A server that does not hear the goodbye is not waited for. */
async function close(client: Client): Promise<void> {
  const gone = new AbortController();
  const endPromise = client.end().catch(() => undefined);
  await Promise.race([
    endPromise,
    delay(goodbyeMs, undefined, { signal: gone.signal }).catch(() => undefined),
  ]);
  gone.abort();
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

export interface LivenessParts {
  db: Db;
  connectionString: string;
  /** Told of each call to look for work: who calls. */
  called?: (from: string) => void;
  log: Log;
  /** Milliseconds, monotonic. */
  clock?: () => number;
}

export function createWorkerLiveness(parts: LivenessParts): WorkerLiveness {
  const { db, connectionString, called, log, clock = () => performance.now() } = parts;
  const holder = randomInt(1, 2 ** 31);
  const toItself = `worker ${holder}`;
  let heardAt = Number.NEGATIVE_INFINITY;
  /** Calls to itself that it has not heard. */
  let unheard = 0;
  let client: Client | null = null;

  async function leave(): Promise<void> {
    const oldClient = client;
    client = null;
    heardAt = Number.NEGATIVE_INFINITY;
    unheard = 0;
    if (oldClient) await close(oldClient);
  }

  async function take(): Promise<void> {
    const fresh = new Client({
      connectionString,
      application_name: "overheard worker",
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    // Without a listener, a broken connection would end the process.
    fresh.on("error", (error) => {
      logFailure(log, { err: error, level: "warn" }, "the connection that shows this worker to others broke");
      if (client === fresh) client = null;
    });
    fresh.on("notification", ({ payload = "" }) => {
      if (payload === toItself) {
        heardAt = clock();
        unheard = 0;
      } else if (!payload.startsWith("worker ")) called?.(payload);
    });
    try {
      await fresh.connect();
      await fresh.query(settingStatement(plainSession));
      await fresh.query(`listen ${channel}`);
      await fresh.query("select pg_try_advisory_lock($1, $2)", [presenceClass, holder]);
      client = fresh;
    } catch (error) {
      await close(fresh);
      throw error;
    }
  }

  return {
    holder,
    async keep() {
      if (client) {
        const { rows } = await sql<{ present: boolean }>`
          select ${isPresent(sql`${holder}::bigint`)} as present, pg_notify(${channel}, ${toItself})`.execute(
          db,
        );
        unheard += 1;
        // Half open, a connection that once heard hears nothing any more, and its server may not know for hours.
        const isDeaf = Number.isFinite(heardAt) && unheard > mostUnheard;
        if (rows[0]!.present && !isDeaf) return;
        await leave();
      }
      await take();
    },
    hears: () => client !== null && clock() - heardAt < deafMs,
    [Symbol.asyncDispose]: leave,
  };
}
