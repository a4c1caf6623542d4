import { type Kysely, sql } from "kysely";

/** Of accounts made from here on it is known who made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_users add column "selfMade" boolean default false`.execute(db);
}
