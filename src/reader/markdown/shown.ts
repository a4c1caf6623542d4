import type { AnswerText, Span } from "./answer-text.ts";
import { firstSegmentAfter } from "./markdown.ts";

/** The visible beginning of a span, of pieces between which the verbatim answer has markup. */
export interface Shown {
  text: string;
  pieces: readonly Piece[];
  verbatim: string;
}

interface Piece {
  /** Where it begins in the text; negative if before it. */
  at: number;
  /** Where it begins in the verbatim answer. */
  from: number;
  /** All units of an entity come from one place. */
  entity: boolean;
}

/** The visible text of the first line of a span, `longest` units at most. */
export function shownIn(text: AnswerText, span: Span, longest: number): Shown {
  const { verbatim, segments } = text;
  const pieces: Piece[] = [];
  let firstLine = "";
  for (
    let each = firstSegmentAfter(text, span.start);
    each < segments.length && firstLine.length < longest;
    each++
  ) {
    const segment = segments[each]!;
    if (segment.start >= span.end) break;
    if (segment.kind !== "text" && segment.kind !== "entity") continue;
    if (segment.gap && firstLine !== "") break;
    const entity = segment.kind === "entity";
    const from = Math.max(segment.start, span.start);
    const end = Math.min(segment.end, span.end, from + longest - firstLine.length);
    const visible = entity ? segment.text : verbatim.slice(from, end);
    const newline = visible.indexOf("\n");
    const line = newline === -1 ? visible : visible.slice(0, newline);
    if (line !== "") pieces.push({ at: firstLine.length, from, entity });
    firstLine += line;
    if (newline !== -1 && firstLine.trim() !== "") break;
  }
  return { text: firstLine, pieces, verbatim };
}

/** The same from a unit of its text on. */
export const shownFrom = ({ text, pieces, verbatim }: Shown, from: number): Shown => ({
  ...{ text: text.slice(from), verbatim },
  pieces: pieces.map((piece) => ({ ...piece, at: piece.at - from })),
});

/** Where a unit of the text is in the verbatim answer. */
export function offsetOf({ pieces }: Shown, unit: number): number {
  let last = pieces.length - 1;
  while (last > 0 && pieces[last]!.at > unit) last--;
  const { at, from, entity } = pieces[last]!;
  return entity ? from : from + unit - at;
}
