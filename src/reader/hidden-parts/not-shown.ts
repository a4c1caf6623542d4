import type { Span } from "../markdown/answer-text.ts";
import { packagingOf } from "./code.ts";
import type { NotShown } from "./not-shown-kind.ts";
import { referencesIn } from "./reference.ts";
import { thoughtsIn } from "./thought.ts";

/** More than any answer has. */
const most = 2_000;

/** The parts of an answer that its reader does not see: in order, disjoint, not empty. Linear in its length. */
export function notShownIn(text: string): NotShown[] {
  const thoughts = thoughtsIn(text);
  return joined(text, thoughts.concat(referencesIn(text))).slice(0, most);
}

/** The text as its reader sees it: without the given parts, and without the empty lines around them. */
export function textShown(text: string, notShown: readonly Span[] = notShownIn(text)): string {
  if (notShown.length === 0) return text;
  let visibleText = "";
  let from = 0;
  for (const { start, end } of notShown) {
    visibleText += text.slice(from, start);
    from = end;
  }
  visibleText += text.slice(from);
  return visibleText.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

/** Whether the reader of an answer sees nothing of its text: a thought alone is no answer. */
export function showsNothing(text: string, notShown: readonly Span[] = notShownIn(text)): boolean {
  return notShown.length > 0 && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(textShown(text, notShown));
}

/** Stands for each unit that is not shown: it has no width, and no rule takes it for a letter. */
const nothing = "\uFEFF";

/**
 * The text with offsets as they are, to be read as its reader sees it: parts that are not shown, and the fence around a
 * whole answer, have no width.
 */
export function asShown(text: string, notShown: readonly Span[]): string {
  const visibleText = without(text, notShown);
  return without(visibleText, packagingOf(visibleText));
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
function joined(text: string, spans: NotShown[]): NotShown[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: NotShown[] = [];
  for (const span of spans) {
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
