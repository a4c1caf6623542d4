import { sql } from "kysely";
import type { Db } from "../db/db.ts";

/** Events taken in by one statement. */
const batch = 200;

/** Advisory lock: one process at a time takes events in, so that an object's events keep their order. */
const takingIn = 0x65766e74;

/**
 * Makes a delivery of the oldest events for every destination that wants them, in the given transaction, and returns how many
 * it took in: none if there are none or another process is at it. What belongs to a deleted project is not told.
 */
export async function fanOut(db: Db, now: Date): Promise<number> {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${takingIn}) as mine`.execute(db);
  if (!turn[0]?.mine) return 0;
  // A destination that was switched off by itself keeps what it has missed; one that a person has paused is told nothing.
  const { rows } = await sql<{ eventCount: number }>`
    with taken as (
      delete from events e using (
        select organization_id, id from events order by queued_at limit ${batch} for update skip locked) oldest
      where e.organization_id = oldest.organization_id and e.id = oldest.id
      returning e.*),
    made as (
      insert into deliveries (organization_id, webhook_id, id, type, project_id, object_id, facts, created_at,
        queued_at, next_at)
      select t.organization_id, w.id, t.id, t.type, t.project_id, t.object_id, t.facts, t.created_at,
        t.queued_at, t.created_at
      from taken t join webhooks w on w.organization_id = t.organization_id
      where (w.active or w.off_because <> 'paused') and w.created_at <= t.created_at
        and (w.types is null or t.type = any(w.types)) and (w.project_id is null or w.project_id = t.project_id)
        and (t.project_id is null
          or exists (select from projects p where p.id = t.project_id and p.deleted_at is null))
      returning webhook_id),
    waiting as (
      select w.id from webhooks w where w.id in (select webhook_id from made) order by w.id for update),
    due as (
      update webhooks w
      set due_at = least(coalesce(w.due_at, 'infinity'), greatest(coalesce(w.paused_until, '-infinity'), ${now}::timestamptz)),
        arrivals = w.arrivals + 1
      from waiting where w.id = waiting.id)
    select count(*)::int as "eventCount" from taken`.execute(db);
  return rows[0]?.eventCount ?? 0;
}
