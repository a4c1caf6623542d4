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
 * Reads a sitemap, a sitemap index, or a plain-text list of addresses; of a truncated one, what comes before the cut.
 * Null if it is none of these. It searches for the few elements it needs instead of building a tree, which would take
 * several 100 MB for 4 MB of hostile tags, and ten times as long for real ones.
 */
export function readSitemap(text: string): Sitemap | null {
  if (/^\s*https?:\/\//i.test(text)) return { kind: "pages", entries: linesOf(text) };
  const root = /<((?:[\w-]+:)?)(urlset|sitemapindex)[\s/>]/.exec(text.slice(0, rootWithin));
  if (!root) return null;
  const [, prefix = "", name] = root;
  const body = withoutComments(text.slice(root.index));
  return name === "urlset"
    ? { kind: "pages", entries: entriesOf(body, prefix, "url") }
    : { kind: "index", entries: entriesOf(body, prefix, "sitemap") };
}

const linesOf = (text: string): SitemapEntry[] =>
  text
    .split(/\s+/, entriesMax)
    .filter(isAddress)
    .map((url) => ({ url, changed: null }));

const isAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && text.length <= addressMax && URL.canParse(text);

/** An element with another prefix than the root's (`<image:loc>`) belongs to another vocabulary. */
function entriesOf(xml: string, prefix: string, name: "url" | "sitemap"): SitemapEntry[] {
  const [loc, lastmod] = [valueIn(`${prefix}loc`), valueIn(`${prefix}lastmod`)];
  const entries: SitemapEntry[] = [];
  for (const inner of contentsOf(xml, prefix + name)) {
    const url = loc(inner);
    const changed = lastmod(inner);
    if (url && isAddress(url))
      entries.push({ url, changed: changed && changed.length <= dateMax ? changed : null });
    if (entries.length === entriesMax) break;
  }
  return entries;
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
