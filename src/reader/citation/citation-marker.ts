import type { AnswerText, Block, Link, Span } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import { announcesSources, leadsInBrackets } from "./source-headings.ts";

/**
 * The spans of an answer that only cite: bracketed links after a statement ("([acme.com](https://…))", "([Acme][3],
 * [Shop][4])"), links after a full stop whose label is a host, titles of link definitions, and entries of a list of
 * sources. They are in order and do not overlap. Source: docs/measuring.md, "What counts as naming".
 */
export function citationMarkersIn(text: AnswerText): Span[] {
  const spans = [...listedSources(text), ...bracketedLinks(text)].sort((a, b) => a.start - b.start);
  const apart: Span[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else apart.push({ ...span });
  }
  return apart;
}

const longestTitle = 30;

// Definitions, footnotes with an address, and whatever follows a line such as "Sources:".
function listedSources(text: AnswerText): Span[] {
  const spans: Span[] = [];
  const { verbatim, blocks } = text;
  const citesIn = addressesOf(text);
  let listing = false;
  for (const block of blocks) {
    if (block.kind === "reference") {
      spans.push(block);
      continue;
    }
    const announces = isTitle(block) && announcesSources(verbatim.slice(block.start, block.end));
    const numbered = verbatim.charCodeAt(block.start) === 91;
    if (!announces && !listing && !numbered) continue;
    const cites = citesIn(block);
    listing = announces || (listing && cites && block.kind !== "heading");
    if (cites && listing) spans.push(block);
    else if (cites && numbered) spans.push(...numberedLines(verbatim, block, citesIn));
  }
  return spans;
}

function isTitle({ kind, start, end }: Block): boolean {
  return end - start <= longestTitle && (kind === "heading" || kind === "paragraph");
}

const longestEntry = 400;

// "[1] Acme Blog – https://acme.com/…", "[^2]: Acme, https://…": a number followed by an address.
function numberedLines(verbatim: string, { start, end }: Block, cites: (span: Span) => boolean): Span[] {
  const spans: Span[] = [];
  for (let from = start; from < end; ) {
    const newline = verbatim.indexOf("\n", from);
    const to = newline === -1 ? end : Math.min(newline, end);
    const numbered = /^\s*\[(?:\d{1,3}|\^[\p{L}\d-]{1,20})\][^(]/u.test(verbatim.slice(from, from + 32));
    if (numbered && to - from <= longestEntry && cites({ start: from, end: to }))
      spans.push({ start: from, end: to });
    from = to + 1;
  }
  return spans;
}

/** Tells whether a span contains an address. Ask about spans in the order of the answer. */
function addressesOf({ links, urls }: AnswerText): (span: Span) => boolean {
  let link = 0;
  let url = 0;
  return ({ start, end }) => {
    while (link < links.length && startOf(links[link] as Link) < start) link++;
    while (url < urls.length && (urls[url] as Span).start < start) url++;
    const next = Math.min(link < links.length ? startOf(links[link] as Link) : end, urls[url]?.start ?? end);
    return next < end;
  };
}

const startOf = ({ target, image }: Link): number => (image || !target ? -1 : target.start);

// Adjacent links, separated by commas at most.
function bracketedLinks(text: AnswerText): Span[] {
  const { verbatim } = text;
  const links = text.links.filter(({ definition, image }) => !definition && !image);
  const spans: Span[] = [];
  for (let first = 0; first < links.length; ) {
    let last = first;
    while (last + 1 < links.length && isJoined(verbatim, links[last] as Link, links[last + 1] as Link))
      last++;
    spans.push(...markersOf(text, links.slice(first, last + 1)));
    first = last + 1;
  }
  return spans;
}

const longestJoint = 12;
const joint = /^[\s,;|/·•&+–—-]*(?:(?:and|und|et|y|e|och|og|en|ja|i|ve|и|та)\s)?[\s,;|/·•&+–—-]*$/iu;

function isJoined(verbatim: string, one: Link, next: Link): boolean {
  const from = one.end;
  const to = next.label.start - 1;
  return (
    to >= from &&
    to - from <= longestJoint &&
    joint.test(verbatim.slice(from, to)) &&
    !verbatim.slice(from, to).includes("\n")
  );
}

const reach = 48;

function markersOf(text: AnswerText, links: readonly Link[]): Span[] {
  const { verbatim } = text;
  const start = (links[0] as Link).label.start - 1;
  const end = (links.at(-1) as Link).end;
  const before = verbatim.slice(Math.max(0, start - reach), start);
  const after = verbatim.slice(end, end + reach);
  const { lead } = /[([（【](?<lead>[^()[\]（）【】\n]*)$/u.exec(before)?.groups ?? {};
  const closes = /^[\s*_,;]*[)\]）】]/u.exec(after)?.[0].length;
  if (lead !== undefined && closes !== undefined) {
    if (leadsInBrackets.test(lead)) return links.map(({ label }) => label);
    if (lead.trim() !== "") return [];
    const ends = endsStatement(verbatim.slice(end + closes, end + closes + reach));
    const stated = endsSentence(verbatim, start - lead.length - 1);
    return links.filter((link) => isSource(text, link, ends, stated)).map(({ label }) => label);
  }
  if (!endsSentence(verbatim, start) || !endsStatement(after, false)) return [];
  return links
    .filter((link) => link.reference !== null || isHost(labelOf(text, link)))
    .map(({ label }) => label);
}

// A bracketed link is a source if its label is a number, a host, or a page title after a statement.
function isSource(text: AnswerText, link: Link, ends: boolean, stated: boolean): boolean {
  if (isHost(labelOf(text, link))) return true;
  if (link.reference) return ends || stated;
  const address = link.target ? text.verbatim.slice(link.target.start, link.target.end) : "";
  if (/[?&]utm_source=(?:chatgpt|openai|perplexity|gemini|copilot)/i.test(address)) return true;
  // A link to a front page may mean the company itself; a link to a page below it means that page.
  const isPage = /^[a-z+.-]+:\/\/[^/]+\/[^?#]/i.test(address);
  return stated || (ends && isPage);
}

function labelOf(text: AnswerText, { label }: Link): string {
  return visibleText(text, label.start, Math.min(label.end, label.start + 300)).trim();
}

function isHost(label: string): boolean {
  return /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/u.test(label);
}

// Whether a sentence ends before an offset: "It lasts.([Acme][1])", "It lasts. ([Acme][1])", "lasts.[1]([Acme][2])".
function endsSentence(verbatim: string, offset: number): boolean {
  return /[.!?…。！？][\s*_"'”’)\]]*(?:\[\^?\d+\][\s*_]*)*$/u.test(
    verbatim.slice(Math.max(0, offset - 12), offset),
  );
}

// Whether what follows a marker starts something new: the end, a mark, a sentence, a cell or another marker.
function endsStatement(after: string, marks = true): boolean {
  return (
    /^[\s*_]*(?:$|\n|\||[([（【]|\p{Lu})/u.test(after) || (marks && /^[\s*_]*[.,;:!?。，、]/u.test(after))
  );
}
