import { XMLParser } from "fast-xml-parser";
import { isSamePage } from "./address.ts";

/** What a sitemap lists: pages, or further sitemaps; null for what is no sitemap. Source: sitemaps.org protocol. */
export interface Sitemap {
  kind: "pages" | "index";
  entries: { url: string; changed: string | null }[];
}

const entriesMax = 50_000;

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  // The five of XML and numbers; a document's own entities are never expanded.
  processEntities: { enabled: true, maxTotalExpansions: 200_000, maxEntityCount: 0 },
  isArray: (name) => name === "url" || name === "sitemap",
});

export function readSitemap(text: string): Sitemap | null {
  // A text file with one address a line is a sitemap as well.
  if (/^\s*https?:\/\//.test(text)) {
    const lines = text.split(/\s+/).filter((line) => URL.canParse(line));
    return { kind: "pages", entries: lines.slice(0, entriesMax).map((url) => ({ url, changed: null })) };
  }
  const document = parsed(text);
  const [kind, rows] =
    document?.sitemapindex !== undefined
      ? (["index", rowsOf(document.sitemapindex, "sitemap")] as const)
      : (["pages", document?.urlset === undefined ? null : rowsOf(document.urlset, "url")] as const);
  if (rows === null) return null;
  return {
    kind,
    entries: rows
      .slice(0, entriesMax)
      .flatMap(({ loc, lastmod }) =>
        typeof loc === "string" && URL.canParse(loc.trim())
          ? [{ url: loc.trim(), changed: typeof lastmod === "string" ? lastmod.trim() : null }]
          : [],
      ),
  };
}

interface Row {
  loc?: unknown;
  lastmod?: unknown;
}

function parsed(text: string): Record<string, unknown> | null {
  if (!/<(?:\w+:)?(urlset|sitemapindex)[\s>]/.test(text.slice(0, 10_000))) return null;
  try {
    return parser.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function rowsOf(root: unknown, name: "url" | "sitemap"): Row[] {
  const rows =
    typeof root === "object" && root !== null ? (root as Record<string, unknown>)[name] : undefined;
  return Array.isArray(rows) ? rows.filter((row): row is Row => typeof row === "object" && row !== null) : [];
}

/** The entry of this page, where it is listed. */
export const entryOf = ({ entries }: Sitemap, url: string): Sitemap["entries"][number] | undefined =>
  entries.find((entry) => entry.url === url) ?? entries.find((entry) => isSamePage(entry.url, url));
