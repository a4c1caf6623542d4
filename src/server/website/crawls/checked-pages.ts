import type { CrawledPage, SiteProfile } from "../../../site/crawl/crawl.ts";
import type { Db } from "../../db/db.ts";
import { addCrawlPages } from "./crawl-pages.ts";
import { endCrawl, insertCrawl, type NewCrawl } from "./crawl-records.ts";

/**
 * Stores the pages of a readiness check as an ended crawl, in the given transaction. It becomes the newest of its
 * project only if that has none, and only for the project's own website: a crawl of ten pages must not displace one of
 * two hundred.
 */
export async function insertCheckedPages(
  db: Db,
  crawl: NewCrawl & { ownWebsite: boolean },
  pages: readonly CrawledPage[],
  end: { status: "partial" | "completed"; profile: SiteProfile },
): Promise<void> {
  const { now, projectId } = crawl;
  const record = await insertCrawl(db, crawl);
  const stored = pages.map((page, ordinal) => ({ ...page, ordinal, askedUrl: page.url }));
  await addCrawlPages(db, record.id, stored, { urlCount: pages.length, now });
  await endCrawl(db, { ...record, projectId: null }, end, now);
  if (!crawl.ownWebsite) return;
  await db
    .updateTable("projects")
    .set({ latest_crawl_record_id: record.id })
    .where("id", "=", projectId)
    .where("latest_crawl_record_id", "is", null)
    .execute();
}
