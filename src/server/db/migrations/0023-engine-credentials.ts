import { type Kysely, sql } from "kysely";

/** The keys by which an organization's own assistants are asked. */
const statements = [
  `create table engine_credentials (
    organization_id uuid not null references organizations on delete cascade,
    provider text not null,
    sealed text not null,
    last_four text not null,
    active boolean not null default true,
    verified_at timestamptz not null,
    created_at timestamptz not null,
    primary key (organization_id, provider))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
