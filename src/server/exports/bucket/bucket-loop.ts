import { LRUCache } from "lru-cache";
import { transaction } from "../../db/transaction.ts";
import { newId } from "../../kernel/id.ts";
import type { Log } from "../../kernel/log.ts";
import { isOutage, logFailure } from "../../kernel/outage.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import type { BucketAccess, BucketKeys } from "../../outbound/buckets/bucket.ts";
import { nextNight } from "../../projects/schedule.ts";
import { claimLoop } from "../../queue/claim-loop.ts";
import type { Loop } from "../../queue/serial-loop.ts";
import { insertBucketExport } from "./bucket-exports.ts";
import { type ClaimedBucket, claimBucket, isBucketDue, releaseBucket } from "./claim-buckets.ts";
import { type SwitchingOffParts, switchBucketOffAndTell } from "./disable-bucket.ts";
import { hasFailedLong, triedAgainAt } from "./export-terms.ts";
import { settleExported } from "./exported-reports.ts";
import {
  type ExportParts,
  exportToBucket,
  Interrupted,
  NotTaken,
  TooSlow,
  type TurnTerms,
  type Written,
} from "./write-to-bucket.ts";

export interface BucketParts extends ExportParts, SwitchingOffParts {
  vault: Vault;
  /** Exports are spread over their hour; otherwise all start on the hour. */
  spread: boolean;
  /** Between 0 and 1, like Math.random. */
  random(): number;
  log: Log;
}

export interface BucketLoop extends Loop {
  /** Whether a bucket is due. */
  isDue(): Promise<boolean>;
}

interface Lane extends TurnTerms {
  /** Buckets that this process exports to at once. */
  atOnce: number;
}

/** Buckets that take their files slowly have turns of their own, so that any number of them leave the others theirs. */
const lanes: Record<"quick" | "slow", Lane> = {
  quick: { atOnce: 4, fileMs: 10_000, turnMs: 60_000 },
  slow: { atOnce: 2, fileMs: null, turnMs: 300_000 },
};
/** Organizations with a slow bucket that a process knows of. */
const slowMost = 2_000;

/** Exports to the buckets that are due, some at a time. */
export function bucketLoop(parts: BucketParts): BucketLoop {
  const { db, now } = parts;
  const slow = new LRUCache<string, true>({ max: slowMost });
  const [quickLane, slowLane] = [lane(parts, slow, false), lane(parts, slow, true)];
  const both = [quickLane, slowLane];
  const busy = () => both.some((one) => one.busy());
  return {
    soon: () => both.forEach((one) => void one.soon()),
    busy,
    async idle() {
      while (busy()) await Promise.all(both.map((one) => one.idle()));
    },
    isDue: () => isBucketDue(db, now()),
  };
}

function lane(parts: BucketParts, slow: LRUCache<string, true>, isSlow: boolean): Loop {
  const { db, stop, now, log } = parts;
  const { atOnce, ...terms } = lanes[isSlow ? "slow" : "quick"];
  return claimLoop(`export to ${isSlow ? "slow " : ""}buckets`, log, async (underWay) => {
    while (!stop.aborted && underWay.size() < atOnce) {
      if (isSlow && slow.size === 0) return;
      const bucket = await claimBucket(db, now(), { among: [...slow.keys()], slow: isSlow });
      if (!bucket) return;
      const { organizationId } = bucket;
      underWay.add(
        asJobOf(organizationId, () => exportOnce(parts, bucket, { terms, slow })).catch((error) =>
          logFailure(log, { organization_id: organizationId, err: error }, "an export failed"),
        ),
      );
    }
  });
}

