import { type Kysely, sql } from "kysely";

/**
 * Of what a report has reserved, the part that its organization's own keys are billed for; which organization is trying out a
 * key at the moment; which organization was made for a user last, and what it had used when it, or its user, was deleted.
 * Source: docs/decisions/0037-usage-outlives-deletion.md.
 */
const statements = [
  `alter table reports add column spend_reserved_own_usd double precision not null default 0`,
  `create table key_trials (
    organization_id uuid primary key references organizations on delete cascade,
    until timestamptz not null)`,
  `alter table users add column own_organization_id uuid`,
  `create index users_by_own_organization on users (own_organization_id) where own_organization_id is not null`,
  // Those whose first is gone, or others' by now, have had another one made for them: at the instant of their membership.
  `update users u set own_organization_id = (
      select m.organization_id from members m join organizations o on o.id = m.organization_id
      where m.user_id = u.id and m.role = 'owner' and m.created_at = o.created_at
        and not exists (select from users first where first.id = m.organization_id)
      order by m.created_at desc, m.id desc limit 1)
    where not exists (select from members m where m.organization_id = u.id and m.user_id = u.id)`,
  `create table carried_usage (
    owner text primary key,
    organization_id uuid not null,
    plan text not null,
    plan_status text not null,
    plan_started_at timestamptz not null,
    period_start timestamptz not null,
    used jsonb not null,
    month text not null,
    spent_usd double precision not null,
    until timestamptz not null)`,
  `create index carried_usage_by_organization on carried_usage (organization_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
