import { keptOf, type WholePage } from "../page/page.ts";
import type { FetchedFile } from "../page/site-file.ts";
import type { Wall } from "../page/wall.ts";
import type { CrawledPage } from "./crawl.ts";
import { siteOf } from "./frontier.ts";

const linksKept = 300;
const validatorMax = 500;

/**
 * A page as the record of a crawl stores it. A page that asks not to be indexed is never stored, but its links may
 * still be followed.
 */
export function crawledPage(
  { file, page, wall = null }: { file: FetchedFile; page: WholePage | null; wall?: Wall | null },
  { url, depth, fetchedAt }: { url: string; depth: number; fetchedAt: string },
): CrawledPage {
  const { status, headers } = file;
  return {
    url,
    depth,
    status,
    etag: headers.etag?.slice(0, validatorMax) ?? null,
    lastModified: headers["last-modified"]?.slice(0, validatorMax) ?? null,
    fetchedAt,
    page: page?.index ? { ...keptOf(page), links: ownLinks(page) } : null,
    instead: wall?.kind ?? null,
  };
}

/** Addresses on the same site that it links to, if it lets us follow them. */
export const linksToFollow = (page: Pick<WholePage, "url" | "links" | "follow"> | null): string[] =>
  page?.follow ? ownLinks(page) : [];

/** A page that did not come or could not be read in time: it may another time. */
export const failedPage = (url: string, depth: number, fetchedAt: string): CrawledPage => ({
  url,
  depth,
  fetchedAt,
  status: null,
  etag: null,
  lastModified: null,
  page: null,
});

const ownLinks = ({ url, links }: Pick<WholePage, "url" | "links">): string[] =>
  links.filter((link) => siteOf(link) === siteOf(url)).slice(0, linksKept);
