import { type Selectable, sql } from "kysely";
import { dayMs } from "../../../figures/days/calendar.ts";
import type { Db } from "../../db/db.ts";
import type { OffReason, Schema } from "../../db/schema.ts";
import { enoughFor } from "../../kernel/role.ts";
import { type Bucket, bucketOf } from "./buckets.ts";

/** Why a bucket is switched off by itself. */
export type BucketOff = Exclude<OffReason, "paused" | "gone" | "bounced">;

/** One process's claim on a bucket: while it holds, nobody else writes there. */
export interface ClaimedBucket extends Bucket {
  claim: number;
  /** Failed exports since the last that succeeded. */
  failures: number;
  /** Why nothing may be written for that member any more. */
  unfit: BucketOff | null;
}

/** Those who may have a bucket. */
const makersRoles = enoughFor("admin");

/** By the store's clock: longer than one file may take, and renewed before each. */
const claimed = sql<Date>`clock_timestamp() + interval '5 minutes'`;

const isDue = (now: Date) => sql<boolean>`(b.active and b.due_at <= ${now}::timestamptz
  and (b.claimed_until is null or b.claimed_until < clock_timestamp()))`;

export async function isBucketDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from buckets b where ${isDue(now)}) as due`.execute(db);
  return rows[0]!.due;
}

/** Claims the bucket that has been due for longest: `slow`, one of these organizations, or otherwise one of the others; undefined if none is. */
export async function claimBucket(
  db: Db,
  now: Date,
  { among = [], slow = false }: { among?: readonly string[]; slow?: boolean } = {},
): Promise<ClaimedBucket | undefined> {
  const { rows } = await sql<Selectable<Schema["buckets"]> & { unfit: BucketOff | null }>`
    with due as (
      select b.organization_id from buckets b
      where ${isDue(now)} and (b.organization_id = any(${[...among]}::uuid[])) = ${sql.lit(slow)}
      order by b.due_at limit 1 for update skip locked),
    claimed as (
      update buckets b set claim = b.claim + 1, claimed_until = ${claimed}
      from due where b.organization_id = due.organization_id returning b.*)
    select c.*, case when m.id is null or m.role <> all(${makersRoles}::text[]) then 'member_gone'
      when u.disabled_at is not null then 'member_disabled' when m.workspace_ids is not null then 'member_limited' end as unfit
    from claimed c
    left join members m on m.organization_id = c.organization_id and m.user_id = c.user_id
    left join users u on u.id = m.user_id`.execute(db);
  const [row] = rows;
  return row && { ...bucketOf(row), claim: row.claim, failures: row.failures, unfit: row.unfit };
}

type Claim = Pick<ClaimedBucket, "organizationId" | "claim">;

/** Keeps the claim for another file; false if it is somebody else's by now. */
export async function renewBucketClaim(db: Db, { organizationId, claim }: Claim): Promise<boolean> {
  const row = await db
    .updateTable("buckets")
    .set({ claimed_until: claimed })
    .where("organization_id", "=", organizationId)
    .where("claim", "=", claim)
    .returning("organization_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the claim: when it is due next, and since when it fails. False if it is somebody else's by now. */
export async function releaseBucket(
  db: Db,
  { organizationId, claim }: Claim,
  next: { dueAt: Date; failures: number; failingSince: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable("buckets")
    .set({
      ...{ claimed_until: null, due_at: next.dueAt },
      ...{ failures: next.failures, failing_since: next.failingSince },
    })
    .where("organization_id", "=", organizationId)
    .where("claim", "=", claim)
    .returning("organization_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Has exported to those that are due later than any can be: a clock that was ahead has planned it. */
export async function hurryFarBuckets(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("buckets")
    .set({ due_at: now })
    .where("due_at", ">", new Date(now.getTime() + 3 * dayMs))
    .execute();
}

/** Ends every claim, whichever process holds it. */
export async function freeBuckets(db: Db): Promise<void> {
  await db
    .updateTable("buckets")
    .set({ claimed_until: null })
    .where("claimed_until", "is not", null)
    .execute();
}
