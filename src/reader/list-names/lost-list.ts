import type { AnswerText, Span } from "../markdown/answer-text.ts";
import { shownFrom, shownIn } from "../markdown/shown.ts";
import type { Sentence } from "../sentence.ts";
import { type BareListName, readListName } from "./name.ts";

/** A list name in a list that lost its line breaks, with the number of its list in the paragraph. */
export interface LostListName extends BareListName {
  list: number;
}

const longestIntro = 400;
const listNamesMin = 2;

/**
 * The names of lists that were copied from a page as one paragraph: "Top picks: Acme One: It lasts.Bolt: It is light."
 * If several sentences begin with a name and a colon or dash, it is such a list; otherwise it is prose and has none.
 */
export function lostListNames(
  text: AnswerText,
  sentences: readonly Sentence[],
  isNamed: (span: Span) => boolean,
): LostListName[] {
  const listNames: LostListName[] = [];
  let list = 0;
  let labelledBefore = false;
  for (const sentence of sentences) {
    if (!mayHoldItem(text.verbatim, sentence)) continue;
    const line = shownIn(text, sentence, longestIntro);
    const item = /^(?:[-•▪*]|\d{1,2}[.)])\s+[\p{L}\p{N}]/u.test(line.text)
      ? { from: 0, begins: false }
      : labelled(line.text);
    if (!item) continue;
    const { from } = item;
    const listName = readListName(shownFrom(line, from), isNamed);
    if (!listName) continue;
    // If every item has a label, the labels are awards and all items are one list.
    if (item.begins && !labelledBefore) list++;
    labelledBefore = item.begins;
    listNames.push({ ...listName, list });
  }
  return listNames.length >= listNamesMin ? listNames : [];
}

// A colon may be an entity.
function mayHoldItem(verbatim: string, { start, end }: Sentence): boolean {
  if (/[-•▪*\d]/.test(verbatim.charAt(start))) return true;
  for (let at = start; at < end; at++) {
    const unit = verbatim.charCodeAt(at);
    if (unit === COLON || unit === WIDE_COLON || unit === AMPERSAND) return true;
  }
  return false;
}

const COLON = 58;
const WIDE_COLON = 0xff1a;
const AMPERSAND = 38;

// Where the name in "Intro: Label: Name: description" begins, and whether a label before it begins a list.
function labelled(text: string): { from: number; begins: boolean } | null {
  let from = 0;
  let nameStart: { from: number; begins: boolean } | null = null;
  for (const colon of text.matchAll(/[:：](?![\d/])\s*/gu)) {
    const part = text.slice(from, colon.index);
    const next = colon.index + colon[0].length;
    if (next >= text.length) break;
    if (isTitle(part)) nameStart = { from, begins: from > 0 };
    else if (nameStart) break;
    from = next;
  }
  return nameStart;
}

function isTitle(part: string): boolean {
  if (part.length > 80 || /[.!?,;](?:\s|$)/.test(part)) return false;
  const words = part.split(/\s+/).filter((word) => /\p{L}{4}|\p{Lu}|\d/u.test(word));
  const capitals = words.filter((word) => /^[^\p{L}]*\p{Lu}|\d|\p{Ll}\p{Lu}|\p{Lo}/u.test(word));
  return words.length > 0 && words.length < 10 && capitals.length * 3 >= words.length * 2;
}
