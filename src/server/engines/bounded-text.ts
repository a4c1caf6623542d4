import { notShownIn, textShown } from "../../reader/hidden-parts/not-shown.ts";
import type { NotShown } from "../../reader/hidden-parts/not-shown-kind.ts";
import { answerBytesMax } from "./engine.ts";

export interface BoundedText {
  text: string;
  /** Whether the end of what is seen is missing. */
  truncated: boolean;
  /** Where an offset of the given text is in this one. */
  placeOf: (offset: number) => number;
}

interface Cut {
  start: number;
  end: number;
}

/** A thought is looked past as far as this. */
const reach = 4 * answerBytesMax;
/** What is kept of the beginning and the end of a part that is not shown: its marks, and some of its words. */
const edgeLength = 256;
const gap = "…";

/**
 * The text within what is stored of an answer. The bound is spent on what is seen first: of a longer text, the middle of
 * what is not shown goes before the end of the answer does.
 */
export function boundedText(fullText: string): BoundedText {
  const text = fullText.slice(0, reach);
  const over = Buffer.byteLength(text) - answerBytesMax;
  if (over <= 0) return { text, truncated: false, placeOf: (offset) => offset };
  const notShown = notShownIn(text);
  const shortened = without(text, middles(text, notShown, over), gap);
  const isSame = notShown.length === 0 || textShown(shortened.text) === textShown(text, notShown);
  // Where the marks are not the same without their middle, nothing of what they hide is kept.
  const { text: shortText, placeOf } = isSame ? shortened : without(text, notShown, "");
  if (Buffer.byteLength(shortText) <= answerBytesMax)
    return { text: shortText, truncated: text.length < fullText.length, placeOf };
  const { read } = new TextEncoder().encodeInto(shortText, new Uint8Array(answerBytesMax));
  return { text: shortText.slice(0, read), truncated: true, placeOf };
}

/** The middles of the longest hidden parts, as far as they must go, in order. */
function middles(text: string, notShown: readonly NotShown[], over: number): Cut[] {
  const cuts: Cut[] = [];
  let remaining = over;
  for (const { start, end } of notShown.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    const [from, to] = [start + edgeLength, end - edgeLength];
    if (remaining <= 0 || to - from <= gap.length) break;
    const bytes = Buffer.byteLength(text.slice(from, to));
    const room = Math.max(0, bytes - remaining - Buffer.byteLength(gap));
    const { read } = new TextEncoder().encodeInto(text.slice(from, to), new Uint8Array(room));
    cuts.push({ start: from + read, end: to });
    remaining -= bytes - room - Buffer.byteLength(gap);
  }
  return cuts.sort((a, b) => a.start - b.start);
}

function without(
  text: string,
  cuts: readonly Cut[],
  instead: string,
): { text: string; placeOf: (offset: number) => number } {
  let out = "";
  let from = 0;
  for (const { start, end } of cuts) {
    out += text.slice(from, start) + instead;
    from = end;
  }
  const placeOf = (offset: number): number => {
    let moved = 0;
    for (const { start, end } of cuts) {
      if (offset <= start) break;
      moved += Math.min(offset, end) - start - instead.length;
    }
    return Math.max(0, offset - moved);
  };
  return { text: (out + text.slice(from)).toWellFormed(), placeOf };
}
