import type { Stem } from "../../text/language/stemmer.ts";
import { emptyWords } from "./empty-words.ts";
import type { KnownPage } from "./known-page.ts";
import { sameSense, searchWords, sentencesIn } from "./words.ts";

/** The telling stems of a page, each once and by its number. */
export interface PageWords {
  title: readonly number[];
  /** In its title, description and headings. */
  shown: readonly number[];
  /** Anywhere. */
  all: readonly number[];
}

/** The telling stems of all pages of a website. */
export interface SiteWords {
  pages: readonly PageWords[];
  /** The pages that have a stem, by its number; undefined if none has. */
  pagesWith: readonly (readonly number[] | undefined)[];
  /** The same by title, description and headings alone. */
  pagesShowing: readonly (readonly number[] | undefined)[];
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
  const pagesWith: number[][] = [];
  const pagesShowing: number[][] = [];
  const pages = known.map(({ title, description, headings, text }, at) => {
    const page: { title: number[]; shown: number[]; all: number[] } = { title: [], shown: [], all: [] };
    // A page comes after all earlier ones in the lists of its stems.
    const put = (lists: number[][], stem: number): boolean => {
      const list = lists[stem];
      if (!list) lists[stem] = [at];
      else if (list.at(-1) === at) return false;
      else list.push(at);
      return true;
    };
    const read = (part: string, of: "title" | "shown" | "all"): void => {
      for (const word of searchWords(part)) {
        const stem = numberOf(word);
        if (stem === none) continue;
        if (of !== "all" && put(pagesShowing, stem)) {
          page.shown.push(stem);
          if (of === "title") page.title.push(stem);
        }
        if (put(pagesWith, stem)) page.all.push(stem);
      }
    };
    read(title ?? "", "title");
    read([description ?? "", ...headings].join("\n"), "shown");
    read(text, "all");
    return page;
  });
  const sentences = new Map<number, ReadonlySet<number>[]>();
  return {
    pages,
    pagesWith,
    pagesShowing,
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
