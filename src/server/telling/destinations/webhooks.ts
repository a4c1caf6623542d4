import { type Selectable, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import type { OffReason, Schema } from "../../db/schema.ts";
import type { EventType } from "../../events/event.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import type { DestinationKind } from "../../outbound/destinations/destination.ts";

/** Where an organization is told what happened; times in RFC 3339. */
export interface Webhook {
  id: string;
  organizationId: string;
  /** Whose it is: it tells only what they may see. */
  userId: string;
  /** Their address. */
  email: string | null;
  name: string | null;
  kind: DestinationKind;
  /** Null: every project. */
  projectId: string | null;
  /** Null: every event. */
  types: EventType[] | null;
  quotes: boolean;
  /** Its address and secrets, encrypted for its id. */
  sealed: string;
  active: boolean;
  offBecause: OffReason | null;
  failingSince: string | null;
  createdAt: string;
}

/** The destinations of an organization, newest first. */
export async function listWebhooks(db: Db, organizationId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .selectAll()
    .select(emailOf())
    .where("organization_id", "=", organizationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(webhookOf);
}

/** The destination with this id; undefined if it is missing or another organization's. `lock`: until the transaction ends. */
export async function findWebhook(
  db: Db,
  organizationId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Webhook | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .selectFrom("webhooks")
    .selectAll()
    .select(emailOf())
    .where("organization_id", "=", organizationId)
    .where("id", "=", uuid)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && webhookOf(row);
}

/** How many destinations an organization has; lock the organization first, so that the count holds. */
export async function countWebhooks(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("webhooks")
    .where("organization_id", "=", organizationId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type NewWebhook = Omit<Webhook, "email" | "active" | "offBecause" | "failingSince" | "createdAt">;

export async function insertWebhook(db: Db, webhook: NewWebhook, now: Date): Promise<Webhook> {
  const { id, organizationId, userId, name, kind, projectId, types, quotes, sealed } = webhook;
  const row = await db
    .insertInto("webhooks")
    .values({
      ...{ id, organization_id: organizationId, user_id: userId, name, kind, project_id: projectId },
      ...{ types, quotes, sealed, created_at: now },
    })
    .returningAll()
    .returning(emailOf())
    .executeTakeFirstOrThrow();
  return webhookOf(row);
}

/** What can be changed of a destination; absent fields stay. */
export type WebhookChanges = Partial<
  Pick<Webhook, "userId" | "name" | "projectId" | "types" | "quotes" | "sealed" | "active">
>;

/**
 * Changes a destination and returns its new state; undefined if there is none. What was being sent to it meanwhile is sent
 * again as it is then. One that is switched on starts anew: what has waited goes at once.
 */
export async function changeWebhook(
  db: Db,
  { organizationId, id }: Pick<Webhook, "organizationId" | "id">,
  { userId, name, projectId, types, quotes, sealed, active }: WebhookChanges,
  now: Date,
): Promise<Webhook | undefined> {
  const anew = {
    ...{ off_because: null, failures: 0, failing_since: null, paused_until: null, slow: false },
    ...{ held: true, due_at: now },
  };
  const row = await db
    .updateTable("webhooks")
    .set((eb) => ({
      ...(userId === undefined ? {} : { user_id: userId }),
      ...(name === undefined ? {} : { name }),
      ...(projectId === undefined ? {} : { project_id: projectId }),
      ...(types === undefined ? {} : { types }),
      ...(quotes === undefined ? {} : { quotes }),
      ...(sealed === undefined ? {} : { sealed }),
      ...(active === undefined ? {} : { active }),
      ...(active === true ? anew : {}),
      ...(active === false ? { off_because: "paused" as const } : {}),
      claim: eb("claim", "+", 1),
      claimed_until: null,
    }))
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .returning(emailOf())
    .executeTakeFirst();
  return row && webhookOf(row);
}

/** Deletes a destination with its log; false if there is none. */
export async function deleteWebhook(db: Db, organizationId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("webhooks")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Switches a destination off; undefined if it is off already, or the claim is somebody else's by now. */
export async function switchOff(
  db: Db,
  { organizationId, id, claim }: Pick<Webhook, "organizationId" | "id"> & { claim: number },
  because: OffReason,
): Promise<Webhook | undefined> {
  const row = await db
    .updateTable("webhooks")
    .set({ active: false, off_because: because, claimed_until: null })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("active", "=", true)
    .returningAll()
    .returning(emailOf())
    .executeTakeFirst();
  return row && webhookOf(row);
}

const emailOf = () =>
  sql<string | null>`(select users.email from users where users.id = webhooks.user_id)`.as("email");

export const webhookOf = (row: Selectable<Schema["webhooks"]> & { email: string | null }): Webhook => ({
  ...{ id: row.id, organizationId: row.organization_id, name: row.name },
  ...{ userId: row.user_id, email: row.email },
  ...{ kind: row.kind, projectId: row.project_id, types: row.types, quotes: row.quotes },
  ...{ sealed: row.sealed, active: row.active, offBecause: row.off_because },
  failingSince: rfc3339OrNull(row.failing_since),
  createdAt: rfc3339(row.created_at),
});
