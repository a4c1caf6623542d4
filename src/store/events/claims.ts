import type { Selectable } from "kysely";
import { type RawBuilder, sql } from "kysely";
import type { DestinationKind } from "../../kernel/outside/destination.ts";
import { type Db, json } from "../db/db.ts";
import type { DeliveryState, OffReason, Schema } from "../db/schema.ts";
import { storableText } from "../db/storable.ts";
import { type Delivery, deliveryOf } from "./deliveries.ts";
import { type Webhook, webhookOf } from "./webhooks.ts";

/** One process's claim on a destination: while it holds, nobody else sends there. */
export interface ClaimedWebhook extends Webhook {
  /** Only the newest claim records what came of its attempts. */
  claim: number;
  /** Failed attempts since the last that succeeded. */
  failures: number;
  /** Messages sent in the hour that began then. */
  sentInHour: number;
  hourBeganAt: Date | null;
  /** What waits is told in one message. */
  held: boolean;
  /** Why nothing may be told to that member any more. */
  unfit: OffReason | null;
}

/** By the store's clock: longer than one attempt may take, and renewed after each. A letter may take a minute. */
const claimed = sql`clock_timestamp() + case when kind = 'email' then interval '90 s' else interval '30 s' end`;

const isDue = (now: Date, kinds: readonly DestinationKind[]): RawBuilder<boolean> => sql<boolean>`(
  w.active and w.due_at <= ${now}::timestamptz and w.kind = any(${[...kinds]})
  and (w.claimed_until is null or w.claimed_until < clock_timestamp()))`;

/** What there is to do: events to take in, and destinations that are due, quick ones and slow ones. */
export async function dueOfEvents(
  db: Db,
  now: Date,
  kinds: readonly DestinationKind[],
): Promise<{ events: boolean; quick: boolean; slow: boolean }> {
  const due = (slow: boolean) => sql<boolean>`exists (
    select from webhooks w where ${isDue(now, kinds)} and w.slow = ${sql.lit(slow)})`;
  const { rows } = await sql<{ events: boolean; quick: boolean; slow: boolean }>`
    select exists (select from events) as events, ${due(false)} as quick, ${due(true)} as slow`.execute(db);
  return rows[0]!;
}

/** Claims up to `most` destinations that are due, those that have waited longest first. */
export async function claimWebhooks(
  db: Db,
  { now, kinds, slow, most }: { now: Date; kinds: readonly DestinationKind[]; slow: boolean; most: number },
): Promise<ClaimedWebhook[]> {
  const { rows } = await sql<
    Selectable<Schema["webhooks"]> & { email: string | null; unfit: OffReason | null }
  >`
    with due as (
      select w.id from webhooks w where ${isDue(now, kinds)} and w.slow = ${sql.lit(slow)}
      order by w.due_at limit ${most} for update skip locked),
    claimed as (
      update webhooks w set claim = w.claim + 1, claimed_until = ${claimed}
      from due where w.id = due.id returning w.*)
    select c.*, u.email, case when m.id is null then 'member_gone' when u.disabled_at is not null then 'member_disabled'
      when m.workspace_ids is not null then 'member_limited' end as unfit
    from claimed c
    left join members m on m.organization_id = c.organization_id and m.user_id = c.user_id
    left join users u on u.id = m.user_id`.execute(db);
  return rows.map((row) => ({
    ...webhookOf(row),
    ...{ claim: row.claim, failures: row.failures, held: row.held, unfit: row.unfit },
    ...{ sentInHour: row.sent_in_hour, hourBeganAt: row.hour_began_at },
  }));
}

/** Nothing of the same object that came before it still waits. */
const isNext = sql<boolean>`not exists (
  select from deliveries e where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id
    and e.object_id = d.object_id and e.state = 'pending' and e.queued_at < d.queued_at)`;

/**
 * The deliveries to make next. While a destination fails, first one that was never tried: what fails for its own reasons does
 * not keep the others back.
 */
export async function nextDeliveries(
  db: Db,
  { organizationId, id, failures }: Pick<ClaimedWebhook, "organizationId" | "id" | "failures">,
  { now, most }: { now: Date; most: number },
): Promise<Delivery[]> {
  const first = failures > 0 ? sql`d.attempts > 0, ` : sql``;
  const { rows } = await sql<Selectable<Schema["deliveries"]>>`
    select d.* from deliveries d
    where d.organization_id = ${organizationId} and d.webhook_id = ${id} and d.state = 'pending'
      and d.next_at <= ${now}::timestamptz and ${isNext}
    order by ${first} d.next_at, d.queued_at limit ${most}`.execute(db);
  return rows.map(deliveryOf);
}

