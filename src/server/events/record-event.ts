import { sql } from "kysely";
import { type Db, json } from "../db/db.ts";
import { newId } from "../kernel/id.ts";
import type { HappenedEvent } from "./event.ts";

/**
 * Stores what happened in the transaction in which it happens, behind the lock of its object. Nothing is stored where nobody
 * wants to know: a destination is told only of what happens once it is there.
 */
export async function recordEvent(
  db: Db,
  { organizationId, type, projectId, objectId, facts }: HappenedEvent,
  now: Date,
): Promise<void> {
  await sql`
    insert into events (organization_id, id, type, project_id, object_id, facts, created_at)
    select ${organizationId}::uuid, ${newId()}::uuid, ${type}, ${projectId}::uuid, ${objectId},
      ${facts ? json(facts) : null}::jsonb, ${now}::timestamptz
    where exists (select from webhooks w where w.organization_id = ${organizationId}
      and (w.active or w.off_because <> 'paused'))`.execute(db);
}
