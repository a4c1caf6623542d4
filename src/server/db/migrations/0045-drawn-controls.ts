import { type Kysely, sql } from "kysely";

/** Prompts that chance left out of an intervention, with which its own are compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table interventions add column control_keys jsonb`).execute(db);
}
