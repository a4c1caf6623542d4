import type { KnownPage } from "./known-page.ts";
import { searchWords, sentencesIn } from "./search-words.ts";

/** The words of a page by number, each once and in the order of their first appearance. */
export interface PageText {
  title: readonly number[];
  /** In its title, description and headings. */
  shownWords: readonly number[];
  /** In its text; with those that are shown as well. */
  text: readonly number[];
}

/** The words of all pages of a website, read once for all that is asked of them, whatever the prompts are. */
export interface SiteText {
  pages: readonly PageText[];
  /** Each word by its number. More are added by `numbersIn`. */
  words: readonly string[];
  /** All words of any text by number, with repeats. */
  numbersIn(text: string): number[];
  /** The words of each sentence of a page, with repeats. */
  sentencesOf(page: number): readonly (readonly number[])[];
}

/** Reads every page once. */
export function siteText(sitePages: readonly KnownPage[]): SiteText {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.push(word) - 1;
      numbers.set(word, number);
    }
    return number;
  };
  const numbersIn = (text: string) => searchWords(text).map(numberOf);
  // The last list that a word was put into.
  const listed: number[] = [];
  let lists = 0;
  const addWords = (wordNumbers: readonly number[], list: number[], id: number): void => {
    for (const number of wordNumbers) {
      if (listed[number] === id) continue;
      listed[number] = id;
      list.push(number);
    }
  };
  const sentences: number[][][] = [];
  const pages = sitePages.map(({ title, description, headings, text }) => {
    const shownWords: number[] = [];
    lists += 1;
    addWords(numbersIn(title ?? ""), shownWords, lists);
    const own = shownWords.slice();
    addWords(numbersIn([description ?? "", ...headings].join("\n")), shownWords, lists);
    lists += 1;
    const inText: number[] = [];
    // Sentence by sentence, as most have only letters that are quick to read.
    const read = sentencesIn(text).map(numbersIn);
    for (const sentence of read) addWords(sentence, inText, lists);
    sentences.push(read);
    return { title: own, shownWords, text: inText };
  });
  return { pages, words, numbersIn, sentencesOf: (page) => sentences[page]! };
}

/** What is made of a number when it is first asked for. */
export function byNumber<T>(make: (number: number) => T): (number: number) => T {
  const values: T[] = [];
  return (number) => {
    values[number] ??= make(number);
    return values[number];
  };
}
