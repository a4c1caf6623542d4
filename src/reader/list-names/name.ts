import type { Span } from "../markdown/answer-text.ts";
import { offsetOf, type Shown } from "../markdown/shown.ts";
import { avoidance, award } from "./phrases.ts";

/** The name at the beginning of a line, without number, emoji, markup or award label. */
export interface BareListName extends Span {
  name: string;
  /** A colon follows, as after a property. */
  labels: boolean;
  /** The line itself warns: "Avoid: Acme", "Acme – not recommended". */
  avoided: boolean;
}

// Numbers, medals, boxes and other decoration before the first word.
const decoration =
  /(?:(?!#\d)[^\p{L}\p{N}])*(?:(?:\d{1,3}(?:[.):]|\ufe0f?\u20e3)|#\d{1,3}|no\. ?\d{1,3})(?![\p{L}\p{N}])[^\p{L}\p{N}]*)?/iuy;

const separator = /[:：](?![\d/])|\s[–—|=→-]+\s|[—→|]|\s?[(（[]|[,;.!?](?=\s|$)|[、，。；！？]/gu;

/**
 * Reads the name at the beginning of a line; null if there is only decoration or an award label. A label is skipped
 * ("Best overall: Acme" → Acme) unless it begins with a tracked name.
 */
export function readListName(line: Shown, isNamed: (span: Span) => boolean): BareListName | null {
  let from = skipDecoration(line.text, 0);
  let avoided = startsWithAvoidance(line.text.slice(from));
  // "Best overall – Editor's choice: Acme" has two labels; no line has three.
  for (let labels = 0; labels < 3; labels++) {
    const end = nameEnd(line, from);
    const name = line.text.slice(from, end.at).replace(/[\s"'”’»*_)\]]+$/u, "");
    if (name === "") return null;
    const span = { start: offsetOf(line, from), end: offsetOf(line, from + name.length - 1) + 1 };
    if (isNamed(span) || !award.test(name.toLowerCase())) {
      avoided ||= startsWithAvoidance(line.text.slice(skipDecoration(line.text, end.at)));
      return { ...span, name, labels: end.labels, avoided };
    }
    if (!end.parts || end.at >= line.text.length) return null;
    from = skipDecoration(line.text, end.at);
  }
  return null;
}

function skipDecoration(text: string, from: number): number {
  decoration.lastIndex = from;
  decoration.exec(text);
  return decoration.lastIndex;
}

const leadingAvoidance = new RegExp(avoidance.source, "uy");

function startsWithAvoidance(text: string): boolean {
  leadingAvoidance.lastIndex = 0;
  const match = leadingAvoidance.exec(text.slice(0, 40).toLowerCase());
  return match !== null && !/^(?: if\b|-)/.test(text.slice(match[0].length));
}

// A name ends at a separator, or at the end of its emphasis or link.
function nameEnd(line: Shown, from: number): { at: number; labels: boolean; parts: boolean } {
  separator.lastIndex = from;
  const cut = separator.exec(line.text);
  const at = cut?.index ?? line.text.length;
  const marked = markedEnd(line, from);
  if (marked !== null && marked < at) return { at: marked, labels: isLabel(line.text, marked), parts: true };
  const prose = !cut || /[,;.!?]/.test(cut[0]);
  // A colon or dash separates a label from what it labels; a comma or bracket does not.
  const parts = !cut || /[:：–—|=→-]/.test(cut[0]);
  const name = marked === at ? at : beforeVerb(line.text, from, at, prose);
  return { at: name, labels: isLabel(line.text, at), parts };
}

function isLabel(text: string, end: number): boolean {
  return /^[\s"'”’»*_]*[:：]/u.test(text.slice(Math.max(0, end - 1), end + 8).replace(/^[^:：\s]/u, ""));
}

function markedEnd(line: Shown, from: number): number | null {
  const { text, pieces, verbatim } = line;
  if (from >= text.length || !/[*_[]/.test(verbatim[offsetOf(line, from) - 1] ?? "")) return null;
  for (const piece of pieces) {
    if (piece.at <= from) continue;
    const before = offsetOf(line, piece.at - 1);
    const between = verbatim.slice(before + 1, Math.min(piece.from, before + 40));
    if (/[*_\]]/.test(between) && !/^[\p{L}\p{N}]/u.test(text.slice(piece.at, piece.at + 2))) return piece.at;
  }
  return /[*_\]]/.test(verbatim[offsetOf(line, text.length - 1) + 1] ?? "") ? text.length : null;
}

const verb =
  /\s(?:is|are|was|has|have|offers?|provides?|gives?|comes|stands|remains|makes|works|lets|can|will|that|which|because|if)\s/u;
const preposition = /\s(?:with|for|from|to|in|on|by|at|as|also)\s/u;

// The name in "Acme Pro is light" is "Acme Pro". A preposition may be part of a name that a mark ends.
function beforeVerb(text: string, from: number, end: number, prose: boolean): number {
  const line = text.slice(from, end);
  const cuts = [verb.exec(line)?.index, prose ? preposition.exec(line)?.index : undefined];
  return from + Math.min(line.length, ...cuts.filter((cut) => cut !== undefined));
}
