import { wordCount } from "../../reader/text/word-count.ts";
import { canonicalsOf } from "./canonical.ts";
import { directivesOf, headerDirectives } from "./directives.ts";
import { refreshOf } from "./refresh.ts";
import { type StructuredData, structuredData } from "./structured-data.ts";
import { type WalkedPage, walkPage } from "./walk.ts";
import { collapseAndTrim } from "./white-space.ts";

export interface Heading {
  /** 1 to 6. */
  level: number;
  text: string;
}

/** What a page says, read from its HTML without running scripts. Everything in it is foreign text. */
export interface Page {
  url: string;
  title: string | null;
  description: string | null;
  /** What it calls its site. */
  siteName: string | null;
  /** BCP 47, as declared. */
  language: string | null;
  /** Absolute; null if it names none, or several that contradict each other. */
  canonical: string | null;
  headings: Heading[];
  /** What readers see, without navigation, header and footer: paragraphs separated by blank lines. */
  text: string;
  /** The text was longer than what is stored. */
  textCut: boolean;
  /** Words in the whole text; an estimate for scripts without spaces. */
  words: number;
  /** Absolute http(s) addresses, in order and without repeats. */
  links: string[];
  /** What its robots meta tags and X-Robots-Tag allow us. */
  index: boolean;
  follow: boolean;
  /** schema.org types of its JSON-LD. */
  structuredTypes: string[];
}

/** A page as just read, including what only the readiness checks look at. */
export interface WholePage extends Page {
  facts: PageFacts;
}

/** What a page's raw HTML declares and shows before any JavaScript runs. All texts are foreign. */
export interface PageFacts {
  /** `lang` of the document, as written. */
  language: string | null;
  title: string | null;
  description: string | null;
  /** Directives of `<meta name="robots">` and of tags for single agents, which are in lower case. */
  robots: { agent: string; directives: string }[];
  /** Of its head and its Link header, as absolute addresses if they can be parsed, otherwise as written. */
  canonicals: string[];
  /** It names one in its body, where nobody reads it. */
  canonicalInBody: boolean;
  /** `og:` properties with a value. */
  openGraph: ReadonlyMap<string, string>;
  /** Every visible heading, including blank ones. */
  headings: Heading[];
  /** Of the content: without navigation, header, footer, sidebars and hidden parts. */
  words: number;
  /** Of everything visible. */
  wordsTotal: number;
  /** Absolute addresses with their link text. */
  links: { url: string; text: string }[];
  author: string | null;
  structured: StructuredData;
  /** Types named by microdata and RDFa. */
  otherTypes: string[];
  /** Dates of the page itself, from `<meta>` and microdata. */
  dates: string[];
  /** Dates that the text shows in `<time>`. */
  times: string[];
  /** Where it sends its readers at once, or after a few seconds if it says nothing itself; absolute. */
  onward: string | null;
  /** Where only its script sends them; absolute. */
  scriptRedirect: string | null;
  /** There was more than any real page has; the rest was not read. */
  cut: boolean;
}

/** The headers that say something of a page; empty if there are none. */
export interface PageHeaders {
  robotsTag?: string | undefined;
  link?: string | undefined;
  refresh?: string | undefined;
}

export const textMax = 20_000;
export const headingsMax = 100;
export const headingLengthMax = 200;
export const linksMax = 2_000;
const titleMax = 2_000;

/** The agent name by which a page may address us alone. */
const ourselves = "overheardbot";
/** Agents whose own `<meta>` counts for readiness; others' tags are about something else. */
const robotsMetas = new Set([
  "robots",
  "googlebot",
  "bingbot",
  "applebot",
  "oai-searchbot",
  "perplexitybot",
  "claude-searchbot",
]);
const dateMetas = new Set([
  "article:modified_time",
  "article:published_time",
  "og:updated_time",
  "last-modified",
  "date",
  "dcterms.modified",
]);

/** Reads a page and its headers. Never throws, whatever the HTML; the time is linear in its length. */
export function readPage(
  html: string,
  url: string,
  { robotsTag = "", link = "", refresh = "" }: PageHeaders = {},
): WholePage {
  const walked = walkPage(html);
  const meta = metaOf(walked);
  const base = webAddress(walked.base, url) ?? url;
  const canonicals = canonicalsOf(walked.canonicals, { base, url, header: link });
  const structured = structuredData(walked.jsonLd);
  const headings = walked.headings.filter(({ inText, text }) => inText && text !== "");
  return {
    url,
    title: shortened(walked.title ?? meta("og:title"), 300),
    description: shortened(meta("description") ?? meta("og:description"), 500),
    siteName: shortened(meta("og:site_name") ?? meta("application-name") ?? structured.siteName, 120),
    language: languageTag(walked.language ?? meta("content-language") ?? meta("og:locale")),
    canonical: canonicals.length === 1 ? webAddress(canonicals[0]!, base) : null,
    headings: headings
      .slice(0, headingsMax)
      .map(({ level, text }) => ({ level, text: text.slice(0, headingLengthMax) })),
    text: walked.text.slice(0, textMax),
    textCut: walked.text.length > textMax,
    words: wordCount(walked.text),
    links: linksOf(walked, base),
    ...permissions(walked, robotsTag),
    structuredTypes: structured.types,
    facts: {
      ...factsOf(walked, { base, structured, meta, canonicals }),
      ...onwardOf(walked, { url, base, refresh }),
    },
  };
}

/** The part of a page that a crawl stores. */
export function keptOf({ facts: _, ...page }: WholePage): Page {
  return page;
}

type MetaReader = (key: string) => string | null;

