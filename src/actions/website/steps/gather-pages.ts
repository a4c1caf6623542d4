import type { CrawledPage } from "../../../domain/website/crawl/crawl.ts";
import { createFrontier, siteOf } from "../../../domain/website/crawl/frontier.ts";
import { forbidAll, mayFetch, robotsOf } from "../../../domain/website/crawl/robots.ts";
import { readPage } from "../../../domain/website/page/page.ts";
import {
  type Fetch,
  type Fetched,
  type Fetches,
  isHtml,
} from "../../../domain/website/readiness/material.ts";
import type { Context } from "../../../kernel/context.ts";
import { fetchOne } from "./fetch-one.ts";

const linkedMax = 9;
const atOnce = 3;
const bytesMax = 1024 * 1024;
const timeoutMs = 5_000;

/**
 * The page that was checked and some that it links to, at most ten, read as a crawl reads them: only what the site's
 * robots.txt lets us have. Empty where it lets us have nothing.
 */
export async function gatherPages(
  context: Pick<Context, "outside" | "now">,
  { page, robots }: Fetches,
): Promise<CrawledPage[]> {
  const { agent } = context.outside;
  const rules = robots.ok ? robotsOf({ status: robots.status, body: robots.text }) : forbidAll;
  if (!page.ok || !mayFetch(rules, agent, page.url)) return [];
  const fetchedAt = context.now().toISOString();
  const start = crawledPage(page, 0, fetchedAt);
  if (!start.page) return [];

  const frontier = createFrontier(page.url);
  frontier.seen(page.url);
  if (start.page.follow) frontier.add(start.page.links, 1);
  const wanted = frontier.next(linkedMax * 2).filter(({ url }) => mayFetch(rules, agent, url));
  const linked = await fetchAll(
    context,
    wanted.slice(0, linkedMax).map(({ url }) => url),
  );
  const own = linked.filter((fetched) => siteOf(fetched.url) === siteOf(page.url));
  return [start, ...own.map((fetched) => crawledPage(fetched, 1, fetchedAt))];
}

/** Some at a time, and what there is when the time is up. */
async function fetchAll(context: Pick<Context, "outside">, urls: readonly string[]): Promise<Fetched[]> {
  const until = Date.now() + timeoutMs;
  const waiting = [...urls];
  const found: Fetch[] = [];
  const fetchNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const left = until - Date.now();
      if (left <= 0) return;
      found.push(await fetchOne(context, { url, bytesMax, timeoutMs: left }, "as_failure"));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fetchNext));
  const order = new Map(urls.map((url, at) => [url, at]));
  return found
    .filter((fetched) => fetched.ok)
    .sort((a, b) => (order.get(a.asked) ?? 0) - (order.get(b.asked) ?? 0));
}

function crawledPage(fetched: Fetched, depth: number, fetchedAt: string): CrawledPage {
  const { url, status, headers, text } = fetched;
  const page = status === 200 && isHtml(fetched) ? readPage(text, url) : null;
  return {
    url,
    depth,
    status,
    etag: headers.etag?.slice(0, 500) ?? null,
    lastModified: headers["last-modified"]?.slice(0, 500) ?? null,
    fetchedAt,
    page: page?.index ? page : null,
  };
}
