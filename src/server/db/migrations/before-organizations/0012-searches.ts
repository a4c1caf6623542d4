import { type Kysely, sql } from "kysely";

/** Stores what assistants searched for beside each answer; `searches` is how many searches they made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table asks add column queries jsonb`.execute(db);
}
