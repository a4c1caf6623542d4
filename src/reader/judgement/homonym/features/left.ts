import { isUpperCase } from "../../../brand-names/name-shape.ts";
import { foldedKey } from "../../../text/fold.ts";
import { isOrdinaryWord, usesOf } from "../../../text/ordinary-word.ts";
import { isUnspaced, script, scriptOf } from "../../../text/script.ts";
import type { Occurrence } from "../occurrence.ts";
import {
  articles,
  choosingVerbs,
  conjunctions,
  givenNames,
  indefinites,
  makers,
  modifiers,
  relators,
} from "../word.ts";
import type { FeatureName, Found } from "./feature-name.ts";

/** Adds the features of the text before the name. */
export function addLeft(occurrence: Occurrence, flags: Found): void {
  const { before } = occurrence.context;
  const end = endOfInk(before);
  if (hasNewline(before, end)) return void flags.add("opens_sentence");
  if (before.length < 16 && /^[^\p{L}]*$/u.test(before)) return void flags.add("opens_block");
  const mark = before.charAt(end - 1);
  const feature = afterMark(before, end, mark);
  if (feature !== null) return void flags.add(feature);
  const start = tokenStart(before, end);
  const word = afterToken(
    occurrence,
    before.slice(Math.max(0, start - 24), start),
    before.slice(start, end),
    end < before.length,
    flags,
  );
  flags.add(word);
}

/** The end of the text without trailing white space and quotation marks. */
function endOfInk(before: string): number {
  let end = before.length;
  while (end > 0) {
    const unit = before.charCodeAt(end - 1);
    const quote = unit === 34 || unit === 39 || (unit >= 0x2018 && unit <= 0x201f);
    if (unit > 32 && unit !== 160 && !quote) break;
    end--;
  }
  return end;
}

function hasNewline(before: string, from: number): boolean {
  for (let at = from; at < before.length; at++) if (before.charCodeAt(at) === 10) return true;
  return false;
}

// What a punctuation mark right before the name says about its place; null after a word.
function afterMark(before: string, end: number, mark: string): FeatureName | null {
  const spaced = end < before.length && before.charCodeAt(end) <= 32;
  if (end === before.length && /[-‐‑]/.test(mark)) return "after_hyphen";
  switch (mark) {
    case "/":
      return isOrdinaryWord(foldedKey(wordBefore(before, end - 1))) ? "after_slash_of_words" : "after_slash";
    case "|":
      return "after_slash";
    case ".":
    case "!":
    case "?":
    case "…":
    case "。":
    case ")":
    case "]":
    case "}":
    case "+":
      return spaced ? "opens_sentence" : "glued_to_sentence";
    case ":":
    case "：":
    case ";":
      return /\bfor$/i.test(before.slice(Math.max(0, end - 5), end - 1)) ? "after_best_for" : "after_colon";
    case ",":
      return "after_comma";
    case "(":
    case "[":
    case "{":
    case "（":
      return "after_bracket";
    case "–":
    case "—":
    case "•":
    case "·":
    case "-":
    case "*":
      return afterDash(before, end, mark);
    default:
      return null;
  }
}

// A dash between spaces opens an item if the text before it is complete.
function afterDash(before: string, end: number, mark: string): FeatureName {
  const textBefore = before.slice(Math.max(0, end - 4), end - 1);
  if (textBefore === "" || /\s{2}$/.test(textBefore)) return "opens_block";
  if (mark === "*" || mark === "•" || mark === "·") return "opens_sentence";
  return mark === "-" && /[\p{Ll}\p{P}\d]\s+$/u.test(textBefore) ? "opens_sentence" : "after_dash";
}

function wordBefore(before: string, end: number): string {
  let from = end;
  while (from > 0 && before.charCodeAt(from - 1) <= 32) from--;
  const stop = from;
  while (from > 0 && scriptOf(before.charCodeAt(from - 1)) > script.digit) from--;
  return before.slice(from, stop);
}

const joints = new Set([..."&+'’$€£%®™-"].map((mark) => mark.charCodeAt(0)));

function tokenStart(before: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < 40) {
    const unit = before.charCodeAt(start - 1);
    const kind = scriptOf(unit);
    if (isUnspaced(kind) || (kind === script.none && !joints.has(unit))) break;
    start--;
  }
  return start;
}

const fits = new Set(["ideal", "great", "good", "perfect", "suited", "best"]);

// What the word right before the name says about it; `textBefore` is the text before that word.
function afterToken(
  { profile, surface, context }: Occurrence,
  textBefore: string,
  token: string,
  spaced: boolean,
  flags: Found,
): FeatureName {
  if (/^[$€£]?\d+(?:x|%|k\+)?$/i.test(token)) return spaced ? "after_number" : "after_price";
  // "5G Ultra": a model or a standard.
  if (/^\d+\p{Lu}+$/u.test(token) && spaced) return "after_foreign_capital";
  const lower = token.toLowerCase();
  if (lower === "the" && /\p{Lu}\p{L}* of $/u.test(textBefore)) return "after_name_of";
  if (articles.has(lower)) return "after_article";
  if (indefinites.has(lower)) return "after_indefinite";
  if (conjunctions.has(lower)) return "after_conjunction";
  if (
    lower === "for" &&
    textBefore
      .split(/\s+/)
      .slice(-3)
      .some((word) => fits.has(word.toLowerCase()))
  )
    return "after_best_for";
  if (lower === "of" && /\p{Lu}\p{L}* $/u.test(textBefore)) return "after_name_of";
  if (relators.has(lower)) return "after_relator";
  if (choosingVerbs.has(lower)) return "after_choosing_verb";
  if (!isUpperCase(token.charAt(0))) return "after_lower_word";
  // A one-letter article or preposition that opens a sentence: "Η Acme", "В Acme".
  const opening = /(?:[.!?:;)\n]\s*|^[^\p{L}]*)$/u.test(textBefore);
  if (token.length === 1 && opening) return "after_relator";
  const word = foldedKey(token);
  if (profile.related.has(word)) return "after_related_word";
  if (surface.length > 2 && givenNames.has(word)) flags.add("after_given_name");
  const owner = lower.replace(/['’]s$/, "");
  if (modifiers.has(owner) || isAdverb(word) || (makers.has(owner) && !isVerbBetween(context.after, surface)))
    return "after_modifier";
  if (token.length > 1 && !isOrdinaryWord(word)) flags.add("after_rare_capital");
  if (!opening || !isOrdinaryWord(word)) return "after_foreign_capital";
  return usesOf(word).verb ? "after_opening_verb" : "after_opening_word";
}

// "Probably Acme": the adverb belongs to the sentence, not to the name.
function isAdverb(word: string): boolean {
  return word.endsWith("ly") && word.length > 5 && isOrdinaryWord(word) && !usesOf(word).noun;
}

// "Sony Beats Bose in Our Test": a verb between two companies.
function isVerbBetween(after: string, surface: string): boolean {
  const next = /^\s+(\p{Lu}\p{L}+)/u.exec(after)?.[1];
  return next !== undefined && usesOf(foldedKey(surface)).inflectedVerb && !isOrdinaryWord(foldedKey(next));
}
