import { type Kysely, sql } from "kysely";

/**
 * What joining without a terminal is kept by: the second token of an invitation, which is in its mail alone; the links for
 * the first account; and those that admins make for a member's new password. All as SHA-256.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table invitations add column mailed_token_hash bytea unique`,
  `create index invitations_of_address on invitations (email)`,
  `create table first_account_links (token_hash bytea primary key, created_at timestamptz not null)`,
  `create table password_links (
    member_id uuid primary key references members on delete cascade,
    token_hash bytea not null unique,
    made_by uuid not null,
    expires_at timestamptz not null
  )`,
];
