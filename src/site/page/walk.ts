import { Parser } from "htmlparser2";
import { refreshOf, type Sends, scriptRedirectOf } from "./refresh.ts";
import { collapseAndTrim, collapseSpaces } from "./white-space.ts";

/** What a page's HTML contains, as written. All texts are foreign. */
export interface WalkedPage {
  /** `lang` of `<html>`. */
  language: string | null;
  title: string | null;
  /** The first `<base href>`. */
  base: string | null;
  /** Those of its head. */
  canonicals: string[];
  canonicalInBody: boolean;
  metas: Meta[];
  /** The first `<meta http-equiv="refresh">` that sends readers elsewhere. */
  refresh: (Sends & { inNoscript: boolean }) | null;
  /** Where the first script that does nothing else sends readers. */
  scriptRedirect: string | null;
  anchors: Anchor[];
  /** Every visible heading, in order; a blank one has no text. */
  headings: WalkedHeading[];
  /** The text of each JSON-LD block. */
  jsonLd: string[];
  items: MarkedItem[];
  /** `datetime` of `<time>`. */
  times: string[];
  /** Text shown as content: of `<main>` or the only `<article>` if that has enough, otherwise of the whole page. */
  text: string;
  /** All content text, and that of navigation, header, footer and sidebars; up to 400,000 characters. */
  content: string;
  surroundings: string;
  /** There was more than any real page has; the rest was not read. */
  cut: boolean;
}

export interface Meta {
  /** `name`, `property` or `http-equiv`, in lower case. */
  keys: string[];
  content: string;
}

export interface Anchor {
  href: string;
  rel: string;
  text: string;
}

export interface WalkedHeading {
  /** 1 to 6. */
  level: number;
  text: string;
  /** It belongs to the text of the page. */
  inText: boolean;
}

/** What an element declares by microdata or RDFa. */
export interface MarkedItem {
  type: string | null;
  property: string;
  value: string;
}

/** Each costs memory, some 40 MB together; a megabyte of real HTML has 15,000. */
const elementsMax = 20_000;
/** Browsers stop nesting at 512. */
const depthMax = 1_000;
/** For each closing tag the parser searches all open elements; this many comparisons take about 50 ms. */
const looksMax = 20_000_000;
/** A real tag has some ten attributes and a thousand characters. */
const attributesMax = 1_000;
const chunkLength = 8_192;
const most = { headings: 1_000, anchorTexts: 2_000, metas: 2_000, blocks: 100, items: 500 };
const textKeptMax = 400_000;
/** Length of a heading or link text before its white space is collapsed. */
const capturedMax = 2_000;

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const unseenNames = names(
  "script style noscript template svg math iframe object canvas audio video select option button textarea input dialog head title",
);
const aroundNames = names("nav header footer aside menu");
const aroundRoles = /^(navigation|banner|contentinfo|search|dialog)$/;
const blocks = names(
  "p div section article main ul ol li dl dt dd table tr blockquote pre figure figcaption h1 h2 h3 h4 h5 h6 br hr address details summary td th",
);
const inline = names(
  "a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr",
);

interface Open {
  name: string;
  unseen: boolean;
  around: boolean;
  /** Offset of its text, for a heading or a link. */
  from: number;
  ends: ((draft: Draft) => void) | null;
}

interface Region {
  name: string;
  from: number;
  to: number;
}

/** A page being read. */
interface Draft {
  walked: Omit<WalkedPage, "text" | "content" | "surroundings" | "cut">;
  open: Open[];
  /** What is visible, in order: text, spaces and line breaks. */
  pieces: string[];
  /** Whether each piece lies outside the content. */
  aside: boolean[];
  /** The next text starts a new piece. */
  apart: boolean;
  regions: Region[];
  unseen: number;
  around: number;
  svgs: number;
  /** Its `<body>` has begun. */
  inBody: boolean;
  /** Collects text that is not visible: a title or a block of data. */
  raw: string[] | null;
  elements: number;
  over: boolean;
}

