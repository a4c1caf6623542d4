import type { AnswerText, Span } from "./answer-text.ts";
import { firstSegmentAfter } from "./markdown.ts";

/** The visible beginning of a span, with the offset of each unit in the verbatim answer. */
export interface Shown {
  text: string;
  at: number[];
  verbatim: string;
}

/** The visible text of the first line of a span, `longest` units at most. */
export function shownIn(text: AnswerText, span: Span, longest: number): Shown {
  const { verbatim, segments } = text;
  const firstLine: Shown = { text: "", at: [], verbatim };
  for (
    let each = firstSegmentAfter(text, span.start);
    each < segments.length && firstLine.text.length < longest;
    each++
  ) {
    const segment = segments[each]!;
    if (segment.start >= span.end) break;
    if (segment.kind !== "text" && segment.kind !== "entity") continue;
    if (segment.gap && firstLine.text !== "") break;
    const isEntity = segment.kind === "entity";
    const from = Math.max(segment.start, span.start);
    const end = Math.min(segment.end, span.end, from + longest - firstLine.text.length);
    const visible = isEntity ? segment.text : verbatim.slice(from, end);
    const line = visible.split("\n", 1)[0]!;
    for (let unit = 0; unit < line.length; unit++) firstLine.at.push(isEntity ? from : from + unit);
    firstLine.text += line;
    if (line.length < visible.length && firstLine.text.trim() !== "") break;
  }
  return firstLine;
}
