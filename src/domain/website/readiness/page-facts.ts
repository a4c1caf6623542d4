import { type CheerioAPI, load } from "cheerio/slim";
import { squeezed } from "../../text/white-space.ts";
import { withinReason } from "../page/bounds.ts";
import { wordCount } from "./words.ts";

/** What the raw HTML of a page says, before any JavaScript has run. Every text is foreign. */
export interface PageFacts {
  /** `lang` of the document. */
  language: string | null;
  title: string | null;
  description: string | null;
  /** Directives of `<meta name="robots">` and of those for single agents, which are in lower case. */
  robots: { agent: string; directives: string }[];
  /** As absolute addresses where they can be read, otherwise as they stand. */
  canonicals: string[];
  /** `og:` properties with a value. */
  openGraph: ReadonlyMap<string, string>;
  headings: { level: number; text: string }[];
  /** Of the content: without navigation, footer and what is hidden. */
  words: number;
  /** Of everything that is shown. */
  wordsTotal: number;
  /** Absolute addresses with the text of the link. */
  links: { url: string; text: string }[];
  author: string | null;
  /** The text of each JSON-LD block. */
  jsonLd: string[];
  /** Types that microdata and RDFa name. */
  otherTypes: string[];
  /** Dates of the page itself, as `<meta>` and microdata tell them. */
  dates: string[];
  /** Dates that the text shows in `<time>`. */
  times: string[];
  /** Elements were nested too deeply; the rest of the page was not read. */
  cut: boolean;
}

const most = { headings: 1000, links: 2000, blocks: 100, items: 200, capturesOpen: 8 };

type AnyNode = ReturnType<CheerioAPI["root"]>[0]["children"][number];
type Element = Extract<AnyNode, { attribs: object }>;

/** A page that is being read, element by element. */
interface Draft {
  facts: Omit<PageFacts, "words" | "wordsTotal" | "openGraph"> & { openGraph: Map<string, string> };
  base: string;
  /** Texts that are being collected, each up to the end of its element. */
  captures: { element: Element; parts: string[]; done(text: string): void }[];
  /** Elements that are open of those that are not shown, and of those around the content. */
  unseen: number;
  around: number;
  content: string[];
  surroundings: string[];
}

/** The facts of a page at this address; those of an empty page for text that is not HTML. */
export function pageFacts(html: string, url: string): PageFacts {
  const { html: readable, cut } = withinReason(html);
  // The tolerant SAX parser: the one of the HTML standard takes quadratic time for some broken pages.
  const $ = load(readable, { xml: { xmlMode: false, decodeEntities: true } });
  const draft = emptyDraft(url, cut);
  walk($.root()[0]!.children[0] ?? null, draft);
  const words = wordCount(draft.content.join(""));
  return { ...draft.facts, words, wordsTotal: words + wordCount(draft.surroundings.join("")) };
}

const emptyDraft = (url: string, cut: boolean): Draft => ({
  facts: {
    language: null,
    title: null,
    description: null,
    robots: [],
    canonicals: [],
    openGraph: new Map(),
    headings: [],
    links: [],
    author: null,
    jsonLd: [],
    otherTypes: [],
    dates: [],
    times: [],
    cut,
  },
  base: url,
  captures: [],
  unseen: 0,
  around: 0,
  content: [],
  surroundings: [],
});

/** Visits every node once, in order. No recursion and no selectors: the depth and breadth of a page are not ours. */
function walk(first: AnyNode | null, draft: Draft): void {
  let node = first;
  while (node) {
    if (node.type === "text") read(node.data, draft);
    else if ("attribs" in node) enter(node, draft);
    if ("children" in node && node.children[0]) {
      node = node.children[0];
      continue;
    }
    while (node && !node.next) {
      if ("attribs" in node) leave(node, draft);
      node = node.parent as AnyNode | null;
    }
    if (!node) return;
    if ("attribs" in node) leave(node, draft);
    node = node.next;
  }
}

function read(text: string, { captures, unseen, around, content, surroundings }: Draft): void {
  for (const { parts } of captures) parts.push(text);
  if (unseen === 0) (around === 0 ? content : surroundings).push(text);
}

const unseenNames = new Set(
  "head script style template noscript svg iframe object title textarea".split(" "),
);
const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

const isUnseen = ({ name, attribs }: Element): boolean =>
  unseenNames.has(name) || "hidden" in attribs || attribs["aria-hidden"] === "true";

const isAround = ({ name, attribs }: Element): boolean =>
  name === "nav" || name === "footer" || attribs.role === "navigation" || attribs.role === "contentinfo";

