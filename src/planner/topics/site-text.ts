import type { KnownPage } from "./known-page.ts";
import { searchWords, sentencesIn } from "./search-words.ts";

/** The words of a page by number, each once and in the order of their first appearance. */
export interface PageText {
  title: readonly number[];
  /** In its title, description and headings. */
  shown: readonly number[];
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
export function siteText(known: readonly KnownPage[]): SiteText {
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
  const put = (found: readonly number[], list: number[], id: number): void => {
    for (const number of found) {
      if (listed[number] === id) continue;
      listed[number] = id;
      list.push(number);
    }
  };
  const sentences: number[][][] = [];
  const pages = known.map(({ title, description, headings, text }) => {
    const shown: number[] = [];
    lists += 1;
    put(numbersIn(title ?? ""), shown, lists);
    const own = shown.slice();
    put(numbersIn([description ?? "", ...headings].join("\n")), shown, lists);
    lists += 1;
    const inText: number[] = [];
    // Sentence by sentence, as most have only letters that are quick to read.
    const read = sentencesIn(text).map(numbersIn);
    for (const sentence of read) put(sentence, inText, lists);
    sentences.push(read);
    return { title: own, shown, text: inText };
  });
  return { pages, words, numbersIn, sentencesOf: (page) => sentences[page]! };
}

/** What is made of a number when it is first asked for. */
export function byNumber<T>(make: (number: number) => T): (number: number) => T {
  const made: T[] = [];
  return (number) => {
    made[number] ??= make(number);
    return made[number];
  };
}
