import { type Kysely, sql } from "kysely";

/** The codes of authenticator apps that have signed somebody in, each good for that once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_used_codes (
      "userId" text not null references identity_users on delete cascade,
      code bytea not null,
      used_at timestamptz not null,
      primary key ("userId", code))`.execute(db);
}
