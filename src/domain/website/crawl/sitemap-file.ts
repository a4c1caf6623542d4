import { isSamePageAs } from "../page/address.ts";
import { decodedPage } from "../page/charset.ts";
import { pageAddress, siteOf } from "./frontier.ts";
import type { FileBytes } from "./site-file.ts";
import { readSitemap, type SitemapEntry } from "./sitemap.ts";

/** What is asked of a sitemap. */
export interface SitemapRequest extends FileBytes {
  /** A page whose entry is looked for, or null. */
  page: string | null;
  /** An address of the only site whose addresses are kept, each once and in the one form of a page's; null keeps all. */
  site: string | null;
  /** Addresses to keep. */
  keep: number;
}

/** A sitemap, read for what is asked of it. */
export interface SitemapFile {
  kind: "pages" | "index";
  /** How many addresses it lists. */
  entries: number;
  /** The first of them, as many as are kept. */
  urls: string[];
  /** That of the page, if it lists pages and this one among them. */
  entry: SitemapEntry | null;
}

/** Reads a sitemap; null for what is none. */
export function readSitemapFile({ body, contentType, page, site, keep }: SitemapRequest): SitemapFile | null {
  const sitemap = readSitemap(decodedPage(body, contentType));
  if (!sitemap) return null;
  const { kind, entries } = sitemap;
  return {
    kind,
    entries: entries.length,
    urls: keptOf(entries, site, keep),
    entry: kind === "pages" && page !== null ? entryOf(entries, page) : null,
  };
}

function keptOf(entries: readonly SitemapEntry[], site: string | null, keep: number): string[] {
  const kept = new Set<string>();
  for (const { url } of entries) {
    if (kept.size >= keep) break;
    const address = site === null ? url : pageAddress(url);
    if (address !== null && (site === null || siteOf(address) === siteOf(site))) kept.add(address);
  }
  return [...kept];
}

/** The entry of this address to the letter, else one in another form of it. */
function entryOf(entries: readonly SitemapEntry[], page: string): SitemapEntry | null {
  const isSamePage = isSamePageAs(page);
  return entries.find(({ url }) => url === page) ?? entries.find(({ url }) => isSamePage(url)) ?? null;
}
