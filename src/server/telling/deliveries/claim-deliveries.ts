import type { Selectable } from "kysely";
import { type RawBuilder, sql } from "kysely";
import { type Db, json } from "../../db/db.ts";
import type { DeliveryState, OffReason, Schema } from "../../db/schema.ts";
import { storableJson } from "../../db/storable.ts";
import { digestEvent } from "../../events/event.ts";
import { enoughFor } from "../../kernel/role.ts";
import type { DestinationKind } from "../../outbound/destinations/destination.ts";
import { type Webhook, webhookOf } from "../destinations/webhooks.ts";
import { type Delivery, deliveryOf } from "./deliveries.ts";

/** One process's claim on a destination: while it holds, nobody else sends there. */
export interface ClaimedWebhook extends Webhook {
  /** Only the newest claim records what came of its attempts. */
  claim: number;
  /** By this process's clock, before it was made. */
  claimedMs: number;
  /** Failed attempts since the last that succeeded. */
  failures: number;
  /** Messages sent in the hour that began then. */
  sentInHour: number;
  hourBeganAt: Date | null;
  /** What waits is told in one message. */
  isHeld: boolean;
  /** How often something had arrived for it by then. */
  arrivals: number;
  /** Why nothing may be told to that member any more. */
  unfit: OffReason | null;
}

type Claim = Pick<ClaimedWebhook, "organizationId" | "id" | "claim" | "arrivals">;

/** Those who may have a destination. */
const makersRoles = enoughFor("admin");

/** By the store's clock: longer than one attempt may take, and renewed after each. A letter may take a minute. */
const claimed = sql<Date>`clock_timestamp() + case when kind = 'email' then interval '90 s' else interval '30 s' end`;

const isDue = (now: Date, kinds: readonly DestinationKind[]): RawBuilder<boolean> => sql<boolean>`(
  w.active and w.due_at <= ${now}::timestamptz and w.kind = any(${[...kinds]})
  and (w.claimed_until is null or w.claimed_until < clock_timestamp()))`;

/** What there is to do: events to take in, and destinations that are due, quick ones and slow ones. */
export interface DueOfEvents {
  events: boolean;
  quick: boolean;
  slow: boolean;
  /** When a destination is due next, whoever serves it then. */
  next: Date | null;
}

export async function dueOfEvents(
  db: Db,
  now: Date,
  kinds: readonly DestinationKind[],
): Promise<DueOfEvents> {
  const due = (slow: boolean) => sql<boolean>`exists (
    select from webhooks w where ${isDue(now, kinds)} and w.slow = ${sql.lit(slow)})`;
  const { rows } = await sql<DueOfEvents>`
    select exists (select from events) as events, ${due(false)} as quick, ${due(true)} as slow,
      (select min(w.due_at) from webhooks w where w.active and w.kind = any(${[...kinds]})) as next`.execute(
    db,
  );
  return rows[0]!;
}

/** Of an organization with more destinations than these served at once, the others come after everybody else's. */
const usualPart = 8;

/**
 * Claims up to `most` destinations that are due over all processes: those that have waited longest first, with a part for each
 * organization before anybody has more.
 */
export async function claimWebhooks(
  db: Db,
  { now, kinds, slow, most }: { now: Date; kinds: readonly DestinationKind[]; slow: boolean; most: number },
): Promise<ClaimedWebhook[]> {
  const claimedMs = performance.now();
  const { rows } = await sql<
    Selectable<Schema["webhooks"]> & { email: string | null; unfit: OffReason | null }
  >`
    with served as materialized (
      select organization_id, count(*) as places from webhooks
      where claimed_until > clock_timestamp() and slow = ${sql.lit(slow)} group by organization_id),
    ranked as materialized (
      select w.id, coalesce(s.places, 0) + row_number() over (partition by w.organization_id order by w.due_at) > ${sql.lit(usualPart)} as later
      from webhooks w left join served s on s.organization_id = w.organization_id
      where ${isDue(now, kinds)} and w.slow = ${sql.lit(slow)}),
    due as (
      select w.id from webhooks w join ranked r on r.id = w.id
      where ${isDue(now, kinds)} and w.slow = ${sql.lit(slow)}
      order by r.later, w.due_at limit ${most} for update of w skip locked),
    claimed as (
      update webhooks w set claim = w.claim + 1, claimed_until = ${claimed}
      from due where w.id = due.id returning w.*)
    select c.*, u.email, case when m.id is null or m.role <> all(${makersRoles}::text[]) then 'member_gone'
      when u.disabled_at is not null then 'member_disabled'
      when m.workspace_ids is not null then 'member_limited' end as unfit
    from claimed c
    left join members m on m.organization_id = c.organization_id and m.user_id = c.user_id
    left join users u on u.id = m.user_id`.execute(db);
  return rows.map((row) => ({
    ...webhookOf(row),
    ...{ claim: row.claim, claimedMs, failures: row.failures, isHeld: row.held, unfit: row.unfit },
    arrivals: row.arrivals,
    ...{ sentInHour: row.sent_in_hour, hourBeganAt: row.hour_began_at },
  }));
}

