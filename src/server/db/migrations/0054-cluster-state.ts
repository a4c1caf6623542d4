import { type Kysely, sql } from "kysely";

/** What the processes of a store remember together, across their starts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table cluster_state (
        name text primary key,
        state jsonb not null,
        changed_at timestamptz not null default now())`,
    )
    .execute(db);
}
