import { readFileSync } from "node:fs";
import { foldedKey } from "../fold.ts";
import { once } from "../once.ts";
import { entriesIn, entryOf, indexOf, type WordIndex } from "./word-index.ts";

/** What the words of other languages are in English: a list for each language, read on first use. */
const lists = once((): ReadonlyMap<string, () => WordIndex<string>> => {
  const [english = "", ...languages] = readFileSync(new URL("./dictionary.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const meanings = english.split("|");
  return new Map(
    languages.map((line) => [line.slice(0, 2), once(() => wordsIn(line.slice(3).split("|"), meanings))]),
  );
});

function wordsIn(list: readonly string[], meanings: readonly string[]): WordIndex<string> {
  const meaningByKey = new Map<string, string>();
  for (const [at, words] of list.entries())
    for (const word of words.split("/")) {
      const key = foldedKey(word);
      const before = meaningByKey.get(key);
      meaningByKey.set(key, before === undefined ? meanings[at]! : `${before} ${meanings[at]}`);
    }
  meaningByKey.delete("");
  return indexOf(meaningByKey);
}

/** The words of a language (ISO 639-1) that the dictionary has; null if it does not have the language. */
export const dictionaryOf = (language: string): WordIndex<string> | null => lists().get(language)?.() ?? null;

/** The languages (ISO 639-1) that the dictionary has. */
export const dictionaryLanguages = (): Iterable<string> => lists().keys();

/** What a folded word of a language is in English, in any inflection; null if the dictionary does not have it. */
export function englishOf(word: string, language: string): string | null {
  const words = dictionaryOf(language);
  return words === null ? null : (entryOf(words, word, language) ?? null);
}

/** What the words of a text in a script without spaces are in English. */
export function translatedIn(text: string, language: string): string[] {
  const words = dictionaryOf(language);
  return words === null ? [] : entriesIn(words, text);
}
