import type { Span } from "../markdown/answer-text.ts";
import { packagingOf } from "./code.ts";
import { referencesIn } from "./reference.ts";
import { thoughtsIn } from "./thought.ts";

export const notShownKinds = ["thought", "tool_call", "citation", "markup"] as const;

/**
 * `thought`: what a model wrote for itself; `tool_call`: a call of a tool, or what it gave back; `citation`: the mark of a
 * source; `markup`: marks around what is shown, such as the kind and the gloss of an entity.
 */
export type NotShownKind = (typeof notShownKinds)[number];

/** A part of an answer's stored text that its reader does not see. */
export interface NotShown extends Span {
  kind: NotShownKind;
}

/** More than any answer has. */
const most = 2_000;

/** The parts of an answer that its reader does not see: in order, disjoint, not empty. Linear in its length. */
export function notShownIn(text: string): NotShown[] {
  const thoughts = thoughtsIn(text);
  return joined(text, [...thoughts, ...referencesIn(text)]).slice(0, most);
}

/** The text as its reader sees it: without the given parts, and without the empty lines around them. */
export function textShown(text: string, notShown: readonly Span[] = notShownIn(text)): string {
  if (notShown.length === 0) return text;
  const { shown } = withoutParts(text, notShown);
  return shown.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

/** Whether the reader of an answer sees anything: a thought alone is no answer. */
export function showsNothing(text: string): boolean {
  return textShown(text).trim() === "";
}

/** A text without some of its parts, and where an offset into the text lies in what is left. */
export function withoutParts(
  text: string,
  parts: readonly Span[],
): { shown: string; at: (offset: number) => number } {
  let shown = "";
  let from = 0;
  for (const { start, end } of parts) {
    shown += text.slice(from, start);
    from = end;
  }
  return {
    shown: shown + text.slice(from),
    at: (offset) => {
      let gone = 0;
      for (const { start, end } of parts) {
        if (start >= offset) break;
        gone += Math.min(end, offset) - start;
      }
      return offset - gone;
    },
  };
}

/** Stands for each unit that is not shown: it has no width, and no rule takes it for a letter. */
const nothing = "\uFEFF";

/**
 * The text with offsets as they are, to be read as its reader sees it: parts that are not shown, and the fence around a
 * whole answer, have no width.
 */
export function asShown(text: string, notShown: readonly Span[]): string {
  const seen = without(text, notShown);
  return without(seen, packagingOf(seen));
}

function without(text: string, parts: readonly Span[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of parts) {
    out += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, nothing);
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** Spans in order, without overlap; of two that overlap the wider kind, which begins first, stays whole. */
function joined(text: string, found: NotShown[]): NotShown[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: NotShown[] = [];
  for (const span of found) {
    const last = apart.at(-1);
    const start = Math.max(span.start, last?.end ?? 0);
    if (start >= span.end) continue;
    const isNext =
      last?.kind === span.kind && start - last.end < 3 && text.slice(last.end, start).trim() === "";
    if (isNext) last.end = span.end;
    else apart.push({ start, end: span.end, kind: span.kind });
  }
  return apart;
}
