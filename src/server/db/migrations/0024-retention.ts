import { type Kysely, sql } from "kysely";

/** How long an organization keeps what, in days; null: as long as the server does. */
const statements = [
  `alter table organizations
    add column answers_days integer,
    add column rows_days integer,
    add column audit_days integer,
    add column retention_changed_at timestamptz`,
  `alter table reports add column answers_gone_at timestamptz, add column rows_gone_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
