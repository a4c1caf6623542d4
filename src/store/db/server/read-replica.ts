import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { PoolClient } from "pg";
import type { Log } from "../../../kernel/log.ts";
import type { Db } from "../db.ts";
import { shared, withGathering } from "../memory/memory.ts";
import type { Schema } from "../schema.ts";
import { limits, silenceMs } from "./open-server.ts";
import { codeOf, ServerPool } from "./server-pool.ts";

/** A streaming replica to read from. It may be away or behind at any time, also at the start. */
export interface ReadReplica extends AsyncDisposable {
  /**
   * A handle on the replica that shows everything that was committed on the primary until now, by whomever; null if it is away
   * or behind, which is found out without making the caller wait. Rejects if the primary is away.
   */
  caughtUp(): Promise<Db | null>;
  /** Whether the replica's state made a read fail, and not the read itself. */
  isItsOwn(error: unknown): boolean;
  /** Reads so far for which it was used, and for which it could not be. */
  reads(): { replica: number; primary: number };
}

interface Position {
  /** Up to here everything is committed. */
  lsn: string;
  /** Whose log it is. */
  system: string;
  /** Which of the logs since that server began; a promotion starts another. */
  timeline: number;
}

/** Milliseconds in which a replica that is only a moment behind may catch up. */
const catchUpMs = 60;
const betweenLooksMs = 3;
/** The longest that a caller waits for the replica to say where it is. */
const answerMs = 250;
/** After it was away or behind, how long until it is looked at again, in the background: longer while that repeats. */
const restMs = { first: 1_000, most: 30_000 };
/** One that was read for longer than this does not flap. */
const steadyMs = 10_000;
/** It may not be written to, and a statement stood in the way of what it replays. */
const ownCodes = ["25006", "40001"];
/** A statement that took too long would do so on the primary too. */
const tooLong = "57014";

export function openReadReplica({
  primary,
  url,
  log,
  attach,
  isOutage,
}: {
  primary: Db;
  url: string;
  log: Log;
  /** Told of each of its connections. */
  attach(client: PoolClient): void;
  /** Whether an error says that a server could not be reached. */
  isOutage(error: unknown): boolean;
}): ReadReplica {
  const pool = new ServerPool({ ...limits, connectionString: url }, silenceMs, log, { writes: false });
  pool.on("connect", attach);
  const db = withGathering(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
  const counted = { replica: 0, primary: 0 };
  /** Null: it is used. */
  let restsUntil: number | null = null;
  let restsFor = restMs.first;
  let readSince = Number.NEGATIVE_INFINITY;
  let looking = false;

  /** The end of what is committed; without waiting for the disk, more than that is in the log already. */
  async function position(): Promise<Position> {
    const { rows } = await sql<Position>`
      select case when current_setting('synchronous_commit') = 'off'
          then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
        (select system_identifier::text from pg_control_system()) as system,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`.execute(primary);
    return rows[0]!;
  }

  /**
   * Whether the replica has replayed its primary's log up to there, or does so in a moment. It is sure of a new timeline
   * only at its next restart point.
   */
  async function hasReplayed({ lsn, system, timeline }: Position): Promise<boolean> {
    for (const deadline = performance.now() + catchUpMs; ; await delay(betweenLooksMs)) {
      const { rows } = await sql<{ there: boolean | null }>`
        select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn
          and greatest((select timeline_id from pg_control_checkpoint()),
            (select min_recovery_end_timeline from pg_control_recovery())) = ${timeline}::int
          and (select system_identifier::text from pg_control_system()) = ${system} as there`.execute(db);
      if (rows[0]?.there) return true;
      if (performance.now() > deadline) return false;
    }
  }

  /** One look for all that ask while it is under way; it begins after each of them asked. */
  const look = (): Promise<boolean> =>
    shared(primary, "caught up", async () => {
      const there = await position();
      const late = new AbortController();
      const replayed = hasReplayed(there).catch(() => false);
      const tooLate = delay(answerMs, false, { signal: late.signal, ref: false }).catch(() => false);
      try {
        return await Promise.race([replayed, tooLate]);
      } finally {
        late.abort();
      }
    });

  function rest(): void {
    const at = performance.now();
    if (restsUntil === null) {
      log.warn("the read replica is away or behind: the primary is read");
      restsFor = at - readSince > steadyMs ? restMs.first : Math.min(2 * restsFor, restMs.most);
    }
    restsUntil = at + restsFor;
  }

  /** A look at the primary that fails, other than by an outage, fails no read. */
  async function isCaughtUp(): Promise<boolean> {
    try {
      return await look();
    } catch (error) {
      if (isOutage(error)) throw error;
      log.warn({ code: codeOf(error) }, "the primary cannot say how far its log is");
      return false;
    }
  }

  async function lookAgain(): Promise<void> {
    looking = true;
    const there = await look().catch(() => false);
    looking = false;
    if (!there) return rest();
    restsUntil = null;
    readSince = performance.now();
    log.info("the read replica is read");
  }

  return {
    async caughtUp() {
      if (restsUntil === null && (await isCaughtUp())) {
        counted.replica += 1;
        return db;
      }
      if (restsUntil === null) rest();
      else if (!looking && performance.now() > restsUntil) void lookAgain();
      counted.primary += 1;
      return null;
    },
    isItsOwn(error) {
      const code = (error as { code?: string } | null)?.code ?? "";
      if (code === tooLong || (!isOutage(error) && !ownCodes.includes(code))) return false;
      rest();
      counted.replica -= 1;
      counted.primary += 1;
      return true;
    },
    reads: () => ({ ...counted }),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}
