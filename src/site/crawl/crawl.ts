import type { Heading, Page } from "../page/page.ts";
import type { Instead } from "../page/wall.ts";
import { siteTopics } from "./site-topics.ts";

/** How far and how fast a crawl goes. */
export interface CrawlSettings {
  pagesMax: number;
  timeMs: number;
  /** Pause between two requests to one site; 0 is impolite. */
  delayMs: number;
  /** Concurrent requests to one site. */
  atOnce: number;
}

/** One page of a crawl, as its record stores it. */
export interface CrawledPage {
  /** The address that answered, after redirects; unique in the record. */
  url: string;
  /** Links from the start page to it; 1 for pages known only from a sitemap. */
  depth: number;
  /** HTTP status; null if nothing usable came back. */
  status: number | null;
  etag: string | null;
  lastModified: string | null;
  fetchedAt: string;
  /** Null for a page that failed, is not HTML, or asks not to be indexed. */
  page: Page | null;
  /** What answered in its place; absent for pages stored before it was noted. */
  instead?: Instead | null;
}

/** What a crawl learned about the site as a whole. */
export interface SiteProfile {
  /** Title of the start page. */
  title: string | null;
  /** What the site calls itself. */
  siteName: string | null;
  /** The start page's description of itself in a sentence or two, at most 300 characters. */
  summary: string | null;
  /** BCP 47; the language of most pages. */
  language: string | null;
  /** What its pages are about, the most telling first; at most 15. */
  topics: string[];
  headings: Heading[];
  hasRobots: boolean;
  hasSitemap: boolean;
  /** Addresses of sitemaps that could not be read for lack of time; absent in profiles stored before it was noted. */
  sitemapsUnread?: string[];
  /** Copies of other pages, which were left out; absent in profiles stored before they were counted. */
  pagesMerged?: number;
  /** The first addresses at which something else answered in a page's place; absent in profiles stored before it was noted. */
  pagesWalled?: { url: string; reason: Instead }[];
  pagesFailed: number;
}

/** What is known of a site besides its pages. */
export type SiteFacts = Pick<SiteProfile, "hasRobots" | "hasSitemap" | "sitemapsUnread" | "pagesMerged">;

export const crawlFailures = {
  ROBOTS_DISALLOWED: {
    message: "The site's robots.txt does not allow OverheardBot; nothing was kept.",
    retryable: false,
  },
  SITE_UNREACHABLE: { message: "The site could not be reached.", retryable: true },
  URL_NOT_ALLOWED: { message: "The address leads to one that may not be fetched.", retryable: false },
  PAGE_UNREADABLE: {
    message: "The start page could not be read in time: its HTML is too large or too complex.",
    retryable: false,
  },
  FIREWALL: {
    message:
      "A firewall answered in place of the site: it wants proof of a human, or refuses us. Let OverheardBot through it and crawl again.",
    retryable: true,
  },
  COOKIE_WALL: {
    message: "The site asks for cookies or consent before it shows anything, so there is nothing to read.",
    retryable: false,
  },
  SCRIPT_REDIRECT: {
    message:
      "The start page only sends readers on with JavaScript, which neither we nor most assistants run. Start at the page that it leads to.",
    retryable: false,
  },
  NO_PAGES: { message: "No readable page was found at this address.", retryable: false },
  CRAWL_INTERRUPTED: { message: "The crawl was interrupted too often.", retryable: true },
} as const;

/** Why a crawl without a page failed, by what answered in the pages' place. */
export const failureOfWall: Record<Instead, CrawlFailureCode> = {
  firewall: "FIREWALL",
  cookie_wall: "COOKIE_WALL",
  script_redirect: "SCRIPT_REDIRECT",
  closed_refresh: "ROBOTS_DISALLOWED",
};

export type CrawlFailureCode = keyof typeof crawlFailures;

const summaryMax = 300;
const walledMax = 20;

/** A site's profile from its pages, the start page first. Deterministic. */
export function siteProfile(pages: readonly CrawledPage[], site: SiteFacts): SiteProfile {
  const read = pages.flatMap(({ page }) => (page ? [page] : []));
  const home = read[0] ?? null;
  const siteName = home && siteNameOf(home, read);
  return {
    title: home?.title ?? null,
    siteName,
    summary: home && (home.description ?? firstSentences(home.text)),
    language: mostFrequent(read.flatMap(({ language }) => (language ? [language] : []))),
    topics: siteTopics(read, siteName),
    headings: home?.headings ?? [],
    ...site,
    pagesWalled: pages
      .flatMap(({ url, instead }) => (instead ? [{ url, reason: instead }] : []))
      .slice(0, walledMax),
    pagesFailed: pages.filter(({ status }) => hasFailed(status)).length,
  };
}

/** Whether a page failed to answer, and so may answer another time. A page that is gone or forbidden has answered. */
export const hasFailed = (status: number | null): boolean =>
  status === null || status === 429 || status >= 500;

/**
 * How a crawl ends: partial if some of its pages did not answer, could not be read in time or were kept from us by a wall,
 * or one of its sitemaps could not be read.
 */
export const endOfCrawl = (
  pages: readonly Pick<CrawledPage, "status" | "instead">[],
  { sitemapsUnread }: Pick<SiteProfile, "sitemapsUnread">,
): "partial" | "completed" =>
  sitemapsUnread?.length || pages.some(({ status, instead }) => hasFailed(status) || isWall(instead))
    ? "partial"
    : "completed";

const isWall = (instead: Instead | null | undefined): boolean =>
  instead === "firewall" || instead === "cookie_wall";

/**
 * A site's name: what it calls itself, or else the part of the start page's title that occurs in its host or in other
 * pages' titles, or else its host's name.
 */
function siteNameOf(home: Page, pages: readonly Page[]): string | null {
  if (home.siteName) return home.siteName;
  const label = hostLabel(home.url);
  const parts = titleParts(home.title);
  const squeezed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const sharing = (part: string) => pages.filter(({ title }) => titleParts(title).includes(part)).length;
  const siteName =
    parts.find((part) => squeezed(part) === squeezed(label)) ?? parts.find((part) => sharing(part) >= 2);
  return siteName ?? (/[a-z]/i.test(label) ? label.charAt(0).toUpperCase() + label.slice(1) : null);
}

/** Splits a title at its separators. */
export const titleParts = (title: string | null): string[] =>
  (title ?? "").split(/\s+[-–—|·•:»]\s+|\s*[|·•»]\s*|:\s+/u).filter(Boolean);

function hostLabel(url: string): string {
  const labels = new URL(url).hostname.replace(/^www\./, "").split(".");
  return (labels.length > 2 && labels.at(-2)!.length <= 3 ? labels.at(-3) : labels.at(-2)) ?? "";
}

function firstSentences(text: string): string | null {
  const start = text
    .slice(0, summaryMax + 1)
    .replace(/\s+/g, " ")
    .trim();
  if (start.length === 0) return null;
  if (start.length <= summaryMax) return start;
  const end = Math.max(
    start.lastIndexOf(". "),
    start.lastIndexOf("? "),
    start.lastIndexOf("! "),
    start.lastIndexOf("。"),
  );
  return end > 60 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(" ", summaryMax - 1))}…`;
}

/** The most frequent value; on a tie, the first. */
export function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[string | null, number]>(
    (best, one) => (one[1] > best[1] ? one : best),
    [null, 0],
  )[0];
}
