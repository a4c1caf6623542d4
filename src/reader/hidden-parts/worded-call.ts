import type { Span } from "../markdown/answer-text.ts";
import { isWithin } from "./code.ts";
import type { NotShown } from "./not-shown-kind.ts";

/** What a model says of a search before its answer, in a paragraph of its own: Searching the web for "kettles"… */
const search =
  /^\s*[*_>🔍🔎 ]{0,4}(?:searching|looking up|browsing|googling)\b[^\n]{0,200}(?:\.{3}|…)[*_]{0,3}[ \t]*\n[ \t]*\n/iu;
/** Gemini's code for its own search, a line each, and the thought behind it: "tool_code", "print(concise_search('kettles'))" */
const code =
  /^[ \t]*tool_code[ \t]*\n(?:[ \t]*print\([^\n]{0,2000}\)[ \t]*(?:\n|$))+(?:\s*^[ \t]*thought[ \t]*\n(?:[ \t]*\S[^\n]*(?:\n|$))*)?/gm;
/** Where a call begins whose first mark is lost, and its last mark: `<parameter=query>…</function>` */
const rest = /^[ \t]*(?:<name>[^\n<]{1,80}\n(?:<\/parameter>\n)?)?<parameter=[\w.-]{1,60}>/gm;
const lastMark = "</function>";

/** Calls of tools that are neither marked nor JSON: said in words, as code, or with half of their marks. */
export function wordedCalls(text: string, blocks: readonly Span[]): NotShown[] {
  const searchEnd = search.exec(text)?.[0].length;
  const spans: Span[] = searchEnd === undefined ? [] : [{ start: 0, end: searchEnd }];
  for (const { index, 0: whole } of text.matchAll(code))
    spans.push({ start: index, end: index + whole.length });
  return [...spans, ...unopened(text)]
    .filter(({ start }) => !isWithin(blocks, start))
    .map((span) => ({ ...span, kind: "tool_call" }));
}

/** Calls without their first mark; of parameters that one last mark closes, the first begins the call. */
function unopened(text: string): Span[] {
  const last = text.lastIndexOf(lastMark);
  if (last === -1) return [];
  const spans: Span[] = [];
  for (const { index: start } of text.matchAll(rest)) {
    if (start > last) break;
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    spans.push({ start, end: text.indexOf(lastMark, start) + lastMark.length });
  }
  return spans;
}
