import { primaryLanguage, type Stem } from "../../reader/text/language/stemmer.ts";
import { emptyWords, priceStem } from "./language/empty-words.ts";
import { type EnglishUse, englishUse } from "./language/english-use.ts";
import { type Grammar, grammarOf, isCount } from "./language/function-words.ts";
import { sameSense, searchWords } from "./search-words.ts";

/** A word that says what a prompt is about. */
export interface PromptWord {
  stem: string;
  /** As written in the prompt, in lower case. */
  word: string;
  /** How much it says: 1 for a thing, little for what somebody does or feels, more if it narrows the rest. */
  tells: number;
  /** It narrows what the rest is about: `in Norway`, `for children`. */
  narrows: boolean;
}

interface Reading {
  stem: Stem;
  /** BCP 47 language of the prompt. */
  language: string;
}

/** The words that say what a prompt is about, one per stem: its most telling use. */
export function promptWords(prompt: string, { stem, language }: Reading): PromptWord[] {
  const sense = sameSense(stem);
  const tongue = {
    primary: primaryLanguage(language),
    grammar: grammarOf(language),
    empty: emptyWords(language),
  };
  const byStem = new Map<string, PromptWord>();
  for (const token of tokensOf(prompt, tongue)) {
    const stem = sense(token.word);
    const previous = byStem.get(stem);
    const tells = tellsOf(token, stem, tongue);
    if (!previous || previous.tells < tells)
      byStem.set(stem, { stem, word: token.word, tells, narrows: token.narrows || stem === priceStem });
  }
  return [...byStem.values()];
}

/** What a prompt is about: stems of its telling words, each with the word as written. */
export function promptTerms(
  prompt: string,
  { unspoken, ...reading }: Reading & { unspoken: ReadonlySet<string> },
): Map<string, string> {
  return new Map(spoken(promptWords(prompt, reading), unspoken).map(({ stem, word }) => [stem, word]));
}

/** Drops stems that go without saying, unless there are no others. */
export function spoken(words: readonly PromptWord[], unspoken: ReadonlySet<string>): readonly PromptWord[] {
  const others = words.filter(({ stem }) => !unspoken.has(stem));
  return others.length > 0 ? others : words;
}

/** The language of a prompt, as far as it is known. */
interface Tongue {
  /** `en` of `en-GB`. */
  primary: string;
  grammar: Grammar;
  empty: ReadonlySet<string>;
}

interface Token {
  word: string;
  before: string;
  narrows: boolean;
  /** Starts with a capital letter within a sentence. */
  isName: boolean;
  hasCapital: boolean;
}

/** A preposition narrows at most this many words after it. */
const reach = 3;

function tokensOf(prompt: string, { grammar: { narrowing }, empty }: Tongue): Token[] {
  const tokens: Token[] = [];
  let before = "";
  let since = Number.POSITIVE_INFINITY;
  let begins = true;
  for (const [piece] of prompt
    .replace(howMuch, " price ")
    .matchAll(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|[.?!]/gu)) {
    if (/^[.?!]$/.test(piece)) {
      begins = true;
      since = Number.POSITIVE_INFINITY;
      continue;
    }
    const hasCapital = /^\p{Lu}/u.test(piece);
    since += 1;
    for (const word of searchWords(piece.replace(elided, "")))
      if (!empty.has(word) && !/^([a-z]|\d{4})$/.test(word))
        tokens.push({ word, before, narrows: since <= reach, isName: hasCapital && !begins, hasCapital });
    before = piece.toLowerCase();
    if (narrowing.has(before)) since = 0;
    begins = false;
  }
  return tokens;
}

/** `l'` of `l'audit`, `'s` of `vendor's`. */
const elided = /^(?:[cdjlmnst]|qu)['’](?=\p{L}{2})|['’]s$/iu;

/** Asks for a price without a word for it. */
const howMuch =
  /\b(?:how much (?=is|are|does|do|for|should)|combien(?= coût| faut)|cuánto(?= cuesta| vale))/giu;

/** What somebody does or feels about a thing hardly says which thing it is. */
const weight = {
  thing: 1,
  narrowing: 1.4,
  price: 0.8,
  adjective: 0.45,
  either: 0.8,
  count: 0.3,
  everyday: 0.2,
  verb: 0.1,
};

function tellsOf(token: Token, stem: string, tongue: Tongue): number {
  if (stem === priceStem) return weight.price;
  if (isCount(token.word)) return weight.count;
  if (tongue.grammar.everyday.has(token.word)) return weight.everyday;
  const tells = bareWeight(token, tongue);
  return token.narrows && tells > weight.count ? weight.narrowing : tells;
}

function bareWeight(token: Token, { primary, grammar }: Tongue): number {
  const { word, before, isName, hasCapital } = token;
  // German writes things with a capital letter.
  if (primary === "de") return hasCapital ? weight.thing : weight.verb;
  if (isName) return weight.thing;
  const { noun, subject, verbEnding } = grammar;
  if (primary !== "en") {
    if (noun.has(before) || token.narrows) return weight.thing;
    return subject.has(before) || verbEnding.test(word) ? weight.verb : weight.either;
  }
  const isVerb = subject.has(before);
  const isNoun = noun.has(before) || token.narrows || (word.endsWith("s") && !isVerb);
  return englishWeight(word, isNoun, isVerb);
}

/** A common word says less, unless the word before it shows that it is a thing. */
const ofCommon = 0.4;
/** How much less a word of conversation says. */
const lessByTalk = 0.7;

/** By how sentences use a word, and by what comes before it. */
function englishWeight(word: string, isNoun: boolean, isVerb: boolean): number {
  const use = englishUse(word);
  const common = use.common && !isNoun ? ofCommon : 1;
  return weightOfUse(word, use, isNoun, isVerb) * (1 - lessByTalk * use.talk) * common;
}

function weightOfUse(
  word: string,
  { noun, verb, adjective }: EnglishUse,
  isNoun: boolean,
  isVerb: boolean,
): number {
  if (adjective) return noun ? weight.either : weight.adjective;
  if (isNoun && !/(?:ed|ing)$/.test(word)) return weight.thing;
  return verb && (isVerb || !noun) ? weight.verb : weight.thing;
}
