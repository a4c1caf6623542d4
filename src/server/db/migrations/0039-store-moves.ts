import { type Kysely, sql } from "kysely";

/** A store that is moved to this server, or away from it: whoever starts on it finds out whether it may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table store_moves (
      id uuid primary key,
      state text not null,
      host text not null,
      data_dir text not null,
      at timestamptz not null
    )`.execute(db);
}
