import { type Kysely, sql } from "kysely";

/** The mark of the one secret that everything stored was sealed and hashed with: a single row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("create table server_secret (one boolean primary key default true check (one), mark text not null)")
    .execute(db);
}
