import { type Kysely, sql } from "kysely";

/** An account can be disabled by its operator, or be deleted while its belongings are still being removed. */
const statements = [
  `alter table users add column disabled_at timestamptz, add column deleted_at timestamptz`,
  `create index users_disabled on users (id) where disabled_at is not null`,
  `create index users_deleted on users (deleted_at) where deleted_at is not null`,
  `create index users_by_email on users (lower(email))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
