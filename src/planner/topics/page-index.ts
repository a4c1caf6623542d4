import type { Stem } from "../../reader/text/language/stemmer.ts";
import { emptyWords } from "./language/empty-words.ts";
import { kinshipOf } from "./language/kinship.ts";
import { sameSense } from "./search-words.ts";
import { byNumber, type PageText, type SiteText } from "./site-text.ts";

/** Where a page has a word, and whether as itself or as one of its family; 0 is nowhere. */
export const place = { kinInText: 1, wordInText: 2, kinShown: 3, wordShown: 4 } as const;

/** How much each place says of a stem: a word of the same family says a little less. */
export const strengths = [0, 0.7, 1, 0.7, 1];

/** A word on a page that a prompt asks for. */
export interface StemOnPage {
  place: number;
  /** As written on the page. */
  word: string;
}

/** Where the pages of a website have the stems that prompts ask for. */
export interface PageIndex {
  /** For each page, the `place` where it has a stem. */
  placesOf(stem: string): Uint8Array;
  /** How rare a stem is; 1 if at most one page has it. */
  rarity(stem: string): number;
  /** Each page with the stem in its title: its position there, and its share of the title, 0-1. */
  titlesWith(stem: string): readonly { page: number; at: number; share: number }[];
  /** Where a page has each of its stems, and as which word. */
  standingsOf(page: number): ReadonlyMap<string, StemOnPage>;
  /** The stems in each sentence of a page. */
  sentencesOf(page: number): readonly ReadonlySet<string>[];
}

/** Indexes pages for the stems of a vocabulary; ignoring all others makes it fast. */
export function pageIndex(
  text: SiteText,
  { language, stem, vocabulary }: { language: string; stem: Stem; vocabulary: ReadonlySet<string> },
): PageIndex {
  const { pages } = text;
  const terms = askedBy(vocabulary, sameSense(stem), language);
  const termsOfWord = byNumber((word) => terms(text.words[word]!));
  const places = new Map([...vocabulary].map((term) => [term, new Uint8Array(pages.length)]));
  for (const [at, page] of pages.entries())
    for (const { words, here } of partsOf(page))
      for (const word of words) {
        const { own, family } = termsOfWord(word);
        if (own !== null) raise(places.get(own)!, at, here);
        for (const term of family) raise(places.get(term)!, at, here - 1);
      }
  const titles = titlesByTerm(text, { termsOfWord, empty: emptyWords(language) });
  return {
    placesOf: (term) => places.get(term)!,
    rarity: remembered((term) =>
      rarityAmong(places.get(term)!.filter((at) => at >= place.wordInText).length, pages.length),
    ),
    titlesWith: (term) => titles.get(term) ?? [],
    standingsOf: byNumber((page) => standingsOn(pages[page]!, text.words, termsOfWord)),
    sentencesOf: byNumber((page) => text.sentencesOf(page).map((words) => termsOf(words, termsOfWord))),
  };
}

const partsOf = ({ shownWords, text }: PageText) => [
  { words: shownWords, here: place.wordShown },
  { words: text, here: place.wordInText },
];

function raise(places: Uint8Array, at: number, here: number): void {
  if (here > places[at]!) places[at] = here;
}

/** The terms of the vocabulary that a word is a form of, or related to. */
interface Asked {
  own: string | null;
  family: readonly string[];
}

const none: Asked = { own: null, family: [] };

function askedBy(vocabulary: ReadonlySet<string>, sense: Stem, language: string): (word: string) => Asked {
  const { isKin, keys } = kinshipOf(language);
  const byKey = new Map<string, string[]>();
  for (const term of vocabulary)
    for (const key of keys(term)) {
      const terms = byKey.get(key);
      if (terms) terms.push(term);
      else byKey.set(key, [term]);
    }
  return (word) => {
    const stem = sense(word);
    const near = keys(stem).flatMap((key) => byKey.get(key) ?? []);
    const family = new Set(near.filter((term) => term !== stem && isKin(term, stem)));
    const own = vocabulary.has(stem) ? stem : null;
    return own === null && family.size === 0 ? none : { own, family: [...family] };
  };
}

function standingsOn(
  page: PageText,
  words: readonly string[],
  termsOfWord: (word: number) => Asked,
): Map<string, StemOnPage> {
  const standings = new Map<string, StemOnPage>();
  const addStanding = (term: string, word: number, here: number): void => {
    if (here > (standings.get(term)?.place ?? 0)) standings.set(term, { place: here, word: words[word]! });
  };
  for (const { words, here } of partsOf(page))
    for (const word of words) {
      const { own, family } = termsOfWord(word);
      if (own !== null) addStanding(own, word, here);
      for (const term of family) addStanding(term, word, here - 1);
    }
  return standings;
}

const nothing: ReadonlySet<string> = new Set();

function termsOf(words: readonly number[], termsOfWord: (word: number) => Asked): ReadonlySet<string> {
  let terms: Set<string> | null = null;
  for (const word of words) {
    const { own, family } = termsOfWord(word);
    if (own === null && family.length === 0) continue;
    terms ??= new Set();
    if (own !== null) terms.add(own);
    for (const term of family) terms.add(term);
  }
  return terms ?? nothing;
}

function titlesByTerm(
  { pages, words }: SiteText,
  { termsOfWord, empty }: { termsOfWord: (word: number) => Asked; empty: ReadonlySet<string> },
): Map<string, { page: number; at: number; share: number }[]> {
  const titles = pages.map(({ title }) => title.filter((word) => !empty.has(words[word]!)));
  const having = new Map<number, number>();
  for (const word of titles.flat()) having.set(word, (having.get(word) ?? 0) + 1);
  // A word in many titles, such as the site's name, is a small part of each.
  const weightOf = (word: number) => Math.log(1 + pages.length / having.get(word)!);
  const byTerm = new Map<string, { page: number; at: number; share: number }[]>();
  for (const [page, title] of titles.entries()) {
    const all = title.reduce((sum, word) => sum + weightOf(word), 0);
    for (const [at, word] of title.entries()) {
      const { own, family } = termsOfWord(word);
      for (const term of own === null ? family : [own, ...family]) {
        const entry = { page, at, share: weightOf(word) / all };
        const entries = byTerm.get(term);
        if (entries) entries.push(entry);
        else byTerm.set(term, [entry]);
      }
    }
  }
  return byTerm;
}

function remembered<K, T>(of: (key: K) => T): (key: K) => T {
  const cache = new Map<K, T>();
  return (key) => {
    const before = cache.get(key);
    if (before !== undefined) return before;
    const value = of(key);
    cache.set(key, value);
    return value;
  };
}

/** A smaller website says too little about how rare a word is. */
const fewestPages = 50;

/** How rare a word on some pages of a website is; 1 if at most one page has it. */
export const rarityAmong = (pagesWith: number, pages: number): number =>
  rarity(pagesWith, pages) / rarity(1, pages);

/** The inverse document frequency of BM25; a word on no page is as rare as one on a single page. */
function rarity(pagesWith: number, pages: number): number {
  const having = Math.max(1, pagesWith);
  return Math.log(1 + (Math.max(pages, fewestPages) - having + 0.5) / (having + 0.5));
}
