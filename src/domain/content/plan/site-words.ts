import type { Stem } from "../../text/language/stemmer.ts";
import { emptyWords } from "./empty-words.ts";
import type { KnownPage } from "./known-page.ts";
import { sameSense, searchWords, sentencesIn } from "./words.ts";

/** The telling stems of a page, each once and by its number. */
export interface PageWords {
  /** In its title, description and headings. */
  shown: ReadonlySet<number>;
  /** Anywhere. */
  all: ReadonlySet<number>;
  title: ReadonlySet<number>;
}

/** The telling stems of all pages of a website. */
export interface SiteWords {
  pages: readonly PageWords[];
  /** How many pages have a stem, by its number. */
  pagesWith: readonly number[];
  /** The numbers of the telling stems of any text, with those that no page has. */
  numbersIn(text: string): number[];
  /** The number of a stem; undefined if no text had it. */
  numberOf(stem: string): number | undefined;
  /** A page's sentences; read when asked for. */
  sentencesOf(page: number): readonly ReadonlySet<number>[];
  /** The words of a page that have one of some stems, as written there, by their stems. */
  writtenOn(page: number, stems: ReadonlySet<number>): Map<number, string>;
}

/** Reads all pages once; each word is stemmed once. */
export function siteWords(
  known: readonly KnownPage[],
  { language, stem }: { language: string; stem: Stem },
): SiteWords {
  const empty = emptyWords(language);
  const sense = sameSense(stem);
  const numbers = new Map<string, number>();
  const byWord = new Map<string, number>();
  const numberOf = (word: string): number => {
    const before = byWord.get(word);
    if (before !== undefined) return before;
    const stem = word.length < 2 || empty.has(word) ? null : sense(word);
    const number = stem === null ? none : (numbers.get(stem) ?? numbers.size);
    if (stem !== null) numbers.set(stem, number);
    byWord.set(word, number);
    return number;
  };
  const numbersIn = (text: string): number[] => {
    const found: number[] = [];
    for (const word of searchWords(text)) {
      const number = numberOf(word);
      if (number !== none) found.push(number);
    }
    return found;
  };
  const pagesWith: number[] = [];
  const pages = known.map(({ title, description, headings, text }) => {
    const titled = new Set(numbersIn(title ?? ""));
    const shown = new Set([...titled, ...numbersIn([description ?? "", ...headings].join("\n"))]);
    const all = new Set(shown);
    for (const number of numbersIn(text)) all.add(number);
    for (const number of all) pagesWith[number] = (pagesWith[number] ?? 0) + 1;
    return { title: titled, shown, all };
  });
  const sentences = new Map<number, ReadonlySet<number>[]>();
  return {
    pages,
    pagesWith,
    numbersIn,
    numberOf: (stem) => numbers.get(stem),
    sentencesOf(page) {
      const read =
        sentences.get(page) ?? sentencesIn(known[page]!.text).map((part) => new Set(numbersIn(part)));
      sentences.set(page, read);
      return read;
    },
    writtenOn(page, stems) {
      const written = new Map<number, string>();
      for (const word of searchWords(textOf(known[page]!))) {
        const number = numberOf(word);
        if (stems.has(number) && !written.has(number)) written.set(number, word);
      }
      return written;
    },
  };
}

const none = -1;

const textOf = ({ title, description, headings, text }: KnownPage): string =>
  [title ?? "", description ?? "", ...headings, text].join("\n");
