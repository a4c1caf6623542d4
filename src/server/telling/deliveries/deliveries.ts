import { type Selectable, sql } from "kysely";
import { dayMs } from "../../../figures/days/calendar.ts";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import { type NewestFirst, newestFirst } from "../../db/newest-first.ts";
import type { DeliveryState, Schema } from "../../db/schema.ts";
import { storableText } from "../../db/storable.ts";
import type { MessageType } from "../../events/stored-event.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import type { DeliveryFault, DeliveryOutcome } from "../../outbound/destinations/destination.ts";

/** An event on its way to a destination; times in RFC 3339. */
export interface Delivery {
  /** The event's: the same for every destination, and in every attempt. */
  id: string;
  organizationId: string;
  webhookId: string;
  type: MessageType;
  projectId: string | null;
  objectId: string;
  facts: Record<string, unknown> | null;
  createdAt: string;
  state: DeliveryState;
  attempts: number;
  nextAt: string;
  attemptedAt: string | null;
  durationMs: number | null;
  status: number | null;
  fault: DeliveryFault | null;
  response: string | null;
}

interface Place {
  organizationId: string;
  webhookId: string;
}

/** What the log shows. Source: docs/contract/events.md. */
const shownMax = 1_000;

/** The log of a destination, newest first. */
export async function listDeliveries(
  db: Db,
  { organizationId, webhookId }: Place,
  page: NewestFirst,
): Promise<Delivery[]> {
  const newest = db
    .selectFrom("deliveries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(shownMax)
    .as("newest");
  return (await newestFirst(db.selectFrom(newest).selectAll(), page).execute()).map(deliveryOf);
}

/** Has a delivery tried again at once, whatever came of it; undefined if there is none. */
export async function retryDelivery(
  db: Db,
  { organizationId, webhookId, id }: Place & { id: string },
  now: Date,
): Promise<Delivery | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .updateTable("deliveries")
    .set({ state: "pending", attempts: 0, next_at: now })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", uuid)
    .where("type", "<>", "webhook.test")
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .updateTable("webhooks")
    .set((eb) => ({ due_at: now, paused_until: null, arrivals: eb("arrivals", "+", 1) }))
    .where("organization_id", "=", organizationId)
    .where("id", "=", webhookId)
    .execute();
  return deliveryOf(row);
}

/** Adds to the log a test that was made. */
export async function insertTest(
  db: Db,
  { organizationId, webhookId, id }: Place & { id: string },
  { fault, status, durationMs, response }: DeliveryOutcome,
  now: Date,
): Promise<Delivery> {
  const row = await db
    .insertInto("deliveries")
    .values({
      ...{ organization_id: organizationId, webhook_id: webhookId, id },
      ...{ type: "webhook.test", project_id: null, object_id: webhookId, created_at: now, queued_at: now },
      ...{ state: fault === null ? "delivered" : "failed", next_at: now, attempts: 1, attempted_at: now },
      ...{ duration_ms: durationMs, status, fault, response: response && storableText(response) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return deliveryOf(row);
}

/** No pause is as long. */
const farMs = 3 * dayMs;

/** Has tried what is put off for longer than anything is: a clock that was ahead has done it. */
export async function hurryFarDeliveries(db: Db, now: Date): Promise<void> {
  const far = new Date(now.getTime() + farMs);
  await sql`update deliveries set next_at = ${now} where state = 'pending' and next_at > ${far}`.execute(db);
  await sql`
    update webhooks set due_at = case when due_at is null then null else ${now}::timestamptz end, arrivals = arrivals + 1,
      paused_until = null, hour_began_at = null, created_at = least(created_at, ${now}),
      -- The least of nothing and something is something, and this one has not failed.
      failing_since = case when failing_since > ${now} then ${now}::timestamptz else failing_since end
    where due_at > ${far} or paused_until > ${far} or hour_began_at > ${far} or created_at > ${far}`.execute(
    db,
  );
}

const keptMs = 30 * dayMs;
const rowsAtOnce = 1_000;

/** Deletes what is older than the log goes back, and events that were never taken in, in batches. */
export async function dropOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  for (const table of [sql`deliveries`, sql`events`])
    for (let dropped = rowsAtOnce; dropped === rowsAtOnce; ) {
      const { rows } = await sql`
        delete from ${table} d using (
          select organization_id, id from ${table} where created_at < ${before} limit ${rowsAtOnce}) old
        where d.organization_id = old.organization_id and d.id = old.id returning 1`.execute(db);
      dropped = rows.length;
    }
}

export const deliveryOf = (row: Selectable<Schema["deliveries"]>): Delivery => ({
  ...{ id: row.id, organizationId: row.organization_id, webhookId: row.webhook_id },
  ...{ type: row.type, projectId: row.project_id, objectId: row.object_id, facts: row.facts },
  createdAt: rfc3339(row.created_at),
  ...{ state: row.state, attempts: row.attempts, nextAt: rfc3339(row.next_at) },
  attemptedAt: rfc3339OrNull(row.attempted_at),
  ...{ durationMs: row.duration_ms, status: row.status, fault: row.fault, response: row.response },
});
