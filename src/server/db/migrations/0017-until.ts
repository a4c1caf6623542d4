import { type Kysely, sql } from "kysely";

/** The runs of a project can stop asking once enough is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column until jsonb`.execute(db);
}
