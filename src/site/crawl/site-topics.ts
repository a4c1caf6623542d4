import { foldedKey } from "../../reader/text/fold.ts";
import { stopWords } from "../../reader/text/language/stop-words.ts";
import { stemOf } from "../../reader/text/topic.ts";
import type { Page } from "../page/page.ts";

const topicsMax = 15;
const wordsPerTopicMax = 3;
const topicLengthMax = 60;

interface Candidate {
  text: string;
  pages: Set<Page>;
  weight: number;
  words: number;
  /** Occurs somewhere by itself, not only as part of a longer phrase. */
  whole: boolean;
  places: number;
}

/**
 * What a site is about: phrases of one to three words from titles, descriptions and headings, weighted by where they
 * occur and on how many pages, without the site's own name. The most telling first, capitalised as inside a sentence.
 * Deterministic.
 */
export function siteTopics(pages: readonly Page[], siteName: string | null): string[] {
  const own = new Set(siteName ? ownWords(siteName) : []);
  const candidates = new Map<string, Candidate>();
  for (const [index, page] of pages.entries()) {
    const stops = stopWords(page.language);
    const spell = spellingIn(page.language);
    for (const [text, weight] of sourcesOf(page, index === 0))
      for (const [phrase, whole] of phrasesOf(text, stops, own))
        note(candidates, spell(phrase), { page, weight, whole });
    // A description is prose: it can confirm a topic but not name one.
    for (const [phrase] of phrasesOf(page.description ?? "", stops, own)) {
      const candidate = candidates.get(phrase.toLowerCase());
      if (candidate) candidate.weight += index === 0 ? 3 : 1;
    }
  }
  const topics = [...candidates.values()].filter(({ whole, places }) => whole || places >= 2);
  return withoutParts(topics.sort(byScore)).slice(0, topicsMax);
}

/** The words of its name, and the name as one word. */
const ownWords = (siteName: string): string[] => {
  const words = foldedKey(siteName).split(/\s+/);
  return [...words, words.join("")];
};

function note(
  candidates: Map<string, Candidate>,
  text: string,
  { page, weight, whole }: { page: Page; weight: number; whole: boolean },
): void {
  const key = text.toLowerCase();
  const candidate = candidates.get(key) ?? {
    text,
    pages: new Set(),
    weight: 0,
    words: text.split(" ").length,
    whole: false,
    places: 0,
  };
  candidate.pages.add(page);
  candidate.weight += weight;
  candidate.whole ||= whole;
  candidate.places += 1;
  candidates.set(key, candidate);
}

/** Headings often capitalise every word; German nouns and abbreviations keep their capitals anywhere. */
const spellingIn =
  (language: string | null) =>
  (phrase: string): string =>
    language?.startsWith("de") ? phrase : phrase.split(" ").map(withoutCapital).join(" ");

/** A word as written inside a sentence; abbreviations and names with inner capitals stay as they are. */
export const withoutCapital = (word: string): string =>
  /^\p{Lu}[^\p{Lu}\d]*$/u.test(word) ? word.toLowerCase() : word;

const sourcesOf = (page: Page, isHome: boolean): [text: string, weight: number][] => [
  ...(page.title ? ([[page.title, isHome ? 6 : 3]] as [string, number][]) : []),
  ...page.headings
    // A heading that ends like a sentence is a slogan, or answers nobody's question.
    .filter(({ level, text }) => level <= 3 && !/[.!。！]$/u.test(text))
    .slice(0, 30)
    .map(({ level, text }): [string, number] => [text, (4 - level) * (isHome ? 1.5 : 1)]),
];

/** Runs of words between stop words and punctuation (true), and every shorter phrase in them (false). */
function phrasesOf(text: string, stops: ReadonlySet<string>, own: ReadonlySet<string>): Map<string, boolean> {
  const phrases = new Map<string, boolean>();
  for (const clause of text.slice(0, 500).split(/[^\p{L}\p{N}\s'’+#&-]+|\s[-–—&]\s/u)) {
    const words = clause.split(/\s+/).map((word) => word.replace(/^['’&-]+|['’&-]+$/g, ""));
    let run: string[] = [];
    for (const word of [...words, ""]) {
      const telling =
        word.length > 1 &&
        /\p{L}/u.test(word) &&
        !stops.has(word.toLowerCase()) &&
        !stops.has(word.toLowerCase().split(/['’]/)[0]!) &&
        !own.has(foldedKey(word));
      if (telling) run.push(word);
      else {
        for (const phrase of ngrams(run))
          phrases.set(phrase, phrases.get(phrase) || phrase === run.join(" "));
        run = [];
      }
    }
  }
  return phrases;
}

function ngrams(run: readonly string[]): string[] {
  const phrases: string[] = [];
  for (let start = 0; start < run.length; start += 1)
    for (let end = start + 1; end <= Math.min(run.length, start + wordsPerTopicMax); end += 1)
      phrases.push(run.slice(start, end).join(" "));
  return phrases.filter((phrase) => phrase.length <= topicLengthMax);
}

/** Phrases of two words say most; a single word or a rare phrase says less. */
const scoreOf = ({ weight, pages, words }: Candidate): number =>
  weight * (1 + Math.log2(pages.size)) * ([0, 0.6, 1.3, 1.2][words] ?? 1);

const byScore = (a: Candidate, b: Candidate): number =>
  scoreOf(b) - scoreOf(a) || b.words - a.words || (a.text < b.text ? -1 : 1);

/** Drops phrases contained in a better one, or that only add words to one. */
function withoutParts(sorted: readonly Candidate[]): string[] {
  const topics: string[] = [];
  for (const { text } of sorted) {
    const words = text.toLowerCase().split(" ").map(stemOf);
    const overlaps = topics.some((other) => {
      const others = other.toLowerCase().split(" ").map(stemOf);
      return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
    });
    if (!overlaps) topics.push(text);
    if (topics.length >= topicsMax) break;
  }
  return topics;
}
