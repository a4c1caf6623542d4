import { decodeXML } from "entities";

/** What a sitemap lists: pages, or further sitemaps. Source: the protocol of sitemaps.org. */
export interface Sitemap {
  kind: "pages" | "index";
  entries: SitemapEntry[];
}

export interface SitemapEntry {
  url: string;
  /** `<lastmod>` as written. */
  changed: string | null;
}

/** The most that the protocol allows in one file. */
const entriesMax = 50_000;
const rootWithin = 10_000;
const addressMax = 2_048;
const dateMax = 100;

/**
 * Reads a sitemap, a sitemap index, a feed (RSS or Atom), or a plain-text list of addresses; of a truncated one, what
 * comes before the cut. Relative addresses are relative to the sitemap's own, `base`. Null if it is none of these. It
 * searches for the few elements it needs instead of building a tree, which would take several 100 MB for 4 MB of hostile
 * tags, and ten times as long for real ones.
 */
export function readSitemap(text: string, base: string): Sitemap | null {
  if (/^\s*(?:#[^\n]{0,1000}\n\s*)*https?:\/\//i.test(text)) return { kind: "pages", entries: linesOf(text) };
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex|rss|RDF|feed)[\s/>]/.exec(text.slice(0, rootWithin));
  if (!root) return null;
  const body = withoutComments(text.slice(root.index));
  switch (root[1]) {
    case "urlset":
      return { kind: "pages", entries: entriesOf(body, "url", base) };
    case "sitemapindex":
      return { kind: "index", entries: entriesOf(body, "sitemap", base) };
    case "feed":
      return { kind: "pages", entries: feedEntries(body, "entry", base) };
    default:
      return { kind: "pages", entries: feedEntries(body, "item", base) };
  }
}

const linesOf = (text: string): SitemapEntry[] =>
  text
    .split(/\s+/, entriesMax)
    .filter((word) => /^https?:\/\//i.test(word) && word.length <= addressMax && URL.canParse(word))
    .map((url) => ({ url, changed: null }));

/** A web address as a sitemap gives it, which may leave out the host or the scheme; null for anything else. */
function addressIn(text: string | null, base: string): string | null {
  if (!text || text.length > addressMax) return null;
  const { protocol, host } = new URL(base);
  const lacksScheme =
    text.toLowerCase().startsWith(`${host}/`) || /^www\.[^/\s]+\.[a-z]+(?:\/|$)/i.test(text);
  const url = URL.parse(lacksScheme ? `${protocol}//${text}` : text, base);
  return url && /^https?:$/.test(url.protocol) ? (/^https?:\/\//i.test(text) ? text : url.href) : null;
}

/** The elements may have a prefix; one with another prefix (`<image:loc>`) belongs to another vocabulary. */
function entriesOf(xml: string, name: "url" | "sitemap", base: string): SitemapEntry[] {
  const prefix = new RegExp(`<((?:[\\w-]+:)?)${name}[\\s>]`).exec(xml)?.[1] ?? "";
  const [loc, lastmod] = [valueIn(`${prefix}loc`), valueIn(`${prefix}lastmod`)];
  const entries: SitemapEntry[] = [];
  for (const inner of contentsOf(xml, prefix + name)) {
    const url = addressIn(loc(inner), base);
    if (url) entries.push({ url, changed: dated(lastmod(inner)) });
    if (entries.length === entriesMax) break;
  }
  return entries;
}

const dated = (text: string | null): string | null => (text && text.length <= dateMax ? text : null);

/** The pages of a feed: RSS names them in `<link>` or a `<guid>` that is an address, Atom in the `href` of a `<link>`. */
function feedEntries(xml: string, name: "item" | "entry", base: string): SitemapEntry[] {
  const [link, guid] = [valueIn("link"), valueIn("guid")];
  const dates = ["updated", "lastBuildDate", "pubDate", "published", "dc:date"].map(valueIn);
  const entries: SitemapEntry[] = [];
  for (const inner of contentsOf(xml, name)) {
    const href = name === "item" ? (link(inner) ?? webAddress(guid(inner))) : hrefIn(inner);
    const url = addressIn(href, base);
    const date = dates.reduce<string | null>((firstDate, read) => firstDate ?? read(inner), null);
    if (url) entries.push({ url, changed: dated(date && isoDate(date)) });
    if (entries.length === entriesMax) break;
  }
  return entries;
}

const webAddress = (text: string | null): string | null => (text && /^https?:\/\//i.test(text) ? text : null);

/** Feeds write dates by RFC 822 too. */
const isoDate = (date: string): string =>
  /^\d{4}/.test(date) || Number.isNaN(Date.parse(date.slice(0, dateMax)))
    ? date
    : new Date(date.slice(0, dateMax)).toISOString();

/** The `href` of an entry's link to its page, which has `rel="alternate"` or none. */
function hrefIn(entry: string): string | null {
  for (const [, attributes = ""] of entry.matchAll(/<link\s([^<>]*)>/g)) {
    const rel = /\brel\s*=\s*["']?([\w-]+)/.exec(attributes)?.[1] ?? "alternate";
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
    if (rel === "alternate" && href) return decodeXML(href[1] ?? href[2] ?? "").trim();
  }
  return null;
}

/** The content of each element with this name. One that does not end was cut off and is left out. */
function* contentsOf(xml: string, name: string): Generator<string> {
  const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`, "g");
  const closing = new RegExp(`</${name}\\s*>`, "g");
  while (opening.test(xml)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(xml);
    if (!end) return;
    yield xml.slice(opening.lastIndex, end.index);
    opening.lastIndex = closing.lastIndex;
  }
}

/** The text of the first element with this name. Decodes only the five XML entities and numeric ones. */
function valueIn(name: string): (xml: string) => string | null {
  const element = new RegExp(`<${name}(?:\\s[^<>]*)?>(?:\\s*<!\\[CDATA\\[(.*?)\\]\\]>|([^<]*))`, "s");
  return (xml) => {
    const [, data, text] = element.exec(xml) ?? [];
    return (data ?? decodeXML(text ?? "")).trim() || null;
  };
}

/** In one pass, whatever the text: a pattern would search for the end of every unclosed comment. */
const withoutComments = (xml: string): string =>
  xml
    .split("<!--")
    .map((part, at) => {
      const end = at === 0 ? 0 : part.indexOf("-->") + 3;
      return at > 0 && end === 2 ? "" : part.slice(end);
    })
    .join("");
