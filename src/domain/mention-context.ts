import { type AnswerText, firstSegmentAfter, type Segment } from "./markdown.ts";

/** What the reader sees in the same block on either side of a span, at most `reach` characters each. */
export interface Context {
  before: string;
  after: string;
}

export function contextOf(answer: AnswerText, start: number, end: number, reach: number): Context {
  const { segments, verbatim } = answer;
  const first = firstSegmentAfter(answer, start);
  let before = "";
  for (let at = first; at >= 0 && before.length < reach; at--) {
    const segment = segments[at] as Segment | undefined;
    if (!segment) continue;
    const to = Math.min(segment.end, start);
    if (to > segment.start)
      before = seen(segment, verbatim, Math.max(segment.start, to - reach), to) + before;
    if (segment.gap) break;
  }
  let after = "";
  for (let at = firstSegmentAfter(answer, end); at < segments.length && after.length < reach; at++) {
    const segment = segments[at] as Segment;
    if (segment.gap && segment.start >= end) break;
    const from = Math.max(segment.start, end);
    after += seen(segment, verbatim, from, Math.min(segment.end, from + reach));
  }
  return { before: before.slice(-reach), after: after.slice(0, reach) };
}

function seen(segment: Segment, verbatim: string, from: number, to: number): string {
  if (segment.kind === "entity") return segment.text;
  return segment.kind === "text" && to > from ? verbatim.slice(from, to) : "";
}
