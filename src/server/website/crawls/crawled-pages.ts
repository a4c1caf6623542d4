import type { Context } from "../../api/context.ts";
import { crawlPagesOf, type StoredPage } from "./crawl-pages.ts";
import type { CrawlRecord } from "./crawl-records.ts";

/** The pages of a crawl. Warns if it is so old that they are no longer stored. */
export async function crawledPages(
  { db, warn }: Pick<Context, "db" | "warn">,
  record: CrawlRecord,
): Promise<StoredPage[]> {
  const pages = await crawlPagesOf(db, record.id);
  if (pages.length === 0) warnOfNone({ warn }, record);
  return pages;
}

/** No page of the crawl is there: warns if there was one. */
export function warnOfNone({ warn }: Pick<Context, "warn">, { pages, status }: CrawlRecord): void {
  if (status === "processing" || pages === 0) return;
  const message = "The pages of this crawl have been deleted. Crawl the site again.";
  warn({ code: "CRAWL_PAGES_GONE", path: null, message });
}
