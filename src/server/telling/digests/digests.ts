import { type Selectable, sql } from "kysely";
import { dayMs } from "../../../figures/days/calendar.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { DigestOff, Schema } from "../../db/schema.ts";
import { newId } from "../../kernel/id.ts";
import { nextDigest } from "../../projects/schedule.ts";

/** Somebody's or a channel's digest; times in RFC 3339. */
export interface StoredDigest {
  id: string;
  organizationId: string;
  /** Null: it is a channel's. */
  memberId: string | null;
  webhookId: string | null;
  timezone: string;
  onlyChanges: boolean;
  active: boolean;
  offBecause: DigestOff | null;
  dueAt: string;
  /** The Monday of the last one. */
  settledAt: string | null;
}

/** Whose a digest is. */
export type DigestOwner = { memberId: string } | { webhookId: string };

const columnOf = (owner: DigestOwner) =>
  "memberId" in owner
    ? ({ column: "member_id", id: owner.memberId } as const)
    : ({ column: "webhook_id", id: owner.webhookId } as const);

/** Undefined if nobody has chosen one. `lock`: until the transaction ends. */
export async function findDigest(
  db: Db,
  organizationId: string,
  owner: DigestOwner,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredDigest | undefined> {
  const { column, id } = columnOf(owner);
  const row = await db
    .selectFrom("digests")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(column, "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && digestOf(row);
}

/** Those of a user in all their organizations. */
export async function listDigestsOf(db: Db, userId: string): Promise<StoredDigest[]> {
  const rows = await db
    .selectFrom("digests")
    .innerJoin("members", "members.id", "digests.member_id")
    .selectAll("digests")
    .where("members.user_id", "=", userId)
    .orderBy("digests.id")
    .execute();
  return rows.map(digestOf);
}

/** What is chosen of a digest. */
export interface DigestChoice {
  timezone: string;
  onlyChanges: boolean;
  active: boolean;
  dueAt: Date;
}

/** Stores what is chosen, in place of what was: whoever is sending it at the moment does not go on. */
export async function putDigest(
  db: Db,
  { organizationId, owner, now }: { organizationId: string; owner: DigestOwner; now: Date },
  { timezone, onlyChanges, active, dueAt }: DigestChoice,
): Promise<StoredDigest> {
  const { column, id } = columnOf(owner);
  const columns = {
    ...{ timezone, only_changes: onlyChanges, active, off_because: active ? null : ("off" as const) },
    ...{ due_at: dueAt, try_at: dueAt, failures: 0 },
  };
  const row = await db
    .insertInto("digests")
    .values({ ...columns, id: newId(), organization_id: organizationId, [column]: id, created_at: now })
    .onConflict((conflict) =>
      conflict.column(column).doUpdateSet((eb) => ({
        ...columns,
        ...{ sending: false, claimed_until: null, claim: eb("digests.claim", "+", 1) },
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return digestOf(row);
}

/** One process's claim on a digest that is due, with whom it is for. */
export interface ClaimedDigest extends StoredDigest {
  claim: number;
  failures: number;
  /** Another process had given it to the mail server, and has not said what came of it. */
  sending: boolean;
  /** The project that the channel is told of; null: every one. */
  projectId: string | null;
  /** The member; null: they have no open account, or it is a channel's. */
  member: { userId: string; email: string; workspaceIds: string[] | null } | null;
}

/** By the store's clock: longer than a letter and what it says may take. */
const claimed = sql<Date>`clock_timestamp() + interval '5 min'`;

const isDue = (now: Date, mails: boolean) => sql<boolean>`(
  d.active and d.try_at <= ${now}::timestamptz and (d.webhook_id is not null or ${mails})
  and (d.claimed_until is null or d.claimed_until < clock_timestamp()))`;

/**
 * Claims digests that are due: the one of each organization that has waited longest, before anybody's second. `mails`: whether this server
 * sends mail.
 */
export async function claimDigests(
  db: Db,
  { now, mails, most }: { now: Date; mails: boolean; most: number },
): Promise<ClaimedDigest[]> {
  const { rows } = await sql<
    Selectable<Schema["digests"]> & {
      user_id: string | null;
      email: string | null;
      workspace_ids: string[] | null;
      project_id: string | null;
    }
  >`
    with ranked as materialized (
      select d.id, row_number() over (partition by d.organization_id order by d.try_at) as place
      from digests d where ${isDue(now, mails)}),
    due as (
      select d.id from digests d join ranked r on r.id = d.id where ${isDue(now, mails)}
      order by r.place, d.try_at limit ${most} for update of d skip locked),
    claimed as (
      update digests d set claim = d.claim + 1, claimed_until = ${claimed}
      from due where d.id = due.id returning d.*)
    select c.*, u.id as user_id, u.email, m.workspace_ids, w.project_id from claimed c
    left join members m on m.id = c.member_id
    left join users u on u.id = m.user_id and u.disabled_at is null
    left join webhooks w on w.organization_id = c.organization_id and w.id = c.webhook_id
    order by c.try_at`.execute(db);
  return rows.map((row) => {
    const { user_id: userId, email, workspace_ids: workspaceIds } = row;
    const member = userId === null || email === null ? null : { userId, email, workspaceIds };
    return {
      ...digestOf(row),
      ...{
        claim: row.claim,
        failures: row.failures,
        sending: row.sending,
        projectId: row.project_id,
        member,
      },
    };
  });
}

type Held = Pick<ClaimedDigest, "id" | "organizationId" | "claim">;

const heldBy = (db: Db, { id, organizationId, claim }: Held) =>
  db
    .updateTable("digests")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("active", "=", true);

/** Keeps the claim while what it says is made; false if it is lost. */
export async function renewDigest(db: Db, digest: Held): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, digest)
    .set({ claimed_until: claimed })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that a letter is about to be handed over; false if the claim is lost: then it must not be. */
export async function beginSending(db: Db, digest: Held): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, digest)
    .set({ sending: true, claimed_until: claimed })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a week, whether it was told or left out; false if the claim is lost. */
export async function settleDigest(
  db: Db,
  digest: Held & Pick<StoredDigest, "dueAt">,
  { next, sentAt }: { next: Date; sentAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, digest)
    .set({
      ...{ due_at: next, try_at: next, settled_at: digest.dueAt, failures: 0, sending: false },
      ...{ claimed_until: null, ...(sentAt === null ? {} : { sent_at: sentAt }) },
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Has a digest tried again later that was certainly not taken. */
export async function postponeDigest(db: Db, digest: Held, until: Date): Promise<void> {
  await heldBy(db, digest)
    .set((eb) => ({ try_at: until, sending: false, failures: eb("failures", "+", 1), claimed_until: null }))
    .execute();
}

/** Turns a digest off, whoever is sending it; undefined if there is none or it is off. */
export async function endDigest(
  db: Db,
  id: string,
  because: Exclude<DigestOff, "off">,
): Promise<StoredDigest | undefined> {
  const row = await db
    .updateTable("digests")
    .set((eb) => ({
      ...{ active: false, off_because: because, sending: false, claimed_until: null },
      claim: eb("claim", "+", 1),
    }))
    .where("id", "=", id)
    .where("active", "=", true)
    .returningAll()
    .executeTakeFirst();
  return row && digestOf(row);
}

/** A member's digest, by its id, with its organization's name; undefined if there is none. */
export async function findSubscription(
  db: Db,
  id: string,
): Promise<{ organization: string; active: boolean } | undefined> {
  return db
    .selectFrom("digests")
    .innerJoin("organizations", "organizations.id", "digests.organization_id")
    .select(["organizations.name as organization", "digests.active"])
    .where("digests.id", "=", id)
    .where("digests.member_id", "is not", null)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Plans those anew that are due later than any can be: a clock that was ahead has planned them. */
export async function replanDigests(db: Db, now: Date): Promise<void> {
  const rows = await db
    .selectFrom("digests")
    .select(["id", "timezone"])
    .where("active", "=", true)
    .where("due_at", ">", new Date(now.getTime() + 9 * dayMs))
    .execute();
  for (const { id, timezone } of rows) {
    const next = nextDigest(timezone, now);
    await db
      .updateTable("digests")
      .set((eb) => ({ due_at: next, try_at: next, claimed_until: null, claim: eb("claim", "+", 1) }))
      .where("id", "=", id)
      .execute();
  }
}

/** Ends every claim, whichever process holds it. */
export async function freeDigests(db: Db): Promise<void> {
  await db
    .updateTable("digests")
    .set({ claimed_until: null })
    .where("claimed_until", "is not", null)
    .execute();
}

/** A week that a channel is to be told, on its way like an event, and kept like one where it was switched off by itself. Call it in the transaction that settles the digest. */
export async function queueChannelDigest(
  db: Db,
  { organizationId, webhookId, id }: { organizationId: string; webhookId: string; id: string },
  { facts, now }: { facts: Record<string, unknown>; now: Date },
): Promise<void> {
  await sql`
    with told as (
      insert into deliveries (organization_id, webhook_id, id, type, project_id, object_id, facts, created_at, queued_at, next_at)
      select w.organization_id, w.id, ${newId()}::uuid, 'digest.weekly', w.project_id, ${id}, ${json(facts)}::jsonb,
        ${now}::timestamptz, clock_timestamp(), ${now}::timestamptz
      from webhooks w where w.organization_id = ${organizationId} and w.id = ${webhookId}
        and (w.active or w.off_because <> 'paused')
      returning webhook_id)
    update webhooks w
    set due_at = least(coalesce(w.due_at, 'infinity'), greatest(coalesce(w.paused_until, '-infinity'), ${now}::timestamptz)),
      arrivals = w.arrivals + 1
    from told where w.organization_id = ${organizationId} and w.id = told.webhook_id`.execute(db);
}

const digestOf = (row: Selectable<Schema["digests"]>): StoredDigest => ({
  ...{ id: row.id, organizationId: row.organization_id, memberId: row.member_id, webhookId: row.webhook_id },
  ...{ timezone: row.timezone, onlyChanges: row.only_changes, active: row.active },
  ...{ offBecause: row.off_because, dueAt: rfc3339(row.due_at), settledAt: rfc3339OrNull(row.settled_at) },
});