/**
 * Walks a page's HTML once without building a tree, so that its depth and breadth cost no more than its length. Never
 * throws; a page that exceeds the bounds is read up to them.
 */
export function walkPage(html: string): WalkedPage {
  const draft = emptyDraft();
  let attributes = 0;
  const parser = new Parser(
    {
      onopentag: (name, attribs) => enter(draft, name, attribs),
      onclosetag: () => leave(draft),
      ontext: (text) => read(draft, text),
      onopentagname() {
        attributes = 0;
      },
      onattribute() {
        attributes += 1;
        if (attributes > attributesMax) draft.over = true;
      },
    },
    { decodeEntities: true },
  );
  let looks = 0;
  for (let at = 0; at < html.length && !draft.over; at += chunkLength) {
    const chunk = html.slice(at, at + chunkLength);
    looks += closingsIn(chunk) * draft.open.length;
    draft.over ||= looks > looksMax;
    if (!draft.over) parser.write(chunk);
  }
  if (!draft.over) parser.end();
  while (draft.open.length > 0) leave(draft);
  return finished(draft);
}

function closingsIn(chunk: string): number {
  let count = 0;
  for (let at = chunk.indexOf("</"); at !== -1; at = chunk.indexOf("</", at + 2)) count += 1;
  return count;
}

const emptyDraft = (): Draft => ({
  walked: {
    language: null,
    title: null,
    base: null,
    canonicals: [],
    canonicalInBody: false,
    metas: [],
    refresh: null,
    scriptRedirect: null,
    anchors: [],
    headings: [],
    jsonLd: [],
    items: [],
    times: [],
  },
  open: [],
  pieces: [],
  aside: [],
  apart: true,
  regions: [],
  unseen: 0,
  around: 0,
  svgs: 0,
  inBody: false,
  raw: null,
  elements: 0,
  over: false,
});

type Attributes = Record<string, string>;

function enter(draft: Draft, name: string, attribs: Attributes): void {
  if (draft.over) return;
  draft.elements += 1;
  if (draft.elements > elementsMax || draft.open.length >= depthMax) {
    draft.over = true;
    return;
  }
  const open: Open = {
    name,
    unseen: isUnseen(name, attribs),
    around: aroundNames.has(name) || aroundRoles.test(attribs.role ?? ""),
    from: 0,
    ends: null,
  };
  if (open.unseen) draft.unseen += 1;
  if (open.around) draft.around += 1;
  if (name === "svg") draft.svgs += 1;
  separate(draft, name);
  open.from = draft.pieces.length;
  open.ends = readers[name]?.(draft, attribs, open) ?? null;
  readItem(draft, attribs);
  if (name === "main" || name === "article" || attribs.role === "main")
    region(draft, open, name === "article" && attribs.role !== "main" ? "article" : "main");
  draft.open.push(open);
}

function leave(draft: Draft): void {
  const open = draft.open.pop();
  if (!open) return;
  open.ends?.(draft);
  separate(draft, open.name);
  if (open.unseen) draft.unseen -= 1;
  if (open.around) draft.around -= 1;
  if (open.name === "svg") draft.svgs -= 1;
}

function read(draft: Draft, text: string): void {
  if (draft.over) return;
  if (draft.raw) draft.raw.push(text);
  if (draft.unseen > 0) return;
  const { pieces, aside } = draft;
  // A line break in the source is a space within a block.
  const piece = text.length === 1 && text !== "\n" ? text : collapseSpaces(text);
  if (!draft.apart) pieces[pieces.length - 1] += piece;
  else {
    pieces.push(piece);
    aside.push(draft.around > 0);
    draft.apart = false;
  }
}

/** The separator that an element's edge puts between the texts on its sides. */
function separate(draft: Draft, name: string): void {
  draft.apart = true;
  if (draft.unseen > 0 || inline.has(name)) return;
  draft.pieces.push(blocks.has(name) ? "\n" : " ");
  draft.aside.push(draft.around > 0);
}

