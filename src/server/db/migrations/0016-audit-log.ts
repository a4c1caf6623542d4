import { type Kysely, sql } from "kysely";

/** Who did what in an organization. No reference to users: what they did stays when they are gone. */
const statements = [
  `create table audit_log (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    at timestamptz not null,
    user_id uuid,
    credential text not null,
    credential_id text,
    door text not null,
    action text not null,
    project_id text,
    object_id text,
    details jsonb,
    source text,
    primary key (organization_id, id))`,
  `create index audit_log_by_age on audit_log (at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
