import { gap, type Pattern } from "../brand-names/name-pattern.ts";
import type { AnswerText, Segment } from "../markdown/answer-text.ts";
import { foldUnit, ignorable } from "../text/fold.ts";
import type { Trail } from "./trail.ts";

/** Whether a spelling of the name may have what is between the letters of a match. */
export function gapsFit(
  answer: AnswerText,
  pattern: Pattern,
  first: number,
  trail: Trail,
  segment: number,
): boolean {
  const { starts, ends, mask } = trail;
  let index = segment;
  for (let at = 1; at < pattern.units.length; at++) {
    const from = ends[(first + at - 1) & mask] as number;
    const to = starts[(first + at) & mask] as number;
    const allowed = pattern.gaps[at] as number;
    if (to <= from) {
      if (allowed === gap.dot || allowed === gap.space) return false;
      continue;
    }
    const own = pattern.punctuation[at] as string;
    if (to - from === 1 && isOneSpace(answer.verbatim, from, allowed, own)) continue;
    while (index < answer.segments.length && (answer.segments[index] as Segment).end <= from) index++;
    if (!gapFits(seenBetween(answer, from, to, index), allowed, own)) return false;
  }
  return true;
}

// The most common gap; names of many words have it again and again.
function isOneSpace(verbatim: string, at: number, allowed: number, own: string): boolean {
  if (verbatim.charCodeAt(at) !== 32) return false;
  return (
    allowed === gap.soft || allowed === gap.space || (allowed === gap.loose && (own === " " || own === ""))
  );
}

const longestGap = 400;
const longestSeen = 6;

/** Whether two letters of a match are further apart than in any spelling of the name. */
export function isTooWide({ units }: Pattern, first: number, { starts, ends, mask }: Trail): boolean {
  for (let at = 1; at < units.length; at++) {
    const from = ends[(first + at - 1) & mask] as number;
    if ((starts[(first + at) & mask] as number) - from > longestGap) return true;
  }
  return false;
}

/** The visible text between two offsets, for spans that are not too wide. */
function seenBetween(answer: AnswerText, from: number, to: number, segment: number): string {
  let text = "";
  for (let index = segment; index < answer.segments.length; index++) {
    const current = answer.segments[index] as Segment;
    if (current.start >= to || text.length > longestSeen) break;
    if (current.kind === "entity") {
      if (current.start >= from) text += current.text;
      continue;
    }
    for (let at = Math.max(from, current.start); at < Math.min(to, current.end); at++) {
      if (foldUnit(answer.verbatim.charCodeAt(at)) !== ignorable) text += answer.verbatim[at];
    }
  }
  return text;
}

const joint = /^[\s\u00a0\-\u2010\u2011]$/;
const spacing = /[\s\u00a0\-\u2010-\u2015\u30fb]/;
const apostrophe = /['’‘ʼ`´＇]/;
const enclosing = /["“”„«»()（）[\]®™©]/;

function gapFits(text: string, allowed: number, own: string): boolean {
  if (text === "") return allowed !== gap.dot && allowed !== gap.space;
  if (allowed === gap.none || text.length > longestSeen || /\n\s*\n/.test(text)) return false;
  if (allowed === gap.dot) return text === ".";
  if (allowed === gap.space) return /^\s+$/.test(text);
  if (allowed === gap.soft) return joint.test(text);
  return [...text].every((mark) => (spacing.test(mark) ? maySpace(own, mark) : isOwnMark(own, mark)));
}

// "J.Crew" may be spelled "J. Crew", but "O'Neill" never "O Neill".
function maySpace(own: string, mark: string): boolean {
  if (own === "" || !/^['’.]$/.test(own)) return true;
  return own === "." && /\s/.test(mark);
}

function isOwnMark(own: string, mark: string): boolean {
  if (own.includes(mark)) return true;
  if (apostrophe.test(mark)) return apostrophe.test(own);
  return enclosing.test(mark) && enclosing.test(own);
}
