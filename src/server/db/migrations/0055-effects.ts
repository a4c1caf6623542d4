import { type Kysely, sql } from "kysely";

/** What came of an intervention as it was last found: it can be found again, so a store from before begins without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table interventions add column effect json, add column effect_from text`).execute(db);
}
