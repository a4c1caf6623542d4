import type { KnownPage } from "./known-page.ts";
import { type PageIndex, place, type StemOnPage, strengths } from "./page-index.ts";
import type { PromptWord } from "./prompt-word.ts";
import type { Site } from "./site.ts";

/** The page nearest to a prompt, and how near it is. */
export interface PageMatch {
  page: KnownPage;
  /** The part of the prompt's subject in its title and headings, plus the part of its title in the prompt; may exceed 1. */
  about: number;
  /** The part of what the prompt is about that occurs anywhere on the page; 0-1. */
  coverage: number;
  /** The weight of the prompt's words that the page lacks; a word that only one page has weighs 1. */
  missing: number;
  /** The weight of those it has. */
  matchWeight: number;
  /** Stems of the prompt that the page has, each with the page's own word. */
  wordByStem: Map<string, string>;
}

export type Matcher = (words: readonly PromptWord[]) => {
  /** Looked for when asked for. */
  match(): PageMatch | null;
  /** How rare each stem is on this website; 0-1. */
  weights: Map<string, number>;
};

/** How many pages are compared closely. */
const candidates = 5;

/** What somebody does counts where a page has it, and is no lack if it does not. */
const asFound = 0.5;
/** What narrows a subject is hardly a sign of the subject. */
const ofNarrowing = 0.2;
/** How much a passage with the whole subject counts if title or headings hold some of it. */
const byPassage = 0.8;
/** How much the part of a title that a prompt holds counts towards what the page is about and towards which is nearest. */
const byTitle = { about: 0.35, nearest: 0.4 };
/** Breaks ties in favour of the start page. */
const byHome = 0.01;

/**
 * Finds the page for a prompt. All pages are first compared by where they have its words, as stems or as words of the
 * same family; then the nearest by their passages too.
 */
export function pageMatcher({ pages: sitePages, index, home }: Site): Matcher {
  return (words) => {
    const weights = new Map(words.map(({ stem }) => [stem, index.rarity(stem)]));
    return {
      weights,
      match() {
        const weighed = weigh(words, { weights, index, home });
        const titles = titlesHeld(words, index);
        const near = nearest(weighed, { titles, home, pages: sitePages.length }).map((at) => ({
          at,
          ...closeLook(weighed, index, { at, isHome: at === home, title: titles.get(at) }),
        }));
        const best = near.reduce((best, one) => (one.score > best.score ? one : best), near[0]!);
        return best === undefined ? null : { ...best, page: sitePages[best.at]! };
      },
    };
  };
}

/** A word of a prompt with its weight on this website. */
interface Weighed {
  stem: string;
  word: string;
  /** Its weight if a page has it. */
  asFound: number;
  /** Its weight if a page lacks it. */
  asMissing: number;
  /** How much of the weight says what the prompt's subject is. */
  ofSubject: number;
  /** On other pages, what the start page says goes without saying. */
  isImplied: boolean;
  places: Uint8Array;
}

function weigh(
  words: readonly PromptWord[],
  { weights, index, home }: { weights: ReadonlyMap<string, number>; index: PageIndex; home: number },
): Weighed[] {
  return words.map(({ stem, word, tells, narrows }) => ({
    stem,
    word,
    asFound: Math.max(tells, asFound) * weights.get(stem)!,
    asMissing: tells * weights.get(stem)!,
    ofSubject: narrows ? ofNarrowing : 1,
    isImplied: home >= 0 && index.placesOf(stem)[home]! >= place.wordInText,
    places: index.placesOf(stem),
  }));
}

