import { type Kysely, sql } from "kysely";

/** Large reads that are under way: unlogged, as a crash of the database ends them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create unlogged table heavy_reads (
        organization_id uuid not null, place smallint not null, token uuid not null unique, until timestamptz not null,
        primary key (organization_id, place))`,
    )
    .execute(db);
}
