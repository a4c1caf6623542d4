import { pageAddress, siteOf } from "../../domain/website/crawl/frontier.ts";
import type { Fetched } from "../../domain/website/crawl/site-file.ts";
import { crawledPage, followed } from "../../domain/website/page/crawled-page.ts";
import type { Website } from "../../kernel/outside/website.ts";
import type { StoredPage } from "../../store/website/crawl-pages.ts";

export interface Target {
  url: string;
  depth: number;
  ordinal: number;
}

export interface FetchedPage {
  page: StoredPage;
  /** Addresses on the site that it links to. */
  links: string[];
  /** How long an overloaded site wants to be left alone, within reason. */
  waitMs: number;
}

const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
const retryAfterMaxMs = 10_000;

/**
 * Requests one page, with the validators of an earlier crawl if there are any, and reads it. Throws the outbound guard's
 * errors, UnreadableError and BusyError; any status is an answer.
 */
export async function fetchPage(
  website: Website,
  { url, depth, ordinal }: Target,
  { earlier, signal, now }: { earlier?: StoredPage | undefined; signal: AbortSignal; now(): Date },
): Promise<FetchedPage> {
  const file = await website.fetch({
    url,
    headers: { accept, ...(earlier?.page ? validatorsOf(earlier) : {}) },
    signal,
  });
  const final = pageAddress(file.url) ?? file.url;
  const fetchedAt = now().toISOString();
  const asked = { askedUrl: url, depth, ordinal, fetchedAt };
  const waitMs = retryAfterMs(file);
  if (file.status === 304 && earlier)
    return { page: { ...earlier, ...asked }, links: followed(earlier.page), waitMs };
  const elsewhere = depth > 0 && siteOf(final) !== siteOf(url);
  const read = elsewhere ? null : await website.page({ ...file, url: final }, signal);
  const page = { ...crawledPage(file, read, { url: final, depth, fetchedAt }), ...asked };
  return { page, links: followed(read), waitMs };
}

function validatorsOf({ etag, lastModified }: StoredPage): Record<string, string> {
  return {
    ...(etag ? { "if-none-match": etag } : {}),
    ...(lastModified ? { "if-modified-since": lastModified } : {}),
  };
}

function retryAfterMs({ status, headers }: Fetched): number {
  if (status !== 429 && status !== 503) return 0;
  const seconds = Number(headers["retry-after"] ?? 1);
  return Math.min(retryAfterMaxMs, 1_000 * (seconds >= 0 ? seconds : 1));
}
