import { type Kysely, sql } from "kysely";

/**
 * What an organization and a project may spend in a month, and what was spent for each project; `spent_for` is a
 * project, or the organization for what has none. It refers to no project: deleting one gives no money back.
 */
const statements = [
  `alter table organizations add column monthly_spend_usd double precision`,
  `alter table projects add column monthly_spend_usd double precision`,
  `create table project_spend (
    organization_id uuid not null references organizations on delete cascade,
    month text not null,
    spent_for uuid not null,
    reserved_usd double precision not null default 0,
    spent_usd double precision not null default 0,
    primary key (organization_id, month, spent_for))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
