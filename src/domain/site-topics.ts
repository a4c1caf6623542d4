import { foldedKey } from "./fold.ts";
import type { Page } from "./page.ts";
import { stopWords } from "./stop-words.ts";

const topicsMax = 15;
const wordsPerTopicMax = 3;
const topicLengthMax = 60;

interface Candidate {
  text: string;
  pages: Set<Page>;
  weight: number;
  words: number;
}

/**
 * What a site is about: phrases of one to three words from titles, descriptions and headings, weighed by where they
 * stand and on how many pages. The site's own name is none. Most telling first, lower-case; deterministic.
 */
export function siteTopics(pages: readonly Page[], siteName: string | null): string[] {
  const own = new Set(siteName ? foldedKey(siteName).split(/\s+/) : []);
  const candidates = new Map<string, Candidate>();
  for (const [index, page] of pages.entries()) {
    for (const [text, weight] of sourcesOf(page, index === 0)) {
      const seen = new Set<string>();
      for (const phrase of phrasesOf(text, stopWords(page.language), own)) {
        if (seen.has(phrase)) continue;
        seen.add(phrase);
        const known = candidates.get(phrase) ?? {
          text: phrase,
          pages: new Set(),
          weight: 0,
          words: phrase.split(" ").length,
        };
        known.pages.add(page);
        known.weight += weight;
        candidates.set(phrase, known);
      }
    }
  }
  return withoutParts([...candidates.values()].sort(byScore)).slice(0, topicsMax);
}

const sourcesOf = (page: Page, isHome: boolean): [text: string, weight: number][] => [
  ...(page.title ? ([[page.title, isHome ? 6 : 3]] as [string, number][]) : []),
  ...(page.description ? ([[page.description, isHome ? 3 : 1]] as [string, number][]) : []),
  ...page.headings
    .filter(({ level }) => level <= 3)
    .slice(0, 30)
    .map(({ level, text }): [string, number] => [text, (4 - level) * (isHome ? 1.5 : 1)]),
];

/** Runs of words between stop words and punctuation, and every shorter phrase in them. */
function phrasesOf(text: string, stops: ReadonlySet<string>, own: ReadonlySet<string>): string[] {
  const phrases: string[] = [];
  for (const clause of text
    .slice(0, 500)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\s'’+#&-]+|\s[-–—&]\s/u)) {
    const words = clause.split(/\s+/).map((word) => word.replace(/^['’&-]+|['’&-]+$/g, ""));
    let run: string[] = [];
    for (const word of [...words, ""]) {
      const telling =
        word.length > 1 &&
        /\p{L}/u.test(word) &&
        !stops.has(word) &&
        !stops.has(word.split(/['’]/)[0]!) &&
        !own.has(foldedKey(word));
      if (telling) run.push(word);
      else {
        phrases.push(...ngrams(run));
        run = [];
      }
    }
  }
  return phrases.filter((phrase) => phrase.length <= topicLengthMax);
}

function ngrams(run: readonly string[]): string[] {
  const found: string[] = [];
  for (let start = 0; start < run.length; start += 1)
    for (let end = start + 1; end <= Math.min(run.length, start + wordsPerTopicMax); end += 1)
      found.push(run.slice(start, end).join(" "));
  return found;
}

/** Phrases of two words say most; a single word or a rare phrase says less. */
const scoreOf = ({ weight, pages, words }: Candidate): number =>
  weight * (1 + Math.log2(pages.size)) * ([0, 0.6, 1.3, 1.2][words] ?? 1);

const byScore = (a: Candidate, b: Candidate): number =>
  scoreOf(b) - scoreOf(a) || b.words - a.words || (a.text < b.text ? -1 : 1);

/** Drops what a better phrase contains, or what only says more words of one. */
function withoutParts(sorted: readonly Candidate[]): string[] {
  const kept: string[] = [];
  for (const { text } of sorted) {
    const words = text.split(" ");
    const overlaps = kept.some((other) => {
      const others = other.split(" ");
      return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
    });
    if (!overlaps) kept.push(text);
    if (kept.length >= topicsMax) break;
  }
  return kept;
}
