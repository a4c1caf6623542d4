import type { Span } from "../markdown/answer-text.ts";

interface Fence extends Span {
  mark: string;
  length: number;
  info: string;
}

/** The fences of a text, by line: where a code block may begin or end. */
function fencesIn(text: string): Fence[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  return [...text.matchAll(/^[ \t>]{0,12}(?<mark>`{3,}|~{3,})(?<info>[^\n]*)$/gm)].flatMap((match) => {
    const { mark = "", info = "" } = match.groups ?? {};
    if (mark.startsWith("`") && info.includes("`")) return [];
    const span = { start: match.index, end: match.index + match[0].length };
    return [{ ...span, mark: mark.charAt(0), length: mark.length, info: info.trim() }];
  });
}

/**
 * The fences around a whole answer: the lines that open and close them. Such a fence is packaging: only blank lines, or
 * one short line that announces it, may stand before it, and one after it.
 */
export function packagingOf(text: string): Span[] {
  const [first, ...more] = fencesIn(text);
  if (
    first === undefined ||
    !/^(?:markdown|md|mdx|text|txt|plaintext|plain|html|output|answer|response|\s*)$/i.test(first.info)
  )
    return [];
  if (!isIntroduction(text.slice(0, first.start))) return [];
  // One that never closes is packaging if it says itself that it is no code, or if what is in it is none.
  if (more.length === 0) return first.info !== "" || looksWritten(text.slice(first.end)) ? [span(first)] : [];
  const last = closerOf(first, more);
  if (last === null || last !== more.at(-1) || !isRemark(text.slice(last.end))) return [];
  if (first.info === "" && !looksWritten(text.slice(first.end, last.start))) return [];
  return [span(first), span(last)];
}

/** The fence that closes the first one, past code blocks inside it. */
function closerOf(first: Fence, more: readonly Fence[]): Fence | null {
  const open = [first];
  for (const fence of more) {
    const top = open.at(-1) as Fence;
    if (fence.info !== "") open.push(fence);
    else if (closesFence(fence, top)) open.pop();
    if (open.length === 0) return fence;
  }
  return null;
}

const span = ({ start, end }: Fence): Span => ({ start, end });

const longestRemark = 200;

function isIntroduction(before: string): boolean {
  const line = before.trim();
  return line.length <= longestRemark && !line.includes("\n") && (line === "" || /[:：.!]\**$/.test(line));
}

function isRemark(after: string): boolean {
  const line = after.trim();
  return line.length <= longestRemark && !/\n|:\/\//.test(line);
}

/** Whether a block without a language is writing: it has Markdown, or lines of words that no program has. */
function looksWritten(block: string): boolean {
  const lines = block.split("\n", 200).filter((line) => line.trim() !== "");
  const proseLines = lines.filter((line) => {
    if (/^\s*(?:#{1,6} |[-*+•] |\d{1,3}[.)] |\||>|\*\*)/.test(line))
      return !/^#\s*(?:!|include|define)/.test(line);
    return (
      /^\s*["'“(*]*\p{L}[\p{L}\p{M}’'-]*(?:[,:]? [\p{L}\p{M}\p{N}’'"“”()*$€%.,&/-]+){3,}[.:!?…*)]*\s*$/u.test(
        line,
      ) &&
      !/[;{}=]\s*$|^\s*(?:import|from|const|let|var|def|return|SELECT|npm|pip|curl|sudo|git|docker) /.test(
        line,
      )
    );
  });
  return lines.length > 0 && proseLines.length * 2 > lines.length;
}

/**
 * Code in a text: closed code blocks and closed code spans, in order. `packaging` are fences that are no code.
 */
export function codeIn(text: string, packaging: readonly Span[]): (Span & { info: string })[] {
  const spans: (Span & { info: string })[] = [];
  const isPackaging = new Set(packaging.map(({ start }) => start));
  const fences = fencesIn(text).filter(({ start }) => !isPackaging.has(start));
  let from = 0;
  for (let at = 0; at < fences.length; at++) {
    const fence = fences[at] as Fence;
    let end = at + 1;
    while (end < fences.length && !closesFence(fences[end] as Fence, fence)) end++;
    if (end === fences.length) break;
    codeSpans(text, from, fence.start, isPackaging, spans);
    from = (fences[end] as Fence).end;
    spans.push({ start: fence.start, end: from, info: fence.info.toLowerCase() });
    at = end;
  }
  codeSpans(text, from, text.length, isPackaging, spans);
  return spans;
}

/** Whether an offset is in one of spans, which are in order and apart. */
export function isWithin(spans: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start <= offset;
}

const closesFence = (one: Fence, fence: Fence) =>
  one.info === "" && one.mark === fence.mark && one.length >= fence.length;

/** Code spans, which end in their paragraph. */
function codeSpans(
  text: string,
  start: number,
  end: number,
  notCode: ReadonlySet<number>,
  spans: (Span & { info: string })[],
): void {
  const stretch = text.slice(start, end);
  if (!stretch.includes("`")) return;
  const runs = [...stretch.matchAll(/`+|\n[^\S\n]*\n/g)];
  let paragraph = new Map<number, number>();
  let from = 0;
  // The next run of the same length in the same paragraph closes a run; each run is looked up once.
  for (const { index, 0: run } of runs) {
    if (run.startsWith("\n")) {
      paragraph = new Map();
      continue;
    }
    if (notCode.has(start + index)) continue;
    const opened = paragraph.get(run.length);
    if (opened !== undefined && opened >= from) {
      from = index + run.length;
      spans.push({ start: start + opened, end: start + from, info: "" });
      paragraph = new Map();
    } else paragraph.set(run.length, index);
  }
}
