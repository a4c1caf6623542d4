import { load } from "cheerio/slim";
import { spaced, squeezed } from "../../text/white-space.ts";
import { withinReason } from "./bounds.ts";
import { type Heading, headingLengthMax } from "./page.ts";

/** The parts of an HTML document that a page is read from. */
export interface PageDocument {
  title: string | null;
  base: string | null;
  canonical: string | null;
  language: string | null;
  /** By lower-case name or property, the first of each. */
  metas: ReadonlyMap<string, string>;
  headings: Heading[];
  text: string;
  hrefs: string[];
  jsonLd: string[];
}

/** As much of htmlparser2's nodes as is looked at. */
interface Node {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
  parent?: Node | null;
}

const invisible = new Set(
  "script style noscript template svg math iframe object canvas audio video select option button textarea input dialog head".split(
    " ",
  ),
);
const around = new Set("nav header footer aside menu".split(" "));
const blocks = new Set(
  "p div section article main ul ol li dl dt dd table tr blockquote pre figure figcaption h1 h2 h3 h4 h5 h6 br hr address details summary td th".split(
    " ",
  ),
);
const textKeptMax = 400_000;
const hrefsMax = 20_000;

/** Walks a document once, without recursion, so that no nesting is too deep for it. */
export function readDocument(html: string): PageDocument {
  const root = load(
    withinReason(html).html,
    { xml: { xmlMode: false, decodeEntities: true } },
    false,
  ).root()[0] as unknown as Node;
  const found = { title: null, base: null, canonical: null, language: null } as Pick<
    PageDocument,
    "title" | "base" | "canonical" | "language"
  >;
  const metas = new Map<string, string>();
  const hrefs: string[] = [];
  const jsonLd: string[] = [];
  for (const node of elementsOf(root)) {
    const { name = "", attribs = {} } = node;
    if (name === "html") found.language ??= attribs.lang ?? attribs["xml:lang"] ?? null;
    else if (name === "title" && !within(node, "svg")) found.title ??= plainText(node);
    else if (name === "base") found.base ??= attribs.href ?? null;
    else if (name === "link" && /(^|\s)canonical(\s|$)/i.test(attribs.rel ?? ""))
      found.canonical ??= attribs.href ?? null;
    else if (name === "meta") noteMeta(metas, attribs);
    else if (
      name === "a" &&
      attribs.href &&
      hrefs.length < hrefsMax &&
      !/(^|\s)nofollow(\s|$)/i.test(attribs.rel ?? "")
    )
      hrefs.push(attribs.href);
    else if (name === "script" && /ld\+json/i.test(attribs.type ?? "")) jsonLd.push(plainText(node));
  }
  return { ...found, metas, hrefs, jsonLd, ...readContent(root) };
}

function noteMeta(
  metas: Map<string, string>,
  { name, property, "http-equiv": equiv, content }: Record<string, string>,
): void {
  const key = (name ?? property ?? equiv)?.toLowerCase().trim();
  if (key && content?.trim() && !metas.has(key)) metas.set(key, content);
}

/** Headings and text of the main part: <main> or <article> where there is one that says something, else the body. */
function readContent(root: Node): { headings: Heading[]; text: string } {
  const mains = [...elementsOf(root)].filter(
    ({ name, attribs }) => name === "main" || name === "article" || attribs?.role === "main",
  );
  const whole = contentOf(root);
  const main =
    mains.find(({ name, attribs }) => name === "main" || attribs?.role === "main") ??
    (mains.length === 1 ? mains[0] : undefined);
  const inner = main && contentOf(main);
  return inner && inner.text.length >= 200 && inner.text.length * 4 >= whole.text.length
    ? { headings: inner.headings.length > 0 ? inner.headings : whole.headings, text: inner.text }
    : whole;
}

function contentOf(top: Node): { headings: Heading[]; text: string } {
  const headings: Heading[] = [];
  const pieces: string[] = [];
  let length = 0;
  const open: (Node | "break")[] = [top];
  while (open.length > 0 && length < textKeptMax) {
    const node = open.pop()!;
    if (node === "break") pieces.push("\n");
    else if (node.type === "text") {
      pieces.push(spaced(node.data ?? ""));
      length += node.data?.length ?? 0;
    } else if (node === top || isSeen(node)) {
      const level = /^h([1-6])$/.exec(node.name ?? "")?.[1];
      if (level) {
        const text = seenText(node).slice(0, headingLengthMax);
        if (text) headings.push({ level: Number(level), text });
      }
      const isBlock = blocks.has(node.name ?? "");
      if (isBlock) pieces.push("\n");
      if (isBlock) open.push("break");
      const children = node.children ?? [];
      for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index]!);
    }
  }
  return { headings, text: paragraphs(pieces.join("")) };
}

const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map((line) => squeezed(line.replace(/[\u200b-\u200f\u2060\ufeff]+/g, " ")))
    .filter(Boolean)
    .join("\n\n");

/** What a reader sees: hidden parts hold instructions to machines as often as anything else. */
function isSeen({ type, name = "", attribs = {} }: Node): boolean {
  if (
    type === "comment" ||
    type === "directive" ||
    type === "cdata" ||
    invisible.has(name) ||
    around.has(name)
  )
    return false;
  if ("hidden" in attribs || attribs["aria-hidden"] === "true") return false;
  if (/^(navigation|banner|contentinfo|search|dialog)$/.test(attribs.role ?? "")) return false;
  return !/display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
    attribs.style ?? "",
  );
}

function* elementsOf(top: Node): Generator<Node> {
  const open: Node[] = [top];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.name) yield node;
    const children = node.children ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index]!);
  }
}

const seenText = (node: Node): string => textsOf(node, (inner) => inner === node || isSeen(inner));
const plainText = (node: Node): string => textsOf(node, () => true);

function textsOf(top: Node, keeps: (node: Node) => boolean): string {
  const pieces: string[] = [];
  const open: Node[] = [top];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.type === "text") pieces.push(node.data ?? "");
    else if (keeps(node)) {
      const children = node.children ?? [];
      for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index]!);
    }
  }
  return squeezed(pieces.join(""));
}

function within(node: Node, name: string): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) if (parent.name === name) return true;
  return false;
}
