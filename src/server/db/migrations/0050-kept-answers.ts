import { type Kysely, sql } from "kysely";

/** An answer is stored as it arrives and read after, and what was under way in a process that died is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table asks add column unbooked_usd double precision, add column lapses smallint not null default 0`,
    )
    .execute(db);
  await sql.raw(`alter table reports add column asks_repeated integer not null default 0`).execute(db);
}
