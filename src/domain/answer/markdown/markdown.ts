import { type Block, readBlocks } from "./block.ts";
import { type Link, readInline, type Segment, type Span } from "./inline.ts";

export type { Block } from "./block.ts";
export type { Link, Segment, SegmentKind, Span } from "./inline.ts";

/**
 * An answer as the reader of its rendered form sees it. All offsets are UTF-16 indices into `verbatim`; all
 * lists are in the order of their offsets. Markup (stars, hashes, brackets, tags, escapes) is in no segment.
 */
export interface AnswerText {
  verbatim: string;
  blocks: Block[];
  /** Runs of text between markup, visible or not; `kind` says which. */
  segments: Segment[];
  links: Link[];
  /** Raw URLs, autolinks and e-mail addresses in the text. */
  urls: Span[];
  /** Code spans and code blocks. */
  codes: Span[];
}

/** Reads the Markdown of an answer in one linear pass. Any text is an answer; nothing throws. */
export function parseAnswer(verbatim: string): AnswerText {
  const answer: AnswerText = { verbatim, blocks: [], segments: [], links: [], urls: [], codes: [] };
  answer.blocks = readBlocks(verbatim);
  const comments = { close: 0 };
  answer.blocks.forEach((block, at) => {
    block.firstSegment = answer.segments.length;
    if (block.kind === "code") {
      answer.codes.push({ start: block.start, end: block.end });
      pushHidden(answer, block, at);
    } else if (block.kind === "table_row") {
      for (const cell of block.cells) readInline(answer, cell.start, cell.end, at, true, comments);
    } else if (block.kind === "reference") {
      readReference(answer, block, at, comments);
    } else readInline(answer, block.start, block.end, at, false, comments);
    block.endSegment = answer.segments.length;
  });
  return answer;
}

/** What the reader sees of a span of the answer: markup, link targets and code blocks left out, entities decoded. */
export function visibleText(answer: AnswerText, start: number, end: number): string {
  let text = "";
  for (let at = firstSegmentAfter(answer, start); at < answer.segments.length; at++) {
    const segment = answer.segments[at] as Segment;
    if (segment.start >= end) break;
    if (segment.gap && text !== "") text += " ";
    if (segment.kind === "entity") text += segment.text;
    else if (segment.kind === "text") {
      text += answer.verbatim.slice(Math.max(start, segment.start), Math.min(end, segment.end));
    }
  }
  return text;
}

/** The index of the first segment that ends after an offset, by bisection. */
export function firstSegmentAfter(answer: AnswerText, offset: number): number {
  let low = 0;
  let high = answer.segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((answer.segments[middle] as Segment).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pushHidden(answer: AnswerText, block: Block, at: number): void {
  if (block.end <= block.start) return;
  answer.segments.push({ kind: "code", start: block.start, end: block.end, block: at, gap: true, text: "" });
}

// [1]: https://example.com/ "A title": the list of sources shows the title, never the address.
function readReference(answer: AnswerText, block: Block, at: number, comments: { close: number }): void {
  const [label, target, title] = block.cells;
  if (!label || !target) return;
  answer.segments.push({
    kind: "target",
    start: target.start,
    end: target.end,
    block: at,
    gap: true,
    text: "",
  });
  if (title) readInline(answer, title.start, title.end, at, true, comments);
  answer.links.push({
    label: title ?? label,
    target,
    reference: null,
    image: false,
    definition: label,
    end: block.end,
  });
}