/** Hidden parts hold instructions to machines as often as anything else. */
const isUnseen = (name: string, attribs: Attributes): boolean =>
  unseenNames.has(name) ||
  "hidden" in attribs ||
  attribs["aria-hidden"] === "true" ||
  (attribs.style !== undefined &&
    /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
      attribs.style.slice(0, 10_000),
    ));

function region(draft: Draft, open: Open, name: string): void {
  const bounds: Region = { name, from: open.from, to: Number.POSITIVE_INFINITY };
  const { ends } = open;
  draft.regions.push(bounds);
  open.ends = (draft) => {
    ends?.(draft);
    bounds.to = draft.pieces.length;
  };
}

type Reader = (draft: Draft, attribs: Attributes, open: Open) => ((draft: Draft) => void) | null;

/** What to read from each element, by name; the returned function runs at the element's end. */
const readers: Readonly<Record<string, Reader>> = Object.assign(Object.create(null), {
  html: ({ walked }: Draft, attribs: Attributes) => {
    walked.language ??= attribs.lang ?? attribs["xml:lang"] ?? null;
    return null;
  },
  base: ({ walked }: Draft, { href }: Attributes) => {
    walked.base ??= href ?? null;
    return null;
  },
  // An SVG has titles of its own kind.
  title: (draft: Draft) =>
    draft.svgs > 0 || draft.walked.title !== null
      ? null
      : collect(draft, (text) => {
          draft.walked.title = collapseAndTrim(text);
        }),
  meta: ({ walked, open }: Draft, { name, property, "http-equiv": equiv, content = "" }: Attributes) => {
    const sends =
      /^\s*refresh\s*$/i.test(equiv?.slice(0, 100) ?? "") && !walked.refresh ? refreshOf(content) : null;
    if (sends) walked.refresh = { ...sends, inNoscript: open.some(({ name }) => name === "noscript") };
    const keys = [name, property, equiv].flatMap((key) => key?.toLowerCase().trim() || []);
    if (keys.length > 0 && content.trim() !== "") add(walked.metas, { keys, content }, most.metas);
    return null;
  },
  body: (draft: Draft) => {
    draft.inBody = true;
    return null;
  },
  // In the body anybody's text could set it, so nobody heeds it there.
  link: ({ walked, inBody }: Draft, { rel, href }: Attributes) => {
    if (!href || !hasWord(rel, "canonical")) return null;
    if (inBody) walked.canonicalInBody = true;
    else add(walked.canonicals, href);
    return null;
  },
  a: ({ walked }: Draft, { href, rel = "" }: Attributes, { from }: Open) => {
    if (!href) return null;
    const anchor = { href, rel, text: "" };
    walked.anchors.push(anchor);
    return walked.anchors.length > most.anchorTexts
      ? null
      : (draft: Draft) => {
          anchor.text = textFrom(draft, from).slice(0, 200);
        };
  },
  script: (draft: Draft, { type, src }: Attributes) => {
    const { walked } = draft;
    const kind = (type ?? "").slice(0, 100);
    if (/^\s*application\/ld\+json\s*(;|$)/i.test(kind))
      return walked.jsonLd.length < most.blocks
        ? collect(draft, (text) => void walked.jsonLd.push(text))
        : null;
    const runs = src === undefined && /^\s*($|module|(?:text|application)\/(?:java|ecma)script)/i.test(kind);
    return runs && walked.scriptRedirect === null
      ? collect(draft, (text) => {
          walked.scriptRedirect = scriptRedirectOf(text);
        })
      : null;
  },
  time: ({ walked }: Draft, { datetime }: Attributes) => {
    if (datetime?.trim()) add(walked.times, datetime.trim().slice(0, 100));
    return null;
  },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingReader(level)])),
} satisfies Record<string, Reader>);

