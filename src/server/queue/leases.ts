import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";
import { deadSeconds, rereadQueue } from "./boss.ts";
import {
  type Claim,
  type ClaimedJob,
  failClaimed,
  handBackClaimed,
  isAnother,
  renewClaims,
} from "./claims.ts";
import type { JobQueue } from "./queue.ts";
import type { WorkerLiveness } from "./worker-liveness.ts";

/** The claims that this process holds on jobs: renewed while it lives, handed back when it stops. */
export interface Leases {
  /**
   * Claims up to `most` due jobs of a queue, none of the groups `except`, and holds those that `sift` keeps, all in one
   * transaction. First waits until this process knows which claims it still holds.
   */
  claim<T extends object>(
    queue: string,
    most: number,
    sift?: Sift<T>,
    except?: readonly string[],
  ): Promise<ClaimedJob<T>[]>;
  /** Forgets claims on jobs that are done or put back; the store already has their outcome. */
  release(claims: readonly Claim[]): void;
  /** Whether the claim is held, as far as this process knows; ask after `confirm`. */
  holds(claim: Claim): boolean;
  /** Whether this process's knowledge of its claims is recent; false after it stood still. */
  fresh(): boolean;
  /** Finds out which claims are still held, unless that was just done. Rejects if the store is away. */
  confirm(): Promise<void>;
  /** Renews the claims. Rejects if the store is away. */
  renew(): Promise<void>;
  /**
   * False for a while after this process stood still or the store was away: others may have stood still too, and get time
   * to renew their claims before anybody calls them dead.
   */
  steady(): boolean;
  /** Puts back jobs that this process has not begun; they may be claimed at once. Never rejects. */
  giveBack(claims: readonly Claim[]): Promise<void>;
  /** Puts back a job whose work failed, to be claimed again later. Never rejects. */
  fail(claim: Claim): Promise<void>;
  /** Lets other processes claim every job still held at once. Never rejects. */
  handBack(): Promise<void>;
}

type Sift<T> = (db: Db, jobs: ClaimedJob<T>[]) => Promise<ClaimedJob<T>[]>;

export interface LeaseParts {
  db: Db;
  queue: Pick<JobQueue, "claimJobs">;
  presence: WorkerLiveness;
  log: Log;
  /** No other process works on this store. */
  alone?: boolean;
  /** Milliseconds, monotonic. */
  clock?: () => number;
}

/** Below the time after which a process may be taken for dead, with room for a statement under way. */
const freshMs = deadSeconds * 800;
const afterFailureMs = 10_000;

export function createLeases(parts: LeaseParts): Leases {
  const { db, presence, log, alone = false, clock = () => performance.now() } = parts;
  /** By queue and id; a newer claim of this process on a job replaces an older one. */
  const claimsByKey = new Map<string, Claim>();
  let knownAt = clock();
  let unsteadyUntil = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | null = null;

  const fresh = () => clock() - knownAt <= freshMs;
  const holds = (claim: Claim) => claimsByKey.get(keyOf(claim))?.lapses === claim.lapses;

  function release(claims: readonly Claim[]): void {
    for (const claim of claims) if (holds(claim)) claimsByKey.delete(keyOf(claim));
  }

  async function renewOnce(): Promise<void> {
    const at = clock();
    const stoodStill = !fresh();
    const claims = [...claimsByKey.values()];
    // Others are told by it that this process lives; where there are none, no claims need no renewal.
    const renewed = alone && claims.length === 0 ? [] : await renewClaims(db, claims, presence.holder);
    const renewedKeys = new Set(renewed.map(keyOf));
    release(claims.filter((claim) => !renewedKeys.has(keyOf(claim))));
    knownAt = at;
    // Not extended while it lasts, or processes that now and then stumble would never clear up after a dead one.
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
    // The renewal just awaited may have begun before this process stood still.
    if (!fresh()) await renew();
  }

  /** One queue at a time, so that a refused statement does not hold up the others. */
  async function handBackAll(claims: readonly Claim[]): Promise<void> {
    release(claims);
    for (const [queue, group] of Map.groupBy(claims, (claim) => claim.queue)) {
      await handBackClaimed(db, group).catch((error) =>
        logFailure(log, { queue, err: error, level: "warn" }, "claims were not handed back"),
      );
    }
  }

  return {
    async claim<T extends object>(
      queue: string,
      most: number,
      sift: Sift<T> = async (_db, jobs) => jobs,
      except: readonly string[] = [],
    ) {
      await confirm();
      const request = { queue, most, holder: presence.holder, except };
      // A claim that loses to another for the same key fails its statement, and so its transaction.
      const jobs =
        queue === rereadQueue
          ? await parts.queue.claimJobs<T>(db, { ...request, holder: null }).catch(noneIfTaken)
          : await transaction(db, async (db) => sift(db, await parts.queue.claimJobs<T>(db, request)));
      for (const { queue, id, lapses } of jobs) claimsByKey.set(keyOf({ queue, id }), { queue, id, lapses });
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
        logFailure(log, { queue: claim.queue, err: error, level: "warn" }, "a job was not put back"),
      );
    },
    handBack: () => handBackAll([...claimsByKey.values()]),
  };
}

/** Another process has claimed a job of the same key meanwhile. */
function noneIfTaken(error: unknown): [] {
  if (isAnother(error)) return [];
  throw error;
}

const keyOf = ({ queue, id }: { queue: string; id: string }): string => `${queue} ${id}`;
