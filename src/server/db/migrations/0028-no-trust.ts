import { type Kysely, sql } from "kysely";

/** No browser is trusted with skipping the second step: what earlier versions noted of such browsers goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from identity_verifications where identifier like 'trust-device-%'`.execute(db);
}