async function exportOnce(
  parts: BucketParts,
  bucket: ClaimedBucket,
  { terms, slow }: { terms: TurnTerms; slow: LRUCache<string, true> },
): Promise<void> {
  const { vault, now } = parts;
  const { organizationId, endpoint, region, name } = bucket;
  if (bucket.unfit !== null) return switchBucketOffAndTell(parts, bucket, bucket.unfit);
  const keys = (await vault.open(organizationId, bucket.sealed)) as BucketKeys | undefined;
  if (!keys) return switchBucketOffAndTell(parts, bucket, "unreadable");
  const access: BucketAccess = { endpoint, region, bucket: name, ...keys };
  const began = { at: now(), ms: performance.now() };
  try {
    await recordWritten(parts, bucket, await exportToBucket(parts, bucket, access, terms), began);
  } catch (error) {
    if (error instanceof Interrupted) return;
    if (error instanceof TooSlow) return goSlow(parts, bucket, slow);
    if (error instanceof NotTaken) return recordFailed(parts, bucket, error, began);
    if (!isOutage(error)) await putOff(parts, bucket);
    throw error;
  }
}

/** Has it begin anew in turns that have more time. */
async function goSlow(
  { db, now }: BucketParts,
  bucket: ClaimedBucket,
  slow: LRUCache<string, true>,
): Promise<void> {
  const { organizationId, failures, failingSince } = bucket;
  slow.set(organizationId, true);
  const since = failingSince === null ? null : new Date(failingSince);
  await releaseBucket(db, bucket, { dueAt: now(), failures, failingSince: since });
}

interface Began {
  at: Date;
  ms: number;
}

const sum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

async function recordWritten(
  parts: BucketParts,
  bucket: ClaimedBucket,
  delivery: Written,
  began: Began,
): Promise<void> {
  const { db, now, spread, log } = parts;
  const { organizationId } = bucket;
  const rows = delivery.files.filter(({ table }) => table === "rows").map(({ rows }) => rows);
  const facts = {
    ...{ reports: delivery.reports.length, files: delivery.files.length, rows: sum(rows) },
    bytes: sum(delivery.files.map(({ bytes }) => bytes)),
  };
  const dueAt = delivery.more ? now() : nextNight({ ...bucket, id: organizationId, spread }, now());
  const recorded = await transaction(db, async (db) => {
    if (!(await releaseBucket(db, bucket, { dueAt, failures: 0, failingSince: null }))) return false;
    await settleExported(db, organizationId, { reports: delivery.reports, takenOut: delivery.takenOut });
    await insertBucketExport(db, {
      ...{ id: delivery.id, organizationId, createdAt: began.at, durationMs: elapsed(began), ...facts },
      ...{ manifest: delivery.manifest, fault: null, status: null, response: null },
    });
    return true;
  });
  if (recorded) log.info({ organization_id: organizationId, ...facts }, "an export was written to a bucket");
}

async function recordFailed(
  parts: BucketParts,
  bucket: ClaimedBucket,
  { outcome }: NotTaken,
  began: Began,
): Promise<void> {
  const { db, now, random, log } = parts;
  const { organizationId, failures } = bucket;
  const { fault, status, response } = outcome;
  const failingSince = bucket.failingSince === null ? now() : new Date(bucket.failingSince);
  const dueAt = triedAgainAt(failures, now(), random);
  const recorded = await transaction(db, async (db) => {
    if (!(await releaseBucket(db, bucket, { dueAt, failures: failures + 1, failingSince }))) return false;
    await insertBucketExport(db, {
      ...{ id: newId(), organizationId, createdAt: began.at, durationMs: elapsed(began) },
      ...{ reports: 0, files: 0, rows: 0, bytes: 0, manifest: null, fault, status, response },
    });
    return true;
  });
  if (!recorded) return;
  log.warn(
    { organization_id: organizationId, fault, status, failures: failures + 1 },
    "a bucket took no export",
  );
  if (hasFailedLong(failingSince, now())) await switchBucketOffAndTell(parts, bucket, "failing");
}

/** After a fault of our own the bucket is not tried again at once. */
async function putOff({ db, now, random }: BucketParts, bucket: ClaimedBucket): Promise<void> {
  const { failures, failingSince } = bucket;
  const dueAt = triedAgainAt(failures, now(), random);
  const since = failingSince === null ? null : new Date(failingSince);
  await releaseBucket(db, bucket, { dueAt, failures: failures + 1, failingSince: since });
}

const elapsed = ({ ms }: Began): number => Math.round(performance.now() - ms);
