import type { AnswerText, Segment, Span } from "../markdown/answer-text.ts";
import { isWordClass, wordClass } from "../text/word-class.ts";

/** Part of one block. */
interface Stretch extends Span {
  block: number;
}

/** "[2]" and "[^2]" after a statement give the number of its source; nobody reads them as words. */
export function isSourceMark(verbatim: string, { start, end, kind }: Segment): boolean {
  if (kind !== "text" || end - start > 4 || verbatim.charCodeAt(end) !== 93) return false;
  return verbatim.charCodeAt(start - 1) === 91 && /^\^?\d{1,3}$/.test(verbatim.slice(start, end));
}

/** Joins "([Lab][1], [Shop](…))" after a full stop to the sentence before it, whose sources it names. */
export function joinSourceNames<Sentence extends Stretch>(
  text: AnswerText,
  sentences: readonly Sentence[],
): Sentence[] {
  const joined: Sentence[] = [];
  let link = 0;
  for (const sentence of sentences) {
    const before = joined.at(-1);
    while (link < text.links.length && text.links[link]!.label.end <= sentence.start) link++;
    if (before?.block !== sentence.block || !onlyNamesSources(text, sentence, link, before.end))
      joined.push(sentence);
    else before.end = sentence.end;
  }
  return joined;
}

function onlyNamesSources(text: AnswerText, sentence: Stretch, firstLink: number, from: number): boolean {
  let at = sentence.start;
  if (sentence.start - from > 16 || text.verbatim.slice(from, at).includes("\n")) return false;
  for (let next = firstLink; next < text.links.length; next++) {
    const link = text.links[next]!;
    if (link.label.start >= sentence.end) break;
    if (hasWords(text.verbatim, at, link.label.start)) return false;
    at = Math.max(link.label.end, link.target?.end ?? 0, link.reference?.end ?? 0);
  }
  return at > sentence.start && !hasWords(text.verbatim, at, sentence.end);
}

function hasWords(verbatim: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isWordClass(wordClass(verbatim.charCodeAt(at)))) return true;
  return false;
}
