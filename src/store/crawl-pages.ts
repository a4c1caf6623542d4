import type { KnownPage } from "../domain/planner.ts";
import type { Db } from "./db.ts";

/** The pages of the newest crawl of a project that has any to show; undefined without one. */
export async function latestCrawlPages(db: Db, projectId: string): Promise<KnownPage[] | null> {
  const row = await db
    .selectFrom("crawl_records")
    .where("project_id", "=", projectId)
    .where("status", "in", ["completed", "partial"])
    .select("record")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const pages = (row?.record as { pages?: KnownPage[] } | null | undefined)?.pages;
  return pages ?? null;
}
