import { readSitemap, type Sitemap, type SitemapEntry } from "../crawl/sitemap.ts";
import { isSamePageAs } from "./address.ts";
import { noFacts, type PageFacts, pageFacts } from "./page-facts.ts";
import { type StructuredData, structuredData } from "./structured-data.ts";

/** Why a fetch brought nothing. */
export type FetchFailure =
  | "dns"
  | "connection"
  | "tls"
  | "timeout"
  | "too_large"
  | "headers_too_large"
  | "too_many_redirects"
  | "redirect_refused"
  | "bad_response";

/** An answer that came, whatever its status. */
export interface Fetched {
  ok: true;
  asked: string;
  /** Of the last request, after redirects. */
  url: string;
  status: number;
  /** Redirects on the way. */
  redirects: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body, decoded. */
  text: string;
  /** Of the body after decompression, as far as it was read. */
  bytes: number;
  /** The body was longer than what was read of it. */
  cut: boolean;
  /** Until the headers of the last response were there. */
  firstByteMs: number;
}

export interface NotFetched {
  ok: false;
  url: string;
  failure: FetchFailure;
}

export type Fetch = Fetched | NotFetched;

/** Everything that is fetched for one readiness check. */
export interface Fetches {
  page: Fetch;
  /** The same address with the other of http and https; null where that makes no sense (a port of its own). */
  counterpart: Fetch | null;
  robots: Fetch;
  /** Sitemaps that robots.txt names, or /sitemap.xml; and the first of those that an index lists. */
  sitemaps: readonly Fetch[];
  llms: Fetch;
  /** When it was fetched, ms since the epoch. */
  at: number;
}

/** What the checks look at: what was fetched, read once. */
export interface Material extends Fetches {
  /** Facts of the page; those of an empty page where it could not be read or is no HTML. */
  facts: PageFacts;
  structured: StructuredData;
  /** What there is at the addresses of sitemaps. */
  read: readonly ReadSitemap[];
}

export interface ReadSitemap {
  url: string;
  /** Null where it is none. */
  sitemap: Sitemap | null;
  /** It is longer than what was read of it. */
  cut: boolean;
  /** That of the page, where it lists pages and this one among them. */
  entry: SitemapEntry | null;
}

export function materialOf(fetches: Fetches): Material {
  const { page, sitemaps } = fetches;
  const facts = page.ok && isHtml(page) ? pageFacts(page.text, page.url) : noFacts;
  return {
    ...fetches,
    facts,
    structured: structuredData(facts.jsonLd),
    read: sitemaps.flatMap((file) =>
      file.ok && file.status === 200 ? [readSitemapFile(file, page.url)] : [],
    ),
  };
}

function readSitemapFile({ url, text, cut }: Fetched, page: string): ReadSitemap {
  const sitemap = readSitemap(text);
  return { url, sitemap, cut, entry: sitemap?.kind === "pages" ? entryOf(sitemap, page) : null };
}

/** The entry of this address to the letter, else one in another form of it. */
function entryOf({ entries }: Sitemap, page: string): SitemapEntry | null {
  const isSamePage = isSamePageAs(page);
  return entries.find(({ url }) => url === page) ?? entries.find(({ url }) => isSamePage(url)) ?? null;
}

/** The page as it was fetched. Only for checks that are skipped where it was not. */
export function pageOf({ page }: Fetches): Fetched {
  if (!page.ok) throw new TypeError("checks of a page need a page");
  return page;
}

/** Whether the answer is a web page; a missing content type is one. */
export const isHtml = ({ headers }: Fetched): boolean =>
  /^\s*($|text\/html|application\/xhtml\+xml)/i.test(headers["content-type"] ?? "");

/** Text files answered with a web page are not there: the site answers everything with its app or an error page. */
export const isWebPage = ({ text, headers }: Fetched): boolean =>
  /^\s*<(!doctype|html|head|body)\b/i.test(text.slice(0, 1000)) ||
  (/text\/html/i.test(headers["content-type"] ?? "") && /<\w/.test(text.slice(0, 1000)));
