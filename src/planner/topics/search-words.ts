import type { Stem } from "../../reader/text/language/stemmer.ts";
import { normalForm } from "../../reader/text/normal-form.ts";
import { type Asking, askingOf } from "./language/asking.ts";
import { priceStem, priceWord } from "./language/empty-words.ts";

/** Scripts without spaces are searched by pairs of letters in place of words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const plain = /^[\x00-\x7f]*$/;

/** The words of a text in the form they are searched by, before stemming: lower-case, without punctuation. */
export function searchWords(text: string): string[] {
  // Enough for most texts, in half the time.
  if (plain.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const words =
    normalForm(text, "NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return unspaced.test(text) ? words.flatMap(pairsOf) : words;
}

function pairsOf(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => letters[at]! + letter);
}

/** The sentences and lines of a text. */
export const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?。])\s+|\n+/);

/** The stem of a word; all words for what a thing costs share one. */
export const sameSense =
  (stem: Stem): Stem =>
  (word) =>
    priceWord.has(word) ? priceStem : stem(word);

/**
 * Stems of the brand's words if a prompt contains its whole name, otherwise none: part of a name such as Dog Food
 * Friends may be what the prompt asks about.
 */
export function brandTerms(prompt: string, stem: Stem, brand: string): ReadonlySet<string> {
  const name = searchWords(brand);
  const isNamed = name.length > 0 && ` ${searchWords(prompt).join(" ")} `.includes(` ${name.join(" ")} `);
  return new Set(isNamed ? name.map(sameSense(stem)) : []);
}

const types = [
  ["alternatives", "alternatives"],
  ["comparison", "comparison"],
  ["how_to", "how"],
  ["listicle", "best"],
] as const satisfies readonly (readonly [type: string, asks: keyof Asking])[];

/** The kind of draft that answers a prompt, by how its language (BCP 47) asks; null if nothing tells. */
export function promptTypeOf(prompt: string, language: string): string | null {
  const asking = askingOf(prompt, language);
  const [type] = types.find(([, asks]) => asking[asks]) ?? [];
  return type ?? (/[?？]\s*$/u.test(prompt) ? "faq" : null);
}