/** The pages that hold most of a prompt and its subject, judged by places alone; the nearest first. */
function nearest(
  words: readonly Weighed[],
  { titles, home, pages }: { titles: ReadonlyMap<number, TitleHeld>; home: number; pages: number },
): number[] {
  const scores = new Float64Array(pages);
  for (let at = 0; at < pages; at += 1) {
    let [whole, matchWeight, subject, shownWeight] = [0, 0, 0, 0];
    for (const { places, asFound, asMissing, ofSubject } of words) {
      const here = places[at]!;
      const weight = here > 0 ? asFound : asMissing;
      whole += weight;
      subject += weight * ofSubject;
      matchWeight += weight * strengths[here]!;
      if (here >= place.kinShown) shownWeight += weight * ofSubject * strengths[here]!;
    }
    scores[at] = whole === 0 ? 0 : matchWeight / whole + shownWeight / subject + (at === home ? byHome : 0);
  }
  for (const [at, { whole }] of titles) scores[at]! += byTitle.nearest * whole;
  const best: number[] = [];
  for (let at = 0; at < pages; at += 1) {
    if (best.length === candidates && scores[at]! <= scores[best.at(-1)!]!) continue;
    best.push(at);
    best.sort((a, b) => scores[b]! - scores[a]! || a - b);
    if (best.length > candidates) best.pop();
  }
  return best;
}

function closeLook(
  words: readonly Weighed[],
  index: PageIndex,
  { at, isHome, title }: { at: number; isHome: boolean; title: TitleHeld | undefined },
) {
  const standings = index.standingsOf(at);
  const wordByStem = new Map<string, string>();
  let [whole, matchWeight, missing, subject, shownWeight] = [0, 0, 0, 0, 0];
  for (const word of words) {
    const standing = standings.get(word.stem);
    const strength = strengths[standing?.place ?? 0]!;
    const weight = standing ? word.asFound : word.asMissing;
    whole += word.asFound;
    subject += weight * word.ofSubject;
    matchWeight += weight * strength;
    if (isHome || !word.isImplied) missing += weight * (1 - strength);
    if (standing && standing.place >= place.kinShown) shownWeight += weight * word.ofSubject * strength;
    if (standing) wordByStem.set(word.stem, standing.word);
  }
  const part = (of: number, all: number): number => (all === 0 ? 0 : of / all);
  const passage =
    shownWeight > 0 ? byPassage * part(mostInPassage(words, standings, index.sentencesOf(at)), subject) : 0;
  const coverage = part(matchWeight, whole);
  const prominence = part(shownWeight, subject);
  return {
    about: Math.max(prominence, passage) + byTitle.about * (title?.telling ?? 0),
    score: coverage + prominence + byTitle.nearest * (title?.whole ?? 0) + (isHome ? byHome : 0),
    ...{ coverage, missing, matchWeight },
    wordByStem,
  };
}

/** The most of a prompt's subject that title, headings and any two consecutive sentences hold together. */
const mostInPassage = (
  words: readonly Weighed[],
  standings: ReadonlyMap<string, StemOnPage>,
  sentences: readonly ReadonlySet<string>[],
): number =>
  sentences.reduce((most, sentence, at) => {
    if (sentence.size === 0) return most;
    const next = sentences[at + 1];
    const weight = words.reduce((sum, { stem, asFound, ofSubject }) => {
      const isShown = (standings.get(stem)?.place ?? 0) >= place.kinShown;
      return isShown || sentence.has(stem) || next?.has(stem) ? sum + asFound * ofSubject : sum;
    }, 0);
    return Math.max(most, weight);
  }, 0);

interface TitleHeld {
  /** The part of a title that a prompt holds, 0-1. */
  whole: number;
  /** The same, by the weight of the prompt's words. */
  telling: number;
}

/** How much of its title the prompt holds, for each page whose title has any of its words. */
function titlesHeld(words: readonly PromptWord[], index: PageIndex): Map<number, TitleHeld> {
  const parts = new Map<string, { page: number; share: number; tells: number }>();
  for (const { stem, tells } of words)
    for (const { page, at, share } of index.titlesWith(stem)) {
      const part = parts.get(`${page} ${at}`);
      if (!part || part.tells < tells) parts.set(`${page} ${at}`, { page, share, tells });
    }
  const byPage = new Map<number, TitleHeld>();
  for (const { page, share, tells } of parts.values()) {
    const { whole, telling } = byPage.get(page) ?? { whole: 0, telling: 0 };
    byPage.set(page, { whole: whole + share, telling: telling + share * Math.min(1, tells + 0.2) });
  }
  return byPage;
}
