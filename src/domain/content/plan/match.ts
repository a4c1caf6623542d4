import MiniSearch from "minisearch";
import { primaryLanguage, type Stem } from "../../text/stemmer.ts";
import { sameSense, searchWords } from "./words.ts";

/** A page of the website, as far as planning looks at it. */
export interface KnownPage {
  url: string;
  title: string | null;
  headings: readonly string[];
  text: string;
  /** BCP 47; null if it does not say. */
  language: string | null;
}

/** The page that answers a prompt best, and how well. */
export interface PageMatch {
  page: KnownPage;
  /** Part of what the prompt is about that stands anywhere on the page, rare words counting more; 0-1. */
  coverage: number;
  /** The same, of its title and headings alone. */
  prominence: number;
  /** The words of the prompt that stand there, as stems. */
  found: string[];
}

export type Matcher = (terms: readonly string[]) => { match: PageMatch | null; weights: Map<string, number> };

/** What a page is about stands in its beginning. */
const charactersMax = 4_000;

/** Candidates by BM25 that are looked at closely. */
const candidates = 8;

/**
 * Words that more pages have find too many of them, at a cost: on a large website they are not searched for where the
 * rarer ones say most of what a prompt is about. They always count.
 */
const commonFrom = 0.3;

/**
 * Finds pages for prompts: BM25 over title, headings and text, then how much of the prompt the best ones hold. Only
 * words of the prompts are indexed, which makes it fast and changes no score: lengths are counted before.
 */
export function pageMatcher(
  pages: readonly KnownPage[],
  { language, stem, vocabulary }: { language: string; stem: Stem; vocabulary: ReadonlySet<string> },
): Matcher {
  const known = pagesIn(pages, language);
  const { index, places } = indexed(known, stem, vocabulary);
  const weights = new Map(
    [...places].map(([term, at]) => [term, rarity(at.filter(Boolean).length, known.length)]),
  );
  const common = known.length < fewestPages ? 0 : rarity(known.length * commonFrom, known.length);
  return (terms) => {
    const own = new Map(terms.map((term) => [term, weights.get(term)!]));
    const total = sumOf(terms, own);
    // A word that no page has finds none, and must not keep others from being searched for.
    const present = terms.filter((term) => places.get(term)!.some(Boolean));
    const rare = present.filter((term) => own.get(term)! > common);
    const query = (sumOf(rare, own) >= total / 2 ? rare : present).join(" ");
    const matches = index
      .search(query)
      .slice(0, candidates)
      .map(({ id }): PageMatch => {
        const found = terms.filter((term) => places.get(term)![id]! > 0);
        const shown = found.filter((term) => places.get(term)![id] === place.shown);
        return {
          page: known[id]!,
          coverage: sumOf(found, own) / total,
          prominence: sumOf(shown, own) / total,
          found,
        };
      });
    return { match: best(matches), weights: own };
  };
}

/** Where a page has a word: nowhere is 0. */
const place = { text: 1, shown: 2 } as const;

interface Entry {
  id: number;
  title: string;
  headings: string;
  text: string;
}

/** The index of the pages, and for each word of the prompts where each page has it. */
function indexed(pages: readonly KnownPage[], stem: Stem, vocabulary: ReadonlySet<string>) {
  const places = new Map([...vocabulary].map((term) => [term, new Uint8Array(pages.length)]));
  const wantedStem = wanted(stem, vocabulary);
  let page = 0;
  const index = new MiniSearch<Entry>({
    fields: ["text", "title", "headings"],
    tokenize: searchWords,
    processTerm: (word, field) => {
      const term = wantedStem(word);
      if (term !== null) places.get(term)![page] = field === "text" ? place.text : place.shown;
      return term;
    },
    searchOptions: {
      boost: { title: 3, headings: 2 },
      processTerm: (term) => term,
      tokenize: (text) => text.split(" "),
    },
  });
  for (const [id, { title, headings, text }] of pages.entries()) {
    page = id;
    index.add({
      id,
      title: title ?? "",
      headings: headings.join("\n").slice(0, charactersMax),
      text: text.slice(0, charactersMax),
    });
  }
  return { index, places };
}

/** Pages in the language of the prompts, or that do not say theirs; all of them if there are no such pages. */
export function pagesIn(pages: readonly KnownPage[], language: string): readonly KnownPage[] {
  const own = primaryLanguage(language);
  const fitting = pages.filter((page) => page.language === null || primaryLanguage(page.language) === own);
  return fitting.length > 0 ? fitting : pages;
}

/** The stem of a word that some prompt asks for; every other word is left out. */
function wanted(stem: Stem, vocabulary: ReadonlySet<string>): (word: string) => string | null {
  const stems = new Map<string, string | null>();
  const sense = sameSense(stem);
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stemmed = sense(word);
    const kept = vocabulary.has(stemmed) ? stemmed : null;
    stems.set(word, kept);
    return kept;
  };
}

/** A website of fewer pages tells too little of how rare a word is. */
const fewestPages = 50;

/** The inverse document frequency of BM25; a word that no page has is as rare as one that a single page has. */
function rarity(pagesWith: number, pages: number): number {
  const having = Math.max(1, pagesWith);
  return Math.log(1 + (Math.max(pages, fewestPages) - having + 0.5) / (having + 0.5));
}

const sumOf = (terms: readonly string[], weights: ReadonlyMap<string, number>): number =>
  terms.reduce((sum, term) => sum + weights.get(term)!, 0);

/** Of pages that hold as much the one that BM25 puts first. */
const best = (matches: readonly PageMatch[]): PageMatch | null =>
  matches.reduce<PageMatch | null>(
    (best, match) =>
      best === null || match.coverage + match.prominence > best.coverage + best.prominence + 0.05
        ? match
        : best,
    null,
  );