/** Everything that waits for a destination, in order; at most `most`. */
export async function waitingDeliveries(
  db: Db,
  { organizationId, id }: Pick<Webhook, "organizationId" | "id">,
  most: number,
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", id)
    .where("state", "=", "pending")
    .orderBy("queued_at")
    .limit(most)
    .execute();
  return rows.map(deliveryOf);
}

/** What became of deliveries that were tried together, and what follows for their destination. */
export interface Recorded {
  state: DeliveryState;
  /** When it is tried again, while it is pending. */
  nextAt: Date;
  attemptedAt: Date;
  durationMs: number;
  status: number | null;
  fault: Delivery["fault"];
  response: string | null;
  webhook: {
    failures: number;
    failingSince: Date | null;
    pausedUntil: Date | null;
    slow: boolean;
    hourBeganAt: Date | null;
    sentInHour: number;
    held: boolean;
  };
}

/** Records an attempt and renews the claim; false if the claim is somebody else's by now, and nothing is recorded. */
export async function recordAttempt(
  db: Db,
  { organizationId, id, claim }: Pick<ClaimedWebhook, "organizationId" | "id" | "claim">,
  deliveries: readonly string[],
  { webhook, ...tried }: Recorded,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update webhooks set claimed_until = ${claimed}, failures = ${webhook.failures},
        failing_since = ${webhook.failingSince}, paused_until = ${webhook.pausedUntil}, slow = ${webhook.slow},
        hour_began_at = ${webhook.hourBeganAt}, sent_in_hour = ${webhook.sentInHour}, held = ${webhook.held}
      where organization_id = ${organizationId} and id = ${id} and claim = ${claim} returning id),
    recorded as (
      update deliveries d set state = ${tried.state}, next_at = ${tried.nextAt}, attempts = d.attempts + 1,
        attempted_at = ${tried.attemptedAt}, duration_ms = ${tried.durationMs}, status = ${tried.status},
        fault = ${tried.fault}, response = ${tried.response === null ? null : storableText(tried.response)}
      from held where d.organization_id = ${organizationId} and d.webhook_id = held.id
        and d.id in (select id from json_to_recordset(${json(deliveries.map((id) => ({ id })))}) as g(id uuid)))
    select from held`.execute(db);
  return rows.length > 0;
}

/** Ends deliveries of which there is nothing to tell any more. */
export async function skipDeliveries(
  db: Db,
  { organizationId, id }: Pick<Webhook, "organizationId" | "id">,
  deliveries: readonly string[],
): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "skipped" })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", id)
    .where("id", "in", [...deliveries])
    .execute();
}

/** Has everything that waits for a destination tried at once: it takes messages again. */
export async function hurryDeliveries(
  db: Db,
  { organizationId, id }: Pick<Webhook, "organizationId" | "id">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ next_at: now })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", id)
    .where("state", "=", "pending")
    .where("next_at", ">", sql<Date>`${now}::timestamptz`)
    .execute();
}

/** Nothing is sent to a destination before; what waits is then told in one message. */
export async function holdWebhook(
  db: Db,
  { organizationId, id, claim }: Pick<ClaimedWebhook, "organizationId" | "id" | "claim">,
  until: Date,
): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ paused_until: until, held: true })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .execute();
}

/** Ends a claim, and says when the destination is due next. Needs a transaction. */
export async function releaseWebhook(
  db: Db,
  { organizationId, id, claim }: Pick<ClaimedWebhook, "organizationId" | "id" | "claim">,
): Promise<void> {
  // A statement of its own: what was taken in while it waited for the lock is seen by the next.
  const row = await db
    .selectFrom("webhooks")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  await sql`
    update webhooks set claimed_until = null, due_at = (
      select greatest(d.next_at, coalesce(webhooks.paused_until, '-infinity')) from deliveries d
      where d.organization_id = ${organizationId} and d.webhook_id = ${id} and d.state = 'pending' and ${isNext}
      order by d.next_at, d.queued_at limit 1)
    where organization_id = ${organizationId} and id = ${id}`.execute(db);
}

/** Ends every claim, whichever process holds it. */
export async function freeWebhooks(db: Db): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ claimed_until: null })
    .where("claimed_until", "is not", null)
    .execute();
}