/** Nothing of the same object that came before it still waits. */
const isNext = sql<boolean>`not exists (
  select from deliveries e where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id
    and e.object_id = d.object_id and e.state = 'pending' and e.queued_at < d.queued_at)`;

/**
 * The deliveries to make next for each of these destinations, at most `most` each. While a destination fails, first one that was never
 * tried: what fails for its own reasons does not keep the others back.
 */
export async function nextDeliveries(
  db: Db,
  webhooks: readonly Pick<ClaimedWebhook, "organizationId" | "id" | "failures">[],
  { now, most }: { now: Date; most: number },
): Promise<Delivery[]> {
  const places = webhooks.map(({ organizationId, id, failures }) => ({
    organizationId,
    id,
    fails: failures > 0,
  }));
  const { rows } = await sql<Selectable<Schema["deliveries"]>>`
    select d.* from json_to_recordset(${json(places)}) as w("organizationId" uuid, id uuid, fails boolean)
    cross join lateral (
      select d.* from deliveries d
      where d.organization_id = w."organizationId" and d.webhook_id = w.id and d.state = 'pending'
        and d.next_at <= ${now}::timestamptz and ${isNext}
      order by w.fails and d.attempts > 0, d.next_at, d.queued_at limit ${most}) d`.execute(db);
  return rows.map(deliveryOf);
}

/** All events that wait for a destination, in order; at most `most`. A week is a message of its own: nothing of it is left in a count. */
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
    .where("type", "<>", digestEvent)
    .orderBy("queued_at")
    .limit(most)
    .execute();
  return rows.map(deliveryOf);
}

/** Which of these deliveries are about projects that have been deleted since. */
export async function ofDeletedProjects(
  db: Db,
  { organizationId }: Pick<Webhook, "organizationId">,
  deliveries: readonly Pick<Delivery, "id" | "projectId">[],
): Promise<ReadonlySet<string>> {
  const projectIds = [...new Set(deliveries.flatMap(({ projectId }) => projectId ?? []))];
  if (projectIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("projects")
    .where("user_id", "=", organizationId)
    .where("id", "in", projectIds)
    .where("deleted_at", "is", null)
    .select("id")
    .execute();
  const live = new Set(rows.map(({ id }) => id));
  return new Set(
    deliveries.flatMap(({ id, projectId }) => (projectId === null || live.has(projectId) ? [] : [id])),
  );
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
    isHeld: boolean;
  };
}

export interface Attempt {
  webhook: Claim;
  /** Ids of the deliveries that were tried together. */
  deliveries: readonly string[];
  recorded: Recorded;
  /** No other delivery was known of. */
  last: boolean;
}

/**
 * Records attempts at different destinations and renews their claims; or ends a claim, if it was the `last` delivery that was known of and
 * none is due. Null where the claim is somebody else's by now, and nothing is recorded.
 */
