import { type Kysely, sql } from "kysely";

/** What answered in a page's place: a firewall, a cookie wall, a redirect by script. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table crawl_pages add column instead text").execute(db);
}