function enter(element: Element, draft: Draft): void {
  if (isUnseen(element)) draft.unseen += 1;
  if (isAround(element)) draft.around += 1;
  if (!inline.has(element.name)) space(draft);
  readers[element.name]?.(element, draft);
  readItem(element, draft);
}

function leave(element: Element, draft: Draft): void {
  if (isUnseen(element)) draft.unseen -= 1;
  if (isAround(element)) draft.around -= 1;
  const last = draft.captures.at(-1);
  if (last && last.element === element) {
    draft.captures.pop();
    last.done(last.parts.join(""));
  }
  if (!inline.has(element.name)) space(draft);
}

function space(draft: Draft): void {
  read(" ", draft);
}

function capture(element: Element, { captures }: Draft, done: (text: string) => void): void {
  if (captures.length < most.capturesOpen) captures.push({ element, parts: [], done });
}

function add<T>(list: T[], item: T | null | undefined, atMost: number = most.items): void {
  if (item !== null && item !== undefined && item !== "" && list.length < atMost) list.push(item);
}

/** What each element has to say, by its name. */
const readers: Record<string, (element: Element, draft: Draft) => void> = {
  html: ({ attribs }, { facts }) => {
    facts.language ??= (attribs.lang ?? attribs["xml:lang"])?.trim() || null;
  },
  base: ({ attribs }, draft) => {
    draft.base = absolute(attribs.href ?? "", draft.base) ?? draft.base;
  },
  title: (element, draft) => {
    // An SVG has titles of its own.
    if (element.parent && "name" in element.parent && element.parent.name === "svg") return;
    capture(element, draft, (text) => {
      draft.facts.title ??= squeezed(text) || null;
    });
  },
  meta: ({ attribs }, { facts }) => readMeta(attribs, facts),
  link: ({ attribs }, { facts, base }) => {
    const rel = (attribs.rel ?? "").toLowerCase().split(/\s+/);
    if (rel.includes("canonical") && attribs.href)
      add(facts.canonicals, absolute(attribs.href, base) ?? attribs.href);
  },
  a: (element, draft) => {
    const url = absolute(element.attribs.href ?? "", draft.base);
    if (/(^|\s)author(\s|$)/i.test(element.attribs.rel ?? "")) draft.facts.author ??= url;
    if (url === null) return;
    capture(element, draft, (text) =>
      add(draft.facts.links, { url, text: squeezed(text).slice(0, 200) }, most.links),
    );
  },
  script: (element, draft) => {
    if (!/^\s*application\/ld\+json\s*(;|$)/i.test(element.attribs.type ?? "")) return;
    capture(element, draft, (text) => add(draft.facts.jsonLd, text, most.blocks));
  },
  time: ({ attribs }, { facts }) => add(facts.times, attribs.datetime?.trim()),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingReader(level)])),
};

function headingReader(level: number) {
  return (element: Element, draft: Draft): void => {
    if (draft.unseen > 0) return;
    capture(element, draft, (text) =>
      add(draft.facts.headings, { level, text: squeezed(text) }, most.headings),
    );
  };
}

/** Agents whose own `<meta>` counts here; others' are about something else. */
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

function readMeta(attribs: Record<string, string>, facts: Draft["facts"]): void {
  const name = (attribs.name ?? attribs.property ?? "").trim().toLowerCase();
  const property = (attribs.property ?? attribs.name ?? "").trim().toLowerCase();
  const content = squeezed(attribs.content ?? "");
  if (content === "") return;
  if (name === "description") facts.description ??= content;
  if (name === "author") facts.author ??= content;
  if (robotsMetas.has(name)) add(facts.robots, { agent: name, directives: content });
  if (dateMetas.has(property) || dateMetas.has(name)) add(facts.dates, content);
  if (property.startsWith("og:") && !facts.openGraph.has(property) && facts.openGraph.size < most.items)
    facts.openGraph.set(property, content);
}

/** Microdata and RDFa, which any element may carry. */
function readItem({ attribs }: Element, { facts }: Draft): void {
  if ("itemscope" in attribs) add(facts.otherTypes, attribs.itemtype?.trim());
  if (attribs.typeof) add(facts.otherTypes, attribs.typeof.trim());
  if (/(^|\s)date(Modified|Published)(\s|$)/.test(attribs.itemprop ?? ""))
    add(facts.dates, (attribs.datetime ?? attribs.content)?.trim());
  if (/(^|\s)author(\s|$)/.test(attribs.itemprop ?? "")) facts.author ??= attribs.content?.trim() || "author";
}

function absolute(href: string, base: string): string | null {
  const text = href.trim();
  return text !== "" && URL.canParse(text, base) ? new URL(text, base).href : null;
}

/** What is known of a page that could not be read. */
export const noFacts: PageFacts = pageFacts("", "https://nothing.invalid/");
