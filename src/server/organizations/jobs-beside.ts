import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";

/**
 * How many jobs of one kind the organization of a project has waiting or under way, beside this one. Whoever has fewer comes first, so
 * that nobody waits behind all that another organization has asked for.
 */
export const draftsBeside = (db: Db, { projectId, reportId }: { projectId: string; reportId: string }) =>
  count(
    db,
    sql`reports where user_id = ${ownerOf(projectId)} and status = 'processing' and type = 'generated_content'
      and id <> ${reportId}`,
  );

/** The same of searches for Reddit threads. */
export const refreshesBeside = (db: Db, { projectId, id }: { projectId: string; id: string }) =>
  count(
    db,
    sql`reddit_refreshes f join projects p on p.id = f.project_id
      where p.user_id = ${ownerOf(projectId)} and f.status = 'processing' and f.id <> ${id}`,
  );

/** The same of crawls, by the record of one. */
export const crawlsBeside = (db: Db, recordId: string) =>
  count(
    db,
    sql`crawl_records where user_id = (select user_id from crawl_records where id = ${recordId})
      and status = 'processing' and id <> ${recordId}`,
  );

const ownerOf = (projectId: string): RawBuilder<string> =>
  sql`(select user_id from projects where id = ${projectId})`;

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ beside: number }>`select count(*)::int as beside from ${from}`.execute(db);
  return rows[0]!.beside;
}
