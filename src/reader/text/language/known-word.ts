import { foldedKey } from "../fold.ts";
import { dictionaryLanguages, dictionaryOf } from "../meaning/dictionary.ts";
import { isEverydaySomewhere } from "../meaning/everyday.ts";
import { once } from "../once.ts";
import { isOrdinaryWord } from "../ordinary-word.ts";
import { remembered } from "../remembered.ts";
import { stopWords } from "./stop-words.ts";

/** Whether a folded word is a word of any of our languages, as far as our dictionaries know. */
export const isWordSomewhere = remembered(
  { most: 10_000, longest: 32 },
  (word) => isOrdinaryWord(word) || isEverydaySomewhere(word) || commonSomewhere().has(word),
);

const commonSomewhere = once((): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const language of dictionaryLanguages()) {
    for (const word of stopWords(language)) words.add(foldedKey(word));
    for (const word of dictionaryOf(language)?.exact.keys() ?? []) words.add(word);
  }
  return words;
});
