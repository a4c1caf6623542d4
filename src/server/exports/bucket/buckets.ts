import { randomInt } from "node:crypto";
import type { Selectable } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { OffReason, Schema } from "../../db/schema.ts";
import type { ExportFormat } from "../contents.ts";

/** Where an organization's rows and figures go; times in RFC 3339. */
export interface Bucket {
  organizationId: string;
  /** Whose it is: it gets only what they may see. */
  userId: string;
  endpoint: string;
  region: string;
  name: string;
  /** Empty, or without slashes around it. */
  prefix: string;
  format: ExportFormat;
  /** Of the day in that time zone. */
  hour: number;
  timezone: string;
  /** Its credentials, encrypted for the organization. */
  sealed: string;
  /** The last characters of its access key. */
  keyHint: string;
  active: boolean;
  offBecause: OffReason | null;
  dueAt: string | null;
  failingSince: string | null;
  createdAt: string;
}

/** The organization's bucket; undefined if it has none. `lock`: until the transaction ends. */
export async function findBucket(
  db: Db,
  organizationId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Bucket | undefined> {
  const row = await db
    .selectFrom("buckets")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && bucketOf(row);
}

/** Whether an organization has a bucket, for who is to ask for it only then. */
export async function hasBucket(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("buckets")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

export type SavedBucket = Omit<Bucket, "offBecause" | "dueAt" | "failingSince" | "createdAt"> & {
  dueAt: Date;
};

/**
 * Saves it in place of any before it. What was being written meanwhile is not recorded; elsewhere or in another form, everything is
 * written anew. Needs a transaction.
 */
export async function saveBucket(db: Db, bucket: SavedBucket, now: Date): Promise<Bucket> {
  const { organizationId, userId, name, endpoint, region, prefix, format, hour, timezone } = bucket;
  const before = await findBucket(db, organizationId, { lock: true });
  const isElsewhere =
    before !== undefined &&
    (["endpoint", "name", "prefix", "format"] as const).some((what) => before[what] !== bucket[what]);
  if (isElsewhere)
    await db.deleteFrom("exported_reports").where("organization_id", "=", organizationId).execute();
  const values = {
    ...{ user_id: userId, endpoint, region, name, prefix, format, hour, timezone, sealed: bucket.sealed },
    ...{
      key_hint: bucket.keyHint,
      active: bucket.active,
      off_because: bucket.active ? null : ("paused" as const),
    },
    ...{ due_at: bucket.dueAt, failures: 0, failing_since: null, claimed_until: null },
  };
  const row = await db
    .insertInto("buckets")
    // A process that writes to one that was deleted has no claim on the next.
    .values({ ...values, organization_id: organizationId, created_at: now, claim: randomInt(2 ** 30) })
    .onConflict((conflict) =>
      conflict
        .column("organization_id")
        .doUpdateSet((eb) => ({ ...values, claim: eb("buckets.claim", "+", 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return bucketOf(row);
}

/** Has it exported as soon as possible; undefined if there is none. */
export async function hurryBucket(db: Db, organizationId: string, now: Date): Promise<Bucket | undefined> {
  const row = await db
    .updateTable("buckets")
    .set({ due_at: now })
    .where("organization_id", "=", organizationId)
    .returningAll()
    .executeTakeFirst();
  return row && bucketOf(row);
}

/** Deletes it with its log; what is in the bucket stays there. False if there is none. */
export async function deleteBucket(db: Db, organizationId: string): Promise<boolean> {
  for (const table of ["exported_reports", "bucket_exports"] as const)
    await db.deleteFrom(table).where("organization_id", "=", organizationId).execute();
  const deleted = await db
    .deleteFrom("buckets")
    .where("organization_id", "=", organizationId)
    .returning("organization_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Switches it off; false if it is off already, or the claim is somebody else's by now. */
export async function switchBucketOff(
  db: Db,
  { organizationId, claim }: { organizationId: string; claim: number },
  because: OffReason,
): Promise<boolean> {
  const row = await db
    .updateTable("buckets")
    .set({ active: false, off_because: because, claimed_until: null })
    .where("organization_id", "=", organizationId)
    .where("claim", "=", claim)
    .where("active", "=", true)
    .returning("organization_id")
    .executeTakeFirst();
  return row !== undefined;
}

export const bucketOf = (row: Selectable<Schema["buckets"]>): Bucket => ({
  ...{ organizationId: row.organization_id, userId: row.user_id, endpoint: row.endpoint, region: row.region },
  ...{ name: row.name, prefix: row.prefix, format: row.format, hour: row.hour, timezone: row.timezone },
  ...{ sealed: row.sealed, keyHint: row.key_hint, active: row.active, offBecause: row.off_because },
  ...{ dueAt: rfc3339OrNull(row.due_at), failingSince: rfc3339OrNull(row.failing_since) },
  createdAt: rfc3339(row.created_at),
});
