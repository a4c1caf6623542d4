/** How many characters before a citation mark its sentence may begin. */
const reachChars = 600;
const sentenceEnd = /[.!?…]["'”’)*_]*(?:\[\d{1,3}\])*\s|[。！？](?:\[\d{1,3}\])*|\n/g;
/** A mark such as `[3]`, `([site](url))` or `【1†source】`, as opposed to text that is itself the supported claim. */
const markStart = /^\s*[([【]/;
const trailingNumber = /\[\d{1,3}\]$/;
const numberChars = "[123]".length;
const trailingLink = /\(\[[^\]\n]{0,200}\]\([^)\s]{0,300}\)\)$/;

export interface Span {
  start: number;
  end: number;
}

/**
 * The part of the answer that a citation mark at `at` supports: its sentence, up to the end of the mark. Marks come
 * before or after the full stop ("… light.[2]", "… light. ([site](url))"), so the sentence is searched leftwards. A span
 * that is not a mark is the claim itself and stays.
 */
export function supportedSpan(text: string, at: Span): Span {
  if (!markStart.test(text.slice(at.start, Math.min(at.end, at.start + 8)))) return at;
  const from = Math.max(0, at.start - reachChars);
  const sentence = withoutTrailingMarks(text.slice(from, at.start)).replace(/[.!?…。！？\s"'”’)*_]+$/, "");
  if (sentence === "") return at;
  let start = 0;
  for (const match of sentence.matchAll(sentenceEnd)) start = match.index + match[0].length;
  return { start: from + start, end: at.end };
}

/** Several marks in a row support the same sentence. */
function withoutTrailingMarks(text: string): string {
  for (let trimmed = text.trimEnd(); ; ) {
    // Looked for where it can be: hundreds of marks in a row would otherwise each be looked for in the whole text.
    const number = trailingNumber.exec(trimmed.slice(-numberChars));
    const mark = number ?? (trimmed.endsWith("))") ? trailingLink.exec(trimmed) : null);
    if (!mark) return trimmed;
    trimmed = trimmed.slice(0, -mark[0].length).trimEnd();
  }
}
