import type { AnswerText, Span } from "../markdown/answer-text.ts";
import { firstSegmentAfter } from "../markdown/markdown.ts";
import { isEnglishSentence, isEnglishText } from "../text/language/english.ts";
import { capital, combiningMark, ideograph, letter, wordClass } from "../text/word-class.ts";
import { valenceOf } from "./lexicon.ts";
import { boosters, joiners, nearNegations, negations, remedies, turns } from "./sentiment-words.ts";

const neutral = 50;

/** VADER's constant: a sum of word values of 4 is 70% of the way from neutral to the end of the scale. */
const damping = 15;

// A negation reaches three words ahead; it reverses a value and weakens it. Source: VADER, Hutto and Gilbert 2014.
const negationReach = 3;
const negationFactor = -0.74;
const boostReach = 2;

/** Characters of an answer that are enough to tell its language. */
const languageSample = 2000;

/** Sentiment of a span in a text whose language is determined once. */
export interface SentimentReader {
  text: AnswerText;
  english: boolean;
}

/** Determines the language of an answer from its first words. */
export function sentimentReader(text: AnswerText): SentimentReader {
  const words: string[] = [];
  const sample = { start: 0, end: Math.min(text.verbatim.length, languageSample) };
  eachWord(text, sample, (start, end) => words.push(spelled(text.verbatim.slice(start, end))));
  return { text, english: isEnglishText(words) };
}

/**
 * The sentiment of a span of an answer from 0 (bad) to 100 (good), 50 is neutral: AFINN's word values with VADER's
 * rules for negation, degree and "but". Null if its language is not English. Words inside `names`, spans in the order
 * of their offsets, do not count: "Best Buy" is not praise.
 */
export function sentimentOf(
  { text, english }: SentimentReader,
  span: Span,
  names: readonly Span[],
): number | null {
  const words = wordsIn(text, span);
  if (
    !isEnglishSentence(
      words.map(({ word }) => word),
      english,
    )
  )
    return null;
  muteNames(words, names);
  const turn = words.findLastIndex(({ word }) => turns.has(word));
  let sum = 0;
  for (let at = 0; at < words.length; at++) {
    // What follows "but" counts for more than what comes before it.
    const weight = turn <= 0 ? 1 : at < turn ? 0.5 : 1.5;
    sum += weight * valueAt(words, at);
  }
  return neutral + (neutral * sum) / Math.sqrt(sum * sum + damping);
}

interface Word {
  word: string;
  start: number;
  /** A hyphen joins it to the word before it. */
  joined: boolean;
  muted: boolean;
}

function wordsIn(text: AnswerText, span: Span): Word[] {
  const { verbatim } = text;
  const words: Word[] = [];
  let last = -1;
  eachWord(text, span, (start, end) => {
    const joined = start === last + 1 && verbatim.charCodeAt(last) === HYPHEN;
    words.push({ word: spelled(verbatim.slice(start, end)), start, joined, muted: false });
    last = end;
  });
  return words;
}

function eachWord(text: AnswerText, span: Span, visit: (start: number, end: number) => void): void {
  for (let each = firstSegmentAfter(text, span.start); each < text.segments.length; each++) {
    const segment = text.segments[each]!;
    if (segment.start >= span.end) break;
    if (segment.kind !== "text") continue;
    const until = Math.min(span.end, segment.end);
    for (let at = Math.max(span.start, segment.start); at < until; at++) {
      if (!isWordUnit(text.verbatim.charCodeAt(at))) continue;
      const start = at;
      at = endOfWord(text.verbatim, start, until);
      visit(start, at);
    }
  }
}

const HYPHEN = 45;
const APOSTROPHE = 39;
const CURLY_APOSTROPHE = 0x2019;

// A regular expression for this takes twice the time.
function endOfWord(verbatim: string, start: number, until: number): number {
  let at = start + 1;
  for (; at < until; at++) {
    const unit = verbatim.charCodeAt(at);
    if (isWordUnit(unit)) continue;
    const goesOn = unit === APOSTROPHE || unit === CURLY_APOSTROPHE;
    if (!goesOn || at + 1 === until || !isWordUnit(verbatim.charCodeAt(at + 1))) break;
  }
  return at;
}

function isWordUnit(unit: number): boolean {
  const of = wordClass(unit);
  return of === letter || of === capital || of === ideograph || of === combiningMark;
}

const spelled = (word: string): string => word.toLowerCase().replaceAll("’", "'");

function muteNames(words: Word[], names: readonly Span[]): void {
  let name = 0;
  for (const word of words) {
    while (name < names.length && names[name]!.end <= word.start) name++;
    word.muted = name < names.length && names[name]!.start <= word.start;
  }
}

function valueAt(words: readonly Word[], at: number): number {
  const value = ownValueAt(words, at);
  if (value === 0) return 0;
  const boosted = value + Math.sign(value) * degreeBefore(words, at);
  return isNegated(words, at) ? boosted * negationFactor : boosted;
}

function ownValueAt(words: readonly Word[], at: number): number {
  const { word, muted, joined } = words[at]!;
  if (muted || negations.has(word)) return 0;
  const next = words[at + 1];
  // "user-friendly" may have a value that its parts do not.
  const compound = next?.joined ? valenceOf(`${word}-${next.word}`) : 0;
  if (compound !== 0) return compound;
  if (joined && valenceOf(`${words[at - 1]!.word}-${word}`) !== 0) return 0;
  const value = valenceOf(word);
  // "lag-free" is good news, "fraud protection" is neutral.
  if (next?.joined && next.word === "free") return value * negationFactor;
  return next && value < 0 && remedies.has(next.word) ? 0 : value;
}

function degreeBefore(words: readonly Word[], at: number): number {
  let degree = 0;
  for (let back = 1; back <= boostReach && back <= at; back++)
    degree += boosters.get(words[at - back]!.word) ?? 0;
  return degree;
}

function isNegated(words: readonly Word[], at: number): boolean {
  for (let back = 1; back <= negationReach && back <= at; back++) {
    const { word, muted } = words[at - back]!;
    const after = words[at - back + 1]!.word;
    if (turns.has(word)) return false;
    if (back === 1 && nearNegations.has(word)) return true;
    // "Not only good" is good.
    if (!muted && negations.has(word)) return !(word === "not" && (after === "only" || after === "just"));
    // "Without sacrificing quality" negates only "sacrificing"; "not good or cheap" negates both.
    if (ownValueAt(words, at - back) !== 0 && !joiners.has(after)) return false;
  }
  return false;
}
