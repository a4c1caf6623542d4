import type { PgBoss } from "pg-boss";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "../../store/db/db.ts";
import { transaction } from "../../store/db/transaction.ts";
import { deadSeconds, rereadQueue } from "./boss.ts";
import {
  type Claim,
  type ClaimedJob,
  claimJobs,
  failClaimed,
  handBackClaimed,
  renewClaims,
} from "./claims.ts";
import type { Presence } from "./presence.ts";

/** The claims this process holds on jobs: renewed while it lives, handed back when it stops. */
export interface Leases {
  /**
   * Claims up to `most` due jobs of a queue and holds those that `sift` leaves of them, all in one transaction.
   * Waits first until this process knows which claims it still holds.
   */
  claim<T extends object>(queue: string, most: number, sift?: Sift<T>): Promise<ClaimedJob<T>[]>;
  /** The jobs are done with, or put back; what was to be said of them is in the store. */
  release(claims: readonly Claim[]): void;
  /** Whether the claim is held, as far as this process knows; ask after `confirm`. */
  holds(claim: Claim): boolean;
  /** Whether what this process knows of its claims is recent; not so after it stood still. */
  fresh(): boolean;
  /** Finds out which claims are still held, where that is not known from just now. Rejects if the store is away. */
  confirm(): Promise<void>;
  /** Renews what is held. Rejects if the store is away. */
  renew(): Promise<void>;
  /**
   * False for a while after this process stood still or the store was away: others may have stood still as well, and
   * get the time to renew their claims before anybody calls them dead.
   */
  steady(): boolean;
  /** Puts jobs back that this process has not begun; they may be claimed at once. Never rejects. */
  giveBack(claims: readonly Claim[]): Promise<void>;
  /** Puts a job back whose work failed, to be claimed again after a while. Never rejects. */
  fail(claim: Claim): Promise<void>;
  /** Every job still held may be claimed at once by another process. Never rejects. */
  handBack(): Promise<void>;
}

type Sift<T> = (db: Db, jobs: ClaimedJob<T>[]) => Promise<ClaimedJob<T>[]>;

export interface LeaseParts {
  db: Db;
  boss: PgBoss;
  presence: Presence;
  log: Log;
  /** Milliseconds, monotonic. */
  clock?: () => number;
}

/** Below the time after which a process may be taken for dead, with room for a statement under way. */
const freshMs = deadSeconds * 800;
const afterFailureMs = 10_000;

export function createLeases(parts: LeaseParts): Leases {
  const { db, boss, presence, log, clock = () => performance.now() } = parts;
  /** By queue and id; the newest claim of this process on a job takes the place of an older one. */
  const held = new Map<string, Claim>();
  let knownAt = clock();
  let unsteadyUntil = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | null = null;

  const fresh = () => clock() - knownAt <= freshMs;
  const holds = (claim: Claim) => held.get(keyOf(claim))?.lapses === claim.lapses;

  function release(claims: readonly Claim[]): void {
    for (const claim of claims) if (holds(claim)) held.delete(keyOf(claim));
  }

  async function renewOnce(): Promise<void> {
    const at = clock();
    const stoodStill = !fresh();
    const claims = [...held.values()];
    const kept = new Set((await renewClaims(db, claims, presence.holder)).map(keyOf));
    release(claims.filter((claim) => !kept.has(keyOf(claim))));
    knownAt = at;
    // Not put off again while it lasts, or processes that stumble now and then would never clear up after a dead one.
    if (stoodStill && at >= unsteadyUntil) unsteadyUntil = clock() + deadSeconds * 1_000;
  }

  const renew = () => {
    renewing ??= renewOnce().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  async function confirm(): Promise<void> {
    if (!fresh()) await renew();
    // That one may have been under way since before this process stood still.
    if (!fresh()) await renew();
  }

  /** A queue at a time, so that what one of them refuses does not keep the others. */
  async function handBackAll(claims: readonly Claim[]): Promise<void> {
    release(claims);
    for (const [queue, group] of Map.groupBy(claims, (claim) => claim.queue)) {
      await handBackClaimed(db, group).catch((error) =>
        log.warn({ queue, err: error }, "claims were not handed back"),
      );
    }
  }

  return {
    async claim<T extends object>(queue: string, most: number, sift: Sift<T> = async (_db, jobs) => jobs) {
      await confirm();
      const wanted = { queue, most, holder: presence.holder };
      // A claim that loses against another one's for the same key fails its statement, and so its transaction.
      const jobs =
        queue === rereadQueue
          ? await claimJobs<T>(boss, db, { ...wanted, holder: null })
          : await transaction(db, async (db) => sift(db, await claimJobs<T>(boss, db, wanted)));
      for (const { queue, id, lapses } of jobs) held.set(keyOf({ queue, id }), { queue, id, lapses });
      return jobs;
    },
    release,
    holds,
    fresh,
    confirm,
    renew,
    steady: () => fresh() && clock() >= unsteadyUntil,
    giveBack: handBackAll,
    async fail(claim) {
      release([claim]);
      await failClaimed(db, claim, afterFailureMs).catch((error) =>
        log.warn({ queue: claim.queue, err: error }, "a job was not put back"),
      );
    },
    handBack: () => handBackAll([...held.values()]),
  };
}

const keyOf = ({ queue, id }: { queue: string; id: string }): string => `${queue} ${id}`;
