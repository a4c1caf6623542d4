import type { CrawledPage } from "../../../site/crawl/crawl.ts";
import { crawledPage, failedPage, linksToFollow } from "../../../site/crawl/crawled-page.ts";
import { createFrontier, siteOf } from "../../../site/crawl/frontier.ts";
import { allows } from "../../../site/crawl/robots.ts";
import type { Context } from "../../api/context.ts";
import { createPace } from "../../kernel/pace.ts";
import { BusyError } from "../../outbound/parsing.ts";
import type { Website } from "../../outbound/website/website.ts";
import type { SiteMaterial } from "../readiness/gather-material.ts";

const linkedMax = 9;
const atOnce = 3;
const bytesMax = 1024 * 1024;
const timeoutMs = 5_000;

/**
 * The checked page and some that it links to, at most ten, read as a crawl reads them: only what the site's robots.txt
 * allows us. Empty if it allows nothing.
 */
export async function gatherPages(
  { website, now }: Pick<Context, "website" | "now">,
  { page, whole, ours }: SiteMaterial,
): Promise<CrawledPage[]> {
  if (!page.ok || !whole?.index || !ours || !allows(ours.rules, page.url)) return [];
  const fetchedAt = now().toISOString();
  const start = crawledPage({ file: page, page: whole }, { url: page.url, depth: 0, fetchedAt });

  const frontier = createFrontier(page.url);
  frontier.markSeen(page.url);
  frontier.add(linksToFollow(whole), 1);
  const pace = createPace();
  const linkedUrls: string[] = [];
  for (const { url } of frontier.next(linkedMax * 2))
    if (linkedUrls.length < linkedMax && (await pace(() => allows(ours.rules, url)))) linkedUrls.push(url);
  const may = (url: string) => frontier.covers(url) && allows(ours.rules, url);
  const linked = await readAll({ website, may }, linkedUrls, fetchedAt);
  return [start, ...linked.filter(({ url }) => siteOf(url) === siteOf(page.url))];
}

interface LinkedSite {
  website: Website;
  may(url: string): boolean;
}

/** Reads a few at a time; returns what there is when the time is up. */
async function readAll(site: LinkedSite, urls: readonly string[], fetchedAt: string): Promise<CrawledPage[]> {
  const until = performance.now() + timeoutMs;
  const pages: (CrawledPage | null)[] = urls.map(() => null);
  const waiting = [...urls.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, url] = next;
      const remainingMs = Math.ceil(until - performance.now());
      if (remainingMs <= 0) return;
      pages[at] = await readOne(site, { url, bytesMax, timeoutMs: remainingMs }, fetchedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return pages.filter((page) => page !== null);
}

/** Null for a page that did not come. One that cannot be read within the time has failed, and does not end the check. */
async function readOne(
  { website, may }: LinkedSite,
  request: { url: string; bytesMax: number; timeoutMs: number },
  fetchedAt: string,
): Promise<CrawledPage | null> {
  const terms = { may, refused: "as_failure", signal: AbortSignal.timeout(request.timeoutMs) } as const;
  try {
    const { file, page, wall } = await website.attemptVisit(request, terms);
    if (file.ok) return crawledPage({ file, page, wall }, { url: file.url, depth: 1, fetchedAt });
    return file.failure === "unreadable" ? failedPage(request.url, 1, fetchedAt) : null;
  } catch (error) {
    if (error instanceof BusyError) return failedPage(request.url, 1, fetchedAt);
    throw error;
  }
}
