import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { markChanged } from "../spending/fresh-units.ts";
import { nobodysOrganizationId, spentIn, usedIn } from "./carried-usage.ts";

/** Once what ran in an organization that is gone has ended: what it gave back was not used. */
export async function returnUnused(db: Db, organizationId: string): Promise<void> {
  await sql`
    update carried_usage c set used = ${usedIn(sql`c.organization_id`, sql`c.period_start`)},
      spent_usd = ${spentIn(sql`c.organization_id`, sql`c.month`)}
    where c.organization_id = ${organizationId} and c.owner not like 'into %'
      and exists (select from organizations o where o.id = c.organization_id)`.execute(db);
  // Where the next organization has gone on with it already, that one gets it back.
  const { rows } = await sql<{ user_id: string }>`
    with kept as (
      select c.owner, c.period_start, c.used, ${usedIn(sql`c.organization_id`, sql`c.period_start`)} as by_now
      from carried_usage c where c.organization_id = ${organizationId} and c.owner like 'into %'
        and exists (select from organizations o where o.id = c.organization_id)
      for update),
    noted as (update carried_usage c set used = kept.by_now from kept where c.owner = kept.owner),
    less as (
      select substr(owner, 6)::uuid as organization_id, period_start, key as quota,
        value::int - coalesce((by_now ->> key)::int, 0) as units
      from kept, jsonb_each_text(used)),
    returned as (
      update quota_usage q set used = greatest(0, q.used - less.units) from less
      where q.user_id = less.organization_id and q.quota = less.quota and q.period_start = less.period_start
        and less.units > 0
      returning q.user_id, q.quota, q.period_start, less.units)
    insert into quota_ledger (id, user_id, quota, period_start, report_id, reason, delta, created_at)
    select gen_random_uuid(), user_id, quota, period_start, gen_random_uuid(), 'carry', -units, now() from returned
    returning user_id`.execute(db);
  for (const { user_id } of rows) markChanged(user_id);
}

/** Before the row of an organization goes: squares it for the last time, and keeps no more of it than is needed. */
export async function closeCarryover(db: Db, organizationId: string): Promise<void> {
  await returnUnused(db, organizationId);
  await sql`delete from carried_usage where organization_id = ${organizationId} and owner like 'into %'`.execute(
    db,
  );
  await sql`
    update carried_usage set organization_id = ${nobodysOrganizationId}, plan = 'free', plan_status = 'active'
    where organization_id = ${organizationId} and owner like 'left %'`.execute(db);
}
