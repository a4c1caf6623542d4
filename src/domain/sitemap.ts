import { gunzipSync } from "node:zlib";
import { XMLParser } from "fast-xml-parser";

/** A sitemap's pages, or the sitemaps that an index lists. */
export interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

const bytesMax = 4 * 1024 * 1024;
const entriesMax = 5_000;

/** Entities are undone for addresses only, below: a document may not define its own. */
const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === "url" || name === "sitemap",
});

const none: Sitemap = { pages: [], sitemaps: [] };

/**
 * Reads a sitemap, an index of them, or a list of addresses in plain text, gzipped or not (sitemaps.org). One that was
 * cut short gives what stands before the cut. Never throws: what cannot be read is empty.
 */
export function readSitemap(bytes: Buffer): Sitemap {
  const text = textOf(bytes)?.trim();
  if (!text) return none;
  if (!text.startsWith("<"))
    return {
      pages: linesOf(text),
      sitemaps: [],
    };
  const { urlset, sitemapindex } = parsed(whole(text));
  return { pages: addressesIn(urlset?.url), sitemaps: addressesIn(sitemapindex?.sitemap) };
}

interface Entries {
  urlset?: { url?: { loc?: unknown }[] };
  sitemapindex?: { sitemap?: { loc?: unknown }[] };
}

function parsed(text: string): Entries {
  try {
    const root: unknown = parser.parse(text);
    return typeof root === "object" && root !== null ? (root as Entries) : {};
  } catch {
    return {};
  }
}

function addressesIn(entries: { loc?: unknown }[] | undefined): string[] {
  if (!Array.isArray(entries)) return [];
  return entries
    .slice(0, entriesMax)
    .map((entry) => (typeof entry?.loc === "string" ? undone(entry.loc.trim()) : ""))
    .filter(isAddress);
}

const linesOf = (text: string): string[] =>
  text
    .split("\n", entriesMax)
    .map((line) => line.trim())
    .filter(isAddress);

const isAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && text.length <= 2_048 && URL.canParse(text);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const undone = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);

/** A document that ends in the middle ends after its last whole entry instead. */
function whole(text: string): string {
  const root = /<((?:\w+:)?(?:urlset|sitemapindex))[\s>]/.exec(text)?.[1];
  if (!root || text.includes(`</${root}`)) return text;
  const ends = [...text.matchAll(/<\/(?:\w+:)?(?:url|sitemap)>/g)];
  const last = ends.at(-1);
  return last ? `${text.slice(0, last.index + last[0].length)}</${root}>` : "";
}

function textOf(bytes: Buffer): string | null {
  try {
    const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = zipped ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes;
    return plain
      .subarray(0, bytesMax)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
  } catch {
    return null;
  }
}
