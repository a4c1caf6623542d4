import { type Kysely, sql } from "kysely";

/**
 * Of what a report has reserved, the part that its organization's own keys are billed for; and which organization is
 * trying out a key at the moment.
 */
const statements = [
  `alter table reports add column spend_reserved_own_usd double precision not null default 0`,
  `create table key_trials (
    organization_id uuid primary key references organizations on delete cascade,
    until timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