function headingReader(level: number): Reader {
  return ({ walked, unseen, around }, _, { from }) => {
    if (unseen > 0 || walked.headings.length >= most.headings) return null;
    const heading = { level, text: "", inText: around === 0, from };
    walked.headings.push(heading);
    return (draft) => {
      heading.text = textFrom(draft, from);
    };
  };
}

function collect(draft: Draft, done: (text: string) => void): (draft: Draft) => void {
  const parts: string[] = [];
  draft.raw = parts;
  return (draft) => {
    draft.raw = null;
    done(parts.join(""));
  };
}

/** Microdata and RDFa, which any element may carry. */
function readItem({ walked }: Draft, attribs: Attributes): void {
  const { itemprop, itemtype } = attribs;
  const types = ["itemscope" in attribs ? itemtype?.trim() : null, attribs.typeof?.trim()];
  for (const type of types)
    if (type) add(walked.items, { type: type.slice(0, 500), property: "", value: "" }, most.items);
  if (itemprop)
    add(
      walked.items,
      {
        type: null,
        property: itemprop.slice(0, 500),
        value: (attribs.datetime ?? attribs.content ?? "").trim().slice(0, 500),
      },
      most.items,
    );
}

const hasWord = (list: string | undefined, word: string): boolean =>
  list !== undefined && list.length < 1_000 && list.toLowerCase().split(/\s+/).includes(word);

function add<T>(list: T[], item: T, atMost = 200): void {
  if (list.length < atMost) list.push(item);
}

/** The visible text since this offset, bounded. */
function textFrom({ pieces }: Draft, from: number): string {
  let text = "";
  for (let at = from; at < pieces.length && text.length < capturedMax; at += 1)
    text += pieces[at]!.slice(0, capturedMax - text.length);
  return collapseAndTrim(text);
}

function finished(draft: Draft): WalkedPage {
  const { walked, pieces, over } = draft;
  const whole = { name: "", from: 0, to: pieces.length };
  const main = mainOf(draft.regions);
  const all = contentOf(draft, whole);
  const inner = main && contentOf(draft, main);
  const speaks = inner !== undefined && inner.length >= 200 && inner.length * 4 >= all.length;
  const { from, to } = speaks ? main! : whole;
  const within = (walked.headings as (WalkedHeading & { from: number })[]).map(
    ({ from: at, level, text, inText }) => ({ level, text, inText: inText && at >= from && at <= to }),
  );
  const some = within.some(({ inText, text }) => inText && text !== "");
  return {
    ...walked,
    headings: some ? within : walked.headings.map(({ level, text, inText }) => ({ level, text, inText })),
    text: speaks ? inner : all,
    content: piecesOf(draft, false),
    surroundings: piecesOf(draft, true),
    cut: over,
  };
}

/** Of anything longer than a long book, the beginning. */
function piecesOf({ pieces, aside }: Draft, around: boolean): string {
  let text = "";
  for (let at = 0; at < pieces.length && text.length < textKeptMax; at += 1)
    if (aside[at] === around) text += pieces[at]!.slice(0, textKeptMax - text.length);
  return text;
}

const mainOf = (regions: readonly Region[]): Region | undefined =>
  regions.find(({ name }) => name === "main") ?? (regions.length === 1 ? regions[0] : undefined);

/** The paragraphs of the content, separated by blank lines; of very long ones, the beginning. */
function contentOf({ pieces, aside }: Draft, { from, to }: Region): string {
  const parts: string[] = [];
  let length = 0;
  for (let at = from; at < Math.min(to, pieces.length) && length < textKeptMax; at += 1) {
    if (aside[at]) continue;
    const piece = pieces[at]!;
    parts.push(piece.slice(0, textKeptMax - length));
    length += piece.length;
  }
  return parts
    .join("")
    .split("\n")
    .map((line) => collapseAndTrim(line.replace(/[\u200b-\u200f\u2060\ufeff]+/g, " ")))
    .filter(Boolean)
    .join("\n\n");
}
