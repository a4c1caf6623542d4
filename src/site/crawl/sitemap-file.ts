import { isSamePageAs } from "../page/address.ts";
import { decodedPage } from "../page/charset.ts";
import { type FileBytes, isWebPage } from "../page/site-file.ts";
import { pageAddress, siteOf } from "./frontier.ts";
import { readSitemap, type SitemapEntry } from "./sitemap.ts";

/** A sitemap, and what to read from it. */
export interface SitemapRequest extends FileBytes {
  /** Its own address. */
  url: string;
  /** A page whose entry to look for, or null. */
  page: string | null;
  /** Of pages, keeps only those of this address's site, without repeats and in canonical form. */
  site: string;
  /** How many addresses to keep. */
  keep: number;
}

/** What was read from a sitemap. */
export interface SitemapFile {
  kind: "pages" | "index";
  /** How many addresses it lists. */
  entries: number;
  /** The first of them, as many as were to be kept. */
  urls: string[];
  /** The page's entry, if the sitemap lists pages and this one is among them. */
  entry: SitemapEntry | null;
}

/** Reads a sitemap, whatever its content type says. If it is not one: whether a web page came in its place. */
export function readSitemapFile(request: SitemapRequest): SitemapFile | "web_page" | "unknown" {
  const { body, contentType, url, page, site, keep } = request;
  const text = decodedPage(body, contentType);
  const sitemap = readSitemap(text, url);
  if (!sitemap) return isWebPage(text, contentType) ? "web_page" : "unknown";
  const { kind, entries } = sitemap;
  return {
    kind,
    entries: entries.length,
    urls: keptOf(entries, kind === "pages" ? site : null, keep),
    entry: kind === "pages" && page !== null ? entryOf(entries, page) : null,
  };
}

function keptOf(entries: readonly SitemapEntry[], site: string | null, keep: number): string[] {
  const urls = new Set<string>();
  for (const { url } of entries) {
    if (urls.size >= keep) break;
    const address = site === null ? url : pageAddress(url);
    if (address !== null && (site === null || siteOf(address) === siteOf(site))) urls.add(address);
  }
  return [...urls];
}

/** The entry with exactly this address, or else one with another form of it. */
function entryOf(entries: readonly SitemapEntry[], page: string): SitemapEntry | null {
  const isSamePage = isSamePageAs(page);
  return entries.find(({ url }) => url === page) ?? entries.find(({ url }) => isSamePage(url)) ?? null;
}
