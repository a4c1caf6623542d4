import { squeezed } from "../../text/white-space.ts";
import { wordCount } from "../../text/word-count.ts";
import { readDocument } from "./document.ts";
import { identityIn } from "./structured.ts";

export interface Heading {
  /** 1 to 6. */
  level: number;
  text: string;
}

/** What a page says, read from its HTML without running its scripts. Everything in it is foreign text. */
export interface Page {
  url: string;
  title: string | null;
  description: string | null;
  /** What it says its site is called. */
  siteName: string | null;
  /** BCP 47, as declared. */
  language: string | null;
  /** Absolute; null where it names none. */
  canonical: string | null;
  headings: Heading[];
  /** What a reader sees without navigation, header and footer: paragraphs apart by a blank line. */
  text: string;
  /** The text was longer than is kept. */
  textCut: boolean;
  /** Words of the whole text; letters in scripts without spaces. */
  words: number;
  /** Absolute http(s) addresses, each once, in their order. */
  links: string[];
  /** What its meta robots lets us do. */
  index: boolean;
  follow: boolean;
  /** schema.org types of its JSON-LD. */
  structuredTypes: string[];
}

export const textMax = 20_000;
export const headingsMax = 100;
export const headingLengthMax = 200;
export const linksMax = 2_000;

/** Reads a page. Never throws, whatever the HTML; the time it takes grows with its length and nothing else. */
export function readPage(html: string, url: string): Page {
  const document = readDocument(html);
  const { metas } = document;
  const base = absolute(document.base, url) ?? url;
  const identity = identityIn(document.jsonLd);
  const robots = (metas.get("robots") ?? "").toLowerCase().split(/[\s,]+/);
  return {
    url,
    title: shortened(document.title ?? metas.get("og:title") ?? null, 300),
    description: shortened(metas.get("description") ?? metas.get("og:description") ?? null, 500),
    siteName: shortened(metas.get("og:site_name") ?? metas.get("application-name") ?? identity.name, 120),
    language: languageTag(
      document.language ?? metas.get("content-language") ?? metas.get("og:locale") ?? null,
    ),
    canonical: absolute(document.canonical, base),
    headings: document.headings.slice(0, headingsMax),
    text: document.text.slice(0, textMax),
    textCut: document.text.length > textMax,
    words: wordCount(document.text),
    links: linksOf(document.hrefs, base),
    index: !robots.includes("noindex") && !robots.includes("none"),
    follow: !robots.includes("nofollow") && !robots.includes("none"),
    structuredTypes: identity.types,
  };
}

function linksOf(hrefs: readonly string[], base: string): string[] {
  const links = new Set<string>();
  for (const href of hrefs) {
    const url = absolute(href, base);
    if (url) links.add(url);
    if (links.size >= linksMax) break;
  }
  return [...links];
}

/** An http(s) address without its fragment, or null. */
function absolute(href: string | null, base: string): string | null {
  if (href === null || !URL.canParse(href.trim(), base)) return null;
  const url = new URL(href.trim(), base);
  url.hash = "";
  return /^https?:$/.test(url.protocol) && url.href.length <= 2_048 ? url.href : null;
}

function languageTag(text: string | null): string | null {
  try {
    return text ? (Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0] ?? null) : null;
  } catch {
    return null;
  }
}

const shortened = (text: string | null | undefined, max: number): string | null => {
  const clean = text && squeezed(text);
  return clean ? clean.slice(0, max) : null;
};
