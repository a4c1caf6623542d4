import { type Kysely, sql } from "kysely";

/** Whether the vendor says that it declined or withheld an answer; null where nobody asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table asks add column declined boolean`.execute(db);
}
