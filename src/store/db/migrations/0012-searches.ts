import { type Kysely, sql } from "kysely";

/** What assistants searched for stands beside each answer; `searches` is how often they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table asks add column queries jsonb`.execute(db);
}
