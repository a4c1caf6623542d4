import { type Kysely, sql } from "kysely";

/** An account can be shut by its operator, and be gone while what belonged to it is still being deleted. */
const statements = [
  `alter table users add column disabled_at timestamptz, add column deleted_at timestamptz`,
  `create index users_disabled on users (id) where disabled_at is not null`,
  `create index users_deleted on users (deleted_at) where deleted_at is not null`,
  `create index users_by_email on users (lower(email))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
