import type { Stem } from "../../reader/text/language/stemmer.ts";
import { compoundParts } from "./language/compound.ts";
import { emptyWords } from "./language/empty-words.ts";
import { sameSense } from "./search-words.ts";
import { byNumber, type SiteText } from "./site-text.ts";

/** The telling stems of a page, each once and by its number. */
export interface PageWords {
  title: readonly number[];
  /** In its title, description and headings. */
  shownStems: readonly number[];
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
  /** The pages that have a stem in their title, each with its share of the title, 0-1, by its number. */
  titlesWith: readonly (readonly { page: number; share: number }[] | undefined)[];
  /** The numbers of the telling stems of any text, with those that no page has. */
  numbersIn(text: string): number[];
  /** The number of a stem; undefined if no text had it. */
  numberOf(stem: string): number | undefined;
  /** The stems of a page's sentences; read when asked for. */
  sentencesOf(page: number): readonly ReadonlySet<number>[];
  /** The words of a page that have one of some stems, as written there, by their stems. */
  writtenOn(page: number, stems: ReadonlySet<number>): Map<number, string>;
}

/** Finds the stems of each word of a website once. */
export function siteWords(text: SiteText, { language, stem }: { language: string; stem: Stem }): SiteWords {
  const empty = emptyWords(language);
  const sense = sameSense(stem);
  const numbers = new Map<string, number>();
  const isTelling = (word: string) => word.length > 1 && !empty.has(word);
  const partsOf = compoundParts(language, new Set(text.words.filter(isTelling).map(sense)));
  const numbered = (stem: string): number => {
    const number = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, number);
    return number;
  };
  const stemsOf = byNumber((at): readonly number[] => {
    const word = text.words[at]!;
    if (!isTelling(word)) return none;
    const stem = sense(word);
    return [stem, ...partsOf(stem)].map(numbered);
  });
  const numbersOf = (words: readonly number[]) => words.flatMap(stemsOf);
  const pagesWith: number[][] = [];
  const pagesShowing: number[][] = [];
  const pages = text.pages.map((read, at) => {
    const page: { title: number[]; shownStems: number[]; all: number[] } = {
      title: [],
      shownStems: [],
      all: [],
    };
    // A page comes after all earlier ones in the lists of its stems.
    const addPage = (lists: number[][], stem: number): boolean => {
      const list = lists[stem];
      if (!list) lists[stem] = [at];
      else if (list[list.length - 1] === at) return false;
      else list.push(at);
      return true;
    };
    for (const [nth, word] of read.shownWords.entries())
      for (const stem of stemsOf(word)) {
        if (!addPage(pagesShowing, stem)) continue;
        page.shownStems.push(stem);
        if (nth < read.title.length) page.title.push(stem);
        if (addPage(pagesWith, stem)) page.all.push(stem);
      }
    for (const word of read.text)
      for (const stem of stemsOf(word)) if (addPage(pagesWith, stem)) page.all.push(stem);
    return page;
  });
  return {
    ...{ pages, pagesWith, pagesShowing },
    titlesWith: titlesByStem(pages, pagesWith),
    numbersIn: (passage) => numbersOf(text.numbersIn(passage)),
    numberOf: (stem) => numbers.get(stem),
    sentencesOf: byNumber((page) => text.sentencesOf(page).map((words) => new Set(numbersOf(words)))),
    writtenOn(page, stems) {
      const wordByStem = new Map<number, string>();
      const { shownWords, text: rest } = text.pages[page]!;
      for (const words of [shownWords, rest])
        for (const word of words) {
          const [stem] = stemsOf(word);
          if (stem !== undefined && stems.has(stem) && !wordByStem.has(stem))
            wordByStem.set(stem, text.words[word]!);
        }
      return wordByStem;
    },
  };
}

const none: readonly number[] = [];

function titlesByStem(
  pages: readonly PageWords[],
  pagesWith: readonly (readonly number[])[],
): { page: number; share: number }[][] {
  const titles: { page: number; share: number }[][] = [];
  // A word on many pages, such as the site's name, is a small part of each title.
  const weightOf = (stem: number) => Math.log(1 + pages.length / pagesWith[stem]!.length);
  for (const [page, { title }] of pages.entries()) {
    const whole = title.reduce((sum, stem) => sum + weightOf(stem), 0);
    for (const stem of title) {
      titles[stem] ??= [];
      titles[stem].push({ page, share: weightOf(stem) / whole });
    }
  }
  return titles;
}
