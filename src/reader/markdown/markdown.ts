import type { AnswerText, Block, Segment } from "./answer-text.ts";
import { readBlocks } from "./block.ts";
import { readInline } from "./inline.ts";

/** Reads the Markdown of an answer in one linear pass. Accepts any text; never throws. */
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

/** The visible text of a span: without markup, link targets and code blocks, and with entities decoded. */
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

// [1]: https://example.com/ "A title": rendered as an entry in the list of sources, which shows the title, never the
// address.
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