export async function recordAttempts(
  db: Db,
  attempts: readonly Attempt[],
): Promise<({ released: boolean } | null)[]> {
  const { rows } = await sql<{ place: number; released: boolean }>`
    with known as materialized (
      select g.*, g.last and not exists (
          select from deliveries d where d.organization_id = g.organization_id and d.webhook_id = g.webhook_id
            and d.state = 'pending' and d.id <> all(g.deliveries) and d.next_at <= g.attempted_at) as ends
      from json_to_recordset(${storableJson(attempts.map(givenOf))}::json) as g(
        place int, organization_id uuid, webhook_id uuid, claim int, arrivals int, last boolean, deliveries uuid[],
        failures int, failing_since timestamptz, paused_until timestamptz, slow boolean, hour_began_at timestamptz,
        sent_in_hour int, held boolean, state text, next_at timestamptz, attempted_at timestamptz, duration_ms int,
        status int, fault text, response text)),
    -- In the order in which what has happened is handed out, so that neither waits for the other.
    locked as materialized (
      select w.id from webhooks w where w.id in (select webhook_id from known) order by w.id for update),
    held as (
      update webhooks w set failures = k.failures, failing_since = k.failing_since, paused_until = k.paused_until,
        slow = k.slow, hour_began_at = k.hour_began_at, sent_in_hour = k.sent_in_hour, held = k.held,
        claimed_until = case when k.ends then null else ${claimed} end,
        due_at = case when not k.ends then w.due_at
          when w.arrivals <> k.arrivals then greatest(w.due_at, k.attempted_at)
          else (
            select min(d.next_at) from deliveries d where d.organization_id = k.organization_id
              and d.webhook_id = k.webhook_id and d.state = 'pending' and d.id <> all(k.deliveries)) end
      from known k join locked on locked.id = k.webhook_id
      where w.organization_id = k.organization_id and w.id = k.webhook_id and w.claim = k.claim
      returning k.*),
    recorded as (
      update deliveries d set state = h.state, next_at = h.next_at, attempts = d.attempts + 1,
        attempted_at = h.attempted_at, duration_ms = h.duration_ms, status = h.status, fault = h.fault,
        response = h.response
      from held h
      where d.organization_id = h.organization_id and d.webhook_id = h.webhook_id and d.id = any(h.deliveries))
    select place, ends as released from held`.execute(db);
  const released = new Map(rows.map((row) => [row.place, row.released]));
  return attempts.map((_, place) => (released.has(place) ? { released: released.get(place)! } : null));
}

const givenOf = (
  { webhook: claim, deliveries, recorded: { webhook, ...tried }, last }: Attempt,
  place: number,
) => ({
  ...{ place, organization_id: claim.organizationId, webhook_id: claim.id, claim: claim.claim },
  ...{ arrivals: claim.arrivals, last, deliveries },
  ...{ failures: webhook.failures, failing_since: webhook.failingSince, paused_until: webhook.pausedUntil },
  ...{ slow: webhook.slow, hour_began_at: webhook.hourBeganAt, sent_in_hour: webhook.sentInHour },
  ...{ held: webhook.isHeld, state: tried.state, next_at: tried.nextAt, attempted_at: tried.attemptedAt },
  ...{ duration_ms: tried.durationMs, status: tried.status, fault: tried.fault, response: tried.response },
});

/** Keeps a claim for another attempt; false if it is somebody else's by now: then nothing may be sent. */
export async function renewWebhook(db: Db, { organizationId, id, claim }: Claim): Promise<boolean> {
  const row = await db
    .updateTable("webhooks")
    .set({ claimed_until: claimed })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("active", "=", true)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends deliveries of which there is nothing to tell any more; false if the claim is somebody else's by now, who decides anew. */
export async function skipDeliveries(
  db: Db,
  { organizationId, id, claim }: Claim,
  deliveries: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("deliveries")
    .set({ state: "skipped" })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", id)
    .where("id", "in", [...deliveries])
    .where(
      sql<boolean>`exists (
        select from webhooks w where w.organization_id = ${organizationId} and w.id = ${id} and w.claim = ${claim})`,
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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

/**
 * Ends a claim, and says when the destination is due next: at once if something has arrived that this may not have seen, but behind all
 * that are due by now, however long what it has has waited.
 */
export async function releaseWebhook(
  db: Db,
  {
    organizationId,
    id,
    claim,
    arrivals,
  }: Pick<ClaimedWebhook, "organizationId" | "id" | "claim" | "arrivals">,
  now: Date,
): Promise<void> {
  // Waiting for the lock, a statement sees the destination as it is then, and deliveries as they were before.
  await sql`
    update webhooks w set claimed_until = null, due_at = case
      when w.arrivals <> ${arrivals} then greatest(w.due_at, w.paused_until, ${now}::timestamptz)
      else (
        select greatest(d.next_at, w.paused_until, ${now}::timestamptz) from deliveries d
        where d.organization_id = ${organizationId} and d.webhook_id = ${id} and d.state = 'pending' and ${isNext}
        order by d.next_at, d.queued_at limit 1) end
    where w.organization_id = ${organizationId} and w.id = ${id} and w.claim = ${claim}`.execute(db);
}

/** Ends every claim, whichever process holds it. */
export async function freeWebhooks(db: Db): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ claimed_until: null })
    .where("claimed_until", "is not", null)
    .execute();
}
