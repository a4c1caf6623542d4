import type { Context } from "../../../kernel/context.ts";
import { crawlPagesOf, type StoredPage } from "../../../store/website/crawl-pages.ts";
import type { CrawlRecord } from "../../../store/website/crawl-records.ts";

/** The pages of a crawl. Warns if it is so old that they are no longer stored. */
export async function crawledPages(
  { db, warn }: Pick<Context, "db" | "warn">,
  { id, pages, status }: CrawlRecord,
): Promise<StoredPage[]> {
  const kept = await crawlPagesOf(db, id);
  if (status !== "processing" && pages > 0 && kept.length === 0) {
    const message = "The pages of this crawl have been deleted. Crawl the site again.";
    warn({ code: "CRAWL_PAGES_GONE", path: null, message });
  }
  return kept;
}
