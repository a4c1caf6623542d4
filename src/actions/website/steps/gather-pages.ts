import type { CrawledPage } from "../../../domain/website/crawl/crawl.ts";
import { createFrontier, siteOf } from "../../../domain/website/crawl/frontier.ts";
import { allows } from "../../../domain/website/crawl/robots.ts";
import { crawledPage, failedPage, followed } from "../../../domain/website/page/crawled-page.ts";
import type { Context } from "../../../kernel/context.ts";
import { BusyError, UnreadableError } from "../../../kernel/outside/parsing.ts";
import type { Website } from "../../../kernel/outside/website.ts";
import { createPace } from "../../../kernel/pace.ts";
import type { SiteMaterial } from "./gather-material.ts";

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
  const start = crawledPage(page, whole, { url: page.url, depth: 0, fetchedAt });

  const frontier = createFrontier(page.url);
  frontier.seen(page.url);
  frontier.add(followed(whole), 1);
  const pace = createPace();
  const wanted: string[] = [];
  for (const { url } of frontier.next(linkedMax * 2))
    if (wanted.length < linkedMax && (await pace(() => allows(ours.rules, url)))) wanted.push(url);
  const linked = await readAll(website, wanted, fetchedAt);
  return [start, ...linked.filter(({ url }) => siteOf(url) === siteOf(page.url))];
}

/** Reads a few at a time; returns what there is when the time is up. */
async function readAll(website: Website, urls: readonly string[], fetchedAt: string): Promise<CrawledPage[]> {
  const until = performance.now() + timeoutMs;
  const found: (CrawledPage | null)[] = urls.map(() => null);
  const waiting = [...urls.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, url] = next;
      const left = Math.ceil(until - performance.now());
      if (left <= 0) return;
      found[at] = await readOne(website, { url, bytesMax, timeoutMs: left }, fetchedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return found.filter((page) => page !== null);
}

/** Null for a page that did not come. One that cannot be read within the time has failed, and does not end the check. */
async function readOne(
  website: Website,
  request: { url: string; bytesMax: number; timeoutMs: number },
  fetchedAt: string,
): Promise<CrawledPage | null> {
  const file = await website.attempt(request, "as_failure");
  if (!file.ok) return null;
  const { url } = file;
  try {
    const page = await website.page(file, AbortSignal.timeout(request.timeoutMs));
    return crawledPage(file, page, { url, depth: 1, fetchedAt });
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof BusyError) return failedPage(url, 1, fetchedAt);
    throw error;
  }
}
