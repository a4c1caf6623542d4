import { foldedKey } from "../fold.ts";
import { dictionaryLanguages, dictionaryOf } from "../meaning/dictionary.ts";
import { isEverydaySomewhere } from "../meaning/everyday.ts";
import { once } from "../once.ts";
import { isOrdinaryWord } from "../ordinary-word.ts";
import { stopWords } from "./stop-words.ts";

/** Whether a folded word is a word of any of our languages, as far as our dictionaries know. */
export function isWordSomewhere(word: string): boolean {
  const before = met.get(word);
  if (before !== undefined) return before;
  const isWord = isOrdinaryWord(word) || isEverydaySomewhere(word) || commonSomewhere().has(word);
  if (met.size >= mostMet) met.clear();
  if (word.length <= 32) met.set(word, isWord);
  return isWord;
}

const met = new Map<string, boolean>();
// Foreign text may contain any number.
const mostMet = 10_000;

const commonSomewhere = once((): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const language of dictionaryLanguages()) {
    for (const word of stopWords(language)) words.add(foldedKey(word));
    for (const word of dictionaryOf(language)?.exact.keys() ?? []) words.add(word);
  }
  return words;
});
