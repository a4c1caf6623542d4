import type { Stem } from "../../text/stemmer.ts";
import { asksNothing, priceStem, priceWord } from "./empty-words.ts";

/** Two letters of a script without spaces are looked for together, as words would be. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Words of a text as they are searched for, before they are stemmed: lower-case, without marks around them. */
export function searchWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return unspaced.test(text) ? words.flatMap(pairsOf) : words;
}

function pairsOf(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => letters[at]! + letter);
}

/** The stem of a word; all words for what a thing costs have one. */
export const sameSense =
  (stem: Stem): Stem =>
  (word) =>
    priceWord.has(word) ? priceStem : stem(word);

/** What a prompt is about: stems of its telling words, each with the word as it stands there. */
export function promptTerms(prompt: string, stem: Stem, unspoken: ReadonlySet<string>): Map<string, string> {
  const telling = searchWords(prompt.replace(howMuch, " price ")).filter(
    (word) => !asksNothing.has(word) && !/^([a-z]|\d{4})$/.test(word),
  );
  const terms = new Map(telling.map((word) => [sameSense(stem)(word), word] as const));
  const others = new Map([...terms].filter(([term]) => !unspoken.has(term)));
  return others.size > 0 ? others : terms;
}

/**
 * Stems of the brand's words if a prompt names it whole, else none: a part of a name such as Dog Food Friends may be
 * what is asked about.
 */
export function brandTerms(prompt: string, stem: Stem, brand: string): ReadonlySet<string> {
  const name = searchWords(brand);
  const isNamed = name.length > 0 && ` ${searchWords(prompt).join(" ")} `.includes(` ${name.join(" ")} `);
  return new Set(isNamed ? name.map(sameSense(stem)) : []);
}

/** Asks for a price without a word for it. */
const howMuch =
  /\b(?:how much (?=is|are|does|do|for|should)|combien(?= coût| faut)|cuánto(?= cuesta| vale))/giu;

const types: readonly [type: string, words: RegExp][] = [
  ["alternatives", /\b(alternatives?|alternativen?|alternativas?)\b/iu],
  [
    "comparison",
    /\b(vs\.?|versus|compar\w*|vergleich\w*|unterschied\w*|difference\w*|diferencia\w*)(?!\p{L})/iu,
  ],
  ["how_to", /(^|[^\p{L}])(how (do|to|can|should)|wie (kann|man|soll)|comment|cómo)(?!\p{L})/iu],
  ["listicle", /(^|[^\p{L}])(best|top|beste[nrs]?|meilleure?s?|mejor(es)?)(?!\p{L})/iu],
  ["faq", /[?？]\s*$/u],
];

/** The kind of text that answers a prompt, among those that drafts know; null if nothing tells. */
export const promptTypeOf = (prompt: string): string | null =>
  types.find(([, words]) => words.test(prompt))?.[0] ?? null;
