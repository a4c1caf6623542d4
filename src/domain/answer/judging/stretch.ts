import { languageOf } from "../../text/language/language.ts";
import { meantBy } from "../../text/meaning/field.ts";
import { nearestWords, nearness } from "../../text/meaning/word-meaning.ts";
import { once } from "../../text/once.ts";
import { sharesTopic, type Topic, topicOf } from "../../text/topic.ts";
import { wordsOf } from "../../text/words.ts";
import type { AnswerText, Block } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import type { NameProfile } from "../names/name-profile.ts";
import type { Fit, Occurrence, PageFit } from "./homonym/occurrence.ts";
import { tradeWordsIn } from "./homonym/trade-words.ts";

/** A part of an answer: a few hundred characters of one block, or a page of all of them. */
export interface Stretch {
  words: readonly string[];
  text: string;
  topic: Topic;
  language: string | null;
  /** The page it is part of, read when it is asked for. */
  page: (() => Stretch) | null;
  /** What it is about in English words, as far as known, without the words of a name. */
  meant: Map<NameProfile, Topic | null>;
  /** How well it fits a name, once that is computed. */
  fits: Map<NameProfile, PageFit>;
  /** How many words of trade it has, see `tradeWordsIn`; 0 for a page. */
  trade: number;
}

const length = 300;

/** The block, or the stretch around an offset if the block is long. */
export function stretchAround(
  answer: AnswerText,
  block: Block,
  offset: number,
  known: Map<number, Stretch>,
  page: () => Stretch,
): Stretch {
  const place = Math.floor((offset - block.start) / length);
  const from = block.start + Math.max(0, place * length - length / 2);
  return known.get(from) ?? read(answer, from, Math.min(block.end, from + 2 * length), known, page);
}

const pageLength = 4000;

/** Which page an offset is on: each begins half a page after the one before. */
export const pageNumber = (offset: number): number => Math.floor(offset / (pageLength / 2));

/** The whole answer, or the page around an offset if the answer is long. */
export function pageAround(answer: AnswerText, offset: number, known: Map<number, Stretch>): Stretch {
  const from = Math.max(0, (pageNumber(offset) - 0.5) * (pageLength / 2));
  return (
    known.get(from) ?? read(answer, from, Math.min(answer.verbatim.length, from + pageLength), known, null)
  );
}

function read(
  answer: AnswerText,
  from: number,
  to: number,
  known: Map<number, Stretch>,
  page: (() => Stretch) | null,
): Stretch {
  const text = visibleText(answer, from, to);
  const words = once(() => wordsOf(text));
  const topic = once(() => topicOf(words()));
  const isPage = page === null;
  // Of many pages only the language is asked for, which their beginning shows.
  const language = isPage ? languageOfBeginning(text) : languageOf(words(), text);
  const made = {
    get words() {
      return words();
    },
    get topic() {
      return topic();
    },
    text,
    language,
    page,
    trade: isPage || language === null || language === "en" ? 0 : tradeWordsIn(words(), text, language),
    meant: new Map(),
    fits: new Map(),
  };
  known.set(from, made);
  return made;
}

const beginning = 1200;

function languageOfBeginning(text: string): string | null {
  const begins = text.slice(0, beginning);
  return languageOf(wordsOf(begins), begins);
}

/** Its language; a few words do not show theirs, but those of their page do. */
export function languageAround(
  { comparable, foreign }: NameProfile,
  { language, page }: Stretch,
): string | null {
  return language ?? (comparable || foreign ? (page?.().language ?? null) : null);
}

/** Whether a stretch is about what a brand sells or about another trade. */
export function topicOn(profile: NameProfile, around: Stretch): Occurrence["topic"] {
  const { sold } = profile;
  const topic = sold.stems.size === 0 ? null : englishTopicOf(profile, around);
  if (topic === null) return "unknown";
  if (sharesTopic(sold, topic)) return "own";
  return topic.trades.size > 0 ? "other" : "unknown";
}

// What a brand sells is mostly described in English, so a text in another language is compared through the English of
// its words.
function englishTopicOf(profile: NameProfile, around: Stretch): Topic | null {
  const { words, text, topic, meant } = around;
  const language = languageAround(profile, around);
  if (language === null || language === "en" || !profile.comparable) return topic;
  const known = meant.get(profile);
  if (known !== undefined) return known;
  const found = meantBy(words, text, language, profile.words);
  meant.set(profile, found);
  return found;
}

export const unknownFit: Fit = { sold: null, sense: null, asked: null };

export const unknownPage: PageFit = { sold: null, best: null, sense: null, lowered: false, capital: false };

/** How similar in meaning a stretch is to what a brand sells. */
export function fitOf(profile: NameProfile, around: Stretch, asked: Topic | null): Fit {
  const { comparable, sold, words } = profile;
  const topic = comparable ? englishTopicOf(profile, around) : null;
  if (topic === null) return unknownFit;
  const sense = senseIn(profile, languageAround(profile, around));
  return {
    sold: inSteps(nearness(topic, sold, words)),
    sense: sense && inSteps(nearness(topic, sense, words)),
    asked: asked === null ? null : inSteps(nearness(asked, sold, words)),
  };
}

/** How similar in meaning a page is to what a brand sells. */
export function pageFitOf(profile: NameProfile, page: Stretch): PageFit {
  const known = page.fits.get(profile);
  if (known) return known;
  const topic = profile.comparable ? englishTopicOf(profile, page) : null;
  let fit = profile.comparable ? { ...unknownPage, ...twinsOf(profile, page.text) } : unknownPage;
  if (topic !== null) {
    const { sold, words } = profile;
    const sense = senseIn(profile, page.language);
    fit = {
      ...fit,
      sold: inSteps(nearness(topic, sold, words)),
      best: inSteps(nearestWords(topic, sold, words)),
      sense: sense && inSteps(nearness(topic, sense, words)),
    };
  }
  page.fits.set(profile, fit);
  return fit;
}

// Endings may follow, so the beginning of the word decides.
function twinsOf({ text, shape }: NameProfile, page: string): Pick<PageFit, "lowered" | "capital"> {
  const twins = { lowered: false, capital: false };
  if (shape !== "title" || text.length < 3) return twins;
  const stem = text.length > 4 ? text.slice(0, -1) : text;
  twins.lowered = placesOf(page, stem.toLowerCase()).some((at) => !/\p{L}/u.test(page.charAt(at - 1)));
  twins.capital = placesOf(page, stem).some((at) => /[\p{Ll},] $/u.test(page.slice(Math.max(0, at - 2), at)));
  return twins;
}

const mostPlaces = 8;

/** Where a word begins that has at most a few letters more. */
function placesOf(page: string, stem: string): number[] {
  const found: number[] = [];
  for (let at = page.indexOf(stem); at !== -1 && found.length < mostPlaces; at = page.indexOf(stem, at + 1))
    if (!/^\p{L}{5}/u.test(page.slice(at + stem.length, at + stem.length + 5))) found.push(at);
  return found;
}

// What the words of a name mean, in the language of the text, to people who do not know the brand.
function senseIn({ sense, words, text }: NameProfile, language: string | null): Topic | null {
  return language === null || language === "en" ? sense : meantBy(words, text, language, []);
}

// Rounding makes similar situations equal, so that one decision serves them all.
function inSteps(value: number | null): number | null {
  return value === null ? null : Math.round(value * 20) / 20;
}