/** The first tag of each name counts. */
function metaOf({ metas }: WalkedPage): MetaReader {
  const first = new Map<string, string>();
  for (const { keys, content } of metas) for (const key of keys) if (!first.has(key)) first.set(key, content);
  return (key) => first.get(key) ?? null;
}

function permissions({ metas }: WalkedPage, robotsTag: string): { index: boolean; follow: boolean } {
  const directives = [
    ...metas.flatMap(({ keys, content }) =>
      keys.includes("robots") || keys.includes(ourselves) ? directivesOf(content, "robots") : [],
    ),
    ...headerDirectives(robotsTag).filter(({ agent }) => agent === "robots" || agent === ourselves),
  ].map(({ name }) => name);
  const none = directives.includes("none");
  return {
    index: !none && !directives.includes("noindex"),
    follow: !none && !directives.includes("nofollow"),
  };
}

function factsOf(
  walked: WalkedPage,
  {
    base,
    structured,
    meta,
    canonicals,
  }: { base: string; structured: StructuredData; meta: MetaReader; canonicals: string[] },
): Omit<PageFacts, "onward" | "scriptRedirect"> {
  const { metas, anchors, items } = walked;
  const words = wordCount(walked.content);
  const metaTexts = metas.map(({ keys, content }) => ({ keys, content: collapseAndTrim(content) }));
  const openGraph = new Map<string, string>();
  for (const { keys, content } of metaTexts)
    for (const key of keys) if (key.startsWith("og:") && !openGraph.has(key)) openGraph.set(key, content);
  const author =
    meta("author") ??
    items.find(({ property }) => hasWord(property, "author"))?.property ??
    anchors.find(({ rel }) => hasWord(rel, "author"))?.href ??
    null;
  return {
    language: walked.language?.trim() || null,
    title: walked.title?.slice(0, titleMax) || null,
    description: meta("description") && collapseAndTrim(meta("description")!).slice(0, titleMax),
    robots: metaTexts.flatMap(({ keys, content }) =>
      keys.filter((key) => robotsMetas.has(key)).map((agent) => ({ agent, directives: content })),
    ),
    canonicals,
    canonicalInBody: walked.canonicalInBody,
    openGraph,
    headings: walked.headings.map(({ level, text }) => ({ level, text })),
    words,
    wordsTotal: words + wordCount(walked.surroundings),
    links: anchors.slice(0, linksMax).flatMap(({ href, text }) => {
      const url = anyAddress(href, base);
      return url === null ? [] : [{ url, text }];
    }),
    author,
    structured,
    otherTypes: items.flatMap(({ type }) => type ?? []),
    dates: [
      ...metaTexts.filter(({ keys }) => keys.some((key) => dateMetas.has(key))).map(({ content }) => content),
      ...items
        .filter(({ property }) => hasWord(property, "dateModified") || hasWord(property, "datePublished"))
        .map(({ value }) => value),
    ].filter(Boolean),
    times: walked.times,
    cut: walked.cut,
  };
}

/** A page with more words than this is one, though it may send its readers on later. */
const wordsInPassing = 60;
const waitMaxSeconds = 30;

/**
 * Where a page sends its readers. A refresh for readers without scripts counts only if the page's script leads to the same
 * address: otherwise it leads away from the page to one that asks for scripts.
 */
function onwardOf(
  walked: WalkedPage,
  { url, base, refresh }: { url: string; base: string; refresh: string },
): Pick<PageFacts, "onward" | "scriptRedirect"> {
  const other = (href: string | null) => {
    const address = webAddress(href, base);
    return address === webAddress(url, url) ? null : address;
  };
  const scriptRedirect = other(walked.scriptRedirect);
  const header = refresh === "" ? null : refreshOf(refresh);
  const sends = header ? { ...header, inNoscript: false } : walked.refresh;
  const onward = sends && other(sends.href);
  if (!sends || !onward) return { onward: null, scriptRedirect };
  const thin = wordCount(walked.content) <= wordsInPassing && sends.after <= waitMaxSeconds;
  const follows = sends.inNoscript ? thin && onward === scriptRedirect : thin || sends.after <= 1;
  return { onward: follows ? onward : null, scriptRedirect };
}

const hasWord = (list: string, word: string): boolean => list.split(/\s+/).includes(word);

function linksOf({ anchors }: WalkedPage, base: string): string[] {
  const links = new Set<string>();
  const hrefs = new Set<string>();
  for (const { href, rel } of anchors) {
    if (hrefs.has(href) || /(^|\s)nofollow(\s|$)/i.test(rel.slice(0, 200))) continue;
    hrefs.add(href);
    const url = webAddress(href, base);
    if (url) links.add(url);
    if (links.size >= linksMax) break;
  }
  return [...links];
}

/** An http(s) address without its fragment, or null. */
function webAddress(href: string | null, base: string): string | null {
  const url = href === null ? null : parsed(href, base);
  if (!url) return null;
  url.hash = "";
  return /^https?:$/.test(url.protocol) && url.href.length <= 2_048 ? url.href : null;
}

const anyAddress = (href: string, base: string): string | null => parsed(href, base)?.href ?? null;

function parsed(href: string, base: string): URL | null {
  const text = href.length > 10_000 ? "" : href.trim();
  return text === "" ? null : URL.parse(text, base);
}

function languageTag(text: string | null): string | null {
  try {
    return text
      ? (Intl.getCanonicalLocales(text.slice(0, 100).trim().replaceAll("_", "-"))[0] ?? null)
      : null;
  } catch {
    return null;
  }
}

const shortened = (text: string | null, max: number): string | null => {
  const clean = text && collapseAndTrim(text);
  return clean ? clean.slice(0, max) : null;
};

/** The facts of a page that could not be read. */
export const noFacts: PageFacts = readPage("", "https://nothing.invalid/").facts;
