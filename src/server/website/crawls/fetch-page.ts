import { crawledPage, linksToFollow } from "../../../site/crawl/crawled-page.ts";
import { pageAddress, siteOf } from "../../../site/crawl/frontier.ts";
import type { FetchedFile } from "../../../site/page/site-file.ts";
import { retryAfterMs } from "../../kernel/retry-after.ts";
import type { Visit, Website } from "../../outbound/website/website.ts";
import type { StoredPage } from "./crawl-pages.ts";

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

export interface FetchTerms {
  earlier?: StoredPage | undefined;
  signal: AbortSignal;
  now(): Date;
  /** Whether robots.txt lets us have the page that another refreshes to. */
  may(url: string): boolean | Promise<boolean>;
}

const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
const pauseMaxMs = 10_000;

/**
 * Requests one page, with the validators of an earlier crawl if there are any, and reads it. Throws the outbound guard's
 * errors, UnreadableError and BusyError; any status is an answer.
 */
export async function fetchPage(
  website: Website,
  { url, depth, ordinal }: Target,
  { earlier, signal, now, may }: FetchTerms,
): Promise<FetchedPage> {
  const headers = { accept, ...(earlier?.page ? validatorsOf(earlier) : {}) };
  const visit = await website.visit({ url, headers, signal }, { may, signal });
  const { file, refreshed } = visit;
  const final = pageAddress(file.url) ?? file.url;
  const fetchedAt = now().toISOString();
  const request = { askedUrl: url, depth, ordinal, fetchedAt };
  const waitMs = wantedPauseMs(file, now());
  if (file.status === 304 && earlier)
    return { page: { ...earlier, ...request }, links: linksToFollow(earlier.page), waitMs };
  const elsewhere = depth > 0 && siteOf(final) !== siteOf(url);
  const response = elsewhere ? { file, page: null } : visit;
  const page = { ...crawledPage(response, { url: final, depth, fetchedAt }), ...request };
  // The validators are those of the page that was led to, and the next crawl asks for the one that leads there.
  const again = refreshed ? { etag: null, lastModified: null } : {};
  return { page: { ...page, ...again }, links: linksOf(response), waitMs };
}

/** Where a page leads; one that leads on by script alone, there. */
const linksOf = ({ page, wall }: Pick<Visit, "page"> & Partial<Visit>): string[] =>
  wall?.leadsTo ? [wall.leadsTo] : linksToFollow(page);

function validatorsOf({ etag, lastModified }: StoredPage): Record<string, string> {
  return {
    ...(etag ? { "if-none-match": etag } : {}),
    ...(lastModified ? { "if-modified-since": lastModified } : {}),
  };
}

function wantedPauseMs({ status, headers }: FetchedFile, now: Date): number {
  if (status !== 429 && status !== 503) return 0;
  return Math.min(pauseMaxMs, retryAfterMs(headers["retry-after"], now) ?? 1_000);
}
