import type { AnswerText, Segment } from "../markdown/answer-text.ts";
import { firstSegmentAfter } from "../markdown/markdown.ts";

/** The visible text of the block on either side of a span, at most `reach` characters each. */
export interface Context {
  before: string;
  after: string;
}

/** The prose of an answer as one string, so that looking around a span copies nothing. */
export interface Prose {
  text: string;
  /** Where the text of each segment begins. */
  starts: Int32Array;
  /** Where the run of segments without a gap begins and ends, for each segment in it. */
  runStarts: Int32Array;
  runEnds: Int32Array;
}

/** Joins the visible text of an answer; segments that are not prose are empty. */
export function proseOf({ segments, verbatim }: AnswerText): Prose {
  const starts = new Int32Array(segments.length);
  const runStarts = new Int32Array(segments.length);
  const runEnds = new Int32Array(segments.length);
  const pieces: string[] = [];
  let length = 0;
  let runStart = 0;
  segments.forEach((segment, at) => {
    if (segment.gap) runStart = length;
    starts[at] = length;
    runStarts[at] = runStart;
    const piece = textOfSegment(segment, verbatim);
    pieces.push(piece);
    length += piece.length;
  });
  let runEnd = length;
  for (let at = segments.length - 1; at >= 0; at--) {
    runEnds[at] = runEnd;
    if (segments[at]?.gap) runEnd = starts[at] as number;
  }
  return { text: pieces.join(""), starts, runStarts, runEnds };
}

/** The context of a span that lies in the prose of the answer. */
export function contextOf(
  answer: AnswerText,
  prose: Prose,
  { start, end }: { start: number; end: number },
  reach: number,
): Context {
  const { segments } = answer;
  const first = firstSegmentAfter(answer, start);
  const last = firstSegmentAfter(answer, end);
  const from = placeOf(segments, prose, first, start);
  const before = prose.text.slice(Math.max(prose.runStarts[first] as number, from - reach), from);
  const next = segments[last];
  if (!next || (next.gap && next.start >= end)) return { before, after: "" };
  const to = placeOf(segments, prose, last, end);
  return { before, after: prose.text.slice(to, Math.min(prose.runEnds[last] as number, to + reach)) };
}

function placeOf(segments: readonly Segment[], { starts }: Prose, at: number, offset: number): number {
  const segment = segments[at] as Segment;
  return (starts[at] as number) + (segment.kind === "text" ? Math.max(0, offset - segment.start) : 0);
}

function textOfSegment({ kind, start, end, text }: Segment, verbatim: string): string {
  if (kind === "entity") return text;
  return kind === "text" ? verbatim.slice(start, end) : "";
}
