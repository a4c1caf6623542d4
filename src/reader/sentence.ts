import { isSourceMark, joinSourceNames } from "./citation/source-mark.ts";
import type { AnswerText, Segment } from "./markdown/answer-text.ts";
import {
  capital,
  closer,
  combiningMark,
  digit,
  fullStop,
  ideograph,
  isWordClass,
  letter,
  mark,
  opener,
  space,
  wordClass,
  wordClasses,
} from "./text/word-class.ts";

/** One visible sentence, or a heading, label or table row that stands for one. */
export interface Sentence {
  /** UTF-16 offsets into the verbatim answer, from the first visible character to after the last. */
  start: number;
  end: number;
  /** Index of its block. */
  block: number;
  /** The number of visible words; in scripts without spaces, of characters. */
  words: number;
}

// A full stop after one of these does not end a sentence.
const abbreviations = new Set(
  `mr mrs ms dr prof st vs eg ie cf approx ca no nr fig vol pp ed al resp incl excl est min max bzw ggf vgl evtl
  inkl sog ej sr sra dott ecc esim mm tzn np tj örn напр`.split(/\s+/),
);

const NEWLINE = 10;
const SPACE = 32;
const STAR = 42;
const HYPHEN = 45;
const FULL_STOP = 46;
const APOSTROPHE = 39;
const BRACKET = 91;
const BULLET = 0x2022;

interface Reader {
  sentences: Sentence[];
  start: number;
  end: number;
  block: number;
  words: number;
  inWord: boolean;
  /** Whether the last mark ended a sentence; `maybe` if that depends on what follows. */
  endsSentence: "no" | "maybe" | "surely";
  /** There has been white space since that mark. */
  spaced: boolean;
  /** The sentence began with a bracket around the names of sources. */
  aside: boolean;
  /** Where the word before the current position began. */
  wordStart: number;
}

/**
 * The sentences of an answer in the order of their offsets. They end at blocks, lines and list items. Marks after the
 * full stop that only name sources belong to the sentence, as in "It lasts.([Lab][1])". Linear.
 */
export function sentencesOf(text: AnswerText): Sentence[] {
  const reader: Reader = {
    sentences: [],
    start: -1,
    end: -1,
    block: -1,
    words: 0,
    inWord: false,
    endsSentence: "no",
    spaced: false,
    aside: false,
    wordStart: -1,
  };
  for (const segment of text.segments) {
    if (isSourceMark(text.verbatim, segment)) {
      if (segment.block === reader.block && reader.start !== -1) reader.end = segment.end + 1;
      continue;
    }
    // A link definition is not a sentence of the answer.
    if (text.blocks[segment.block]?.kind === "reference") continue;
    const isRow = text.blocks[segment.block]?.kind === "table_row";
    if (segment.block !== reader.block || (segment.gap && !isRow)) close(reader);
    else if (segment.gap) reader.inWord = false;
    reader.block = segment.block;
    if (segment.kind === "text") readText(reader, text.verbatim, segment);
    else if (segment.kind === "entity") readEntity(reader, segment);
    else if (segment.kind === "code" && reader.start !== -1) reader.end = segment.end;
  }
  close(reader);
  return joinSourceNames(text, reader.sentences);
}

/** The index of the sentence that contains an offset or is the last before it; -1 before the first. By bisection. */
export function sentenceAt(sentences: readonly Sentence[], offset: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sentences[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readText(reader: Reader, verbatim: string, { start, end }: Segment): void {
  const classes = wordClasses();
  for (let at = start; at < end; at++) {
    const unit = verbatim.charCodeAt(at);
    const of = classes[unit] as number;
    if (unit === NEWLINE) {
      close(reader);
      continue;
    }
    if (reader.spaced && isLostBullet(verbatim, at)) close(reader);
    if (reader.endsSentence !== "no" && begins(reader, verbatim, at, end, of)) {
      const aside = of === opener && (!reader.spaced || verbatim.charCodeAt(at + 1) === BRACKET);
      close(reader);
      reader.aside = aside;
    }
    if (of === space) {
      reader.inWord = false;
      reader.spaced = true;
      continue;
    }
    if (reader.start === -1) reader.start = at;
    reader.end = at + 1;
    if (isWordClass(of)) {
      if (of === ideograph) {
        reader.words++;
        reader.inWord = false;
        reader.wordStart = at;
      } else if (!reader.inWord) {
        reader.words++;
        reader.inWord = true;
        reader.wordStart = at;
      }
      reader.endsSentence = "no";
      reader.spaced = false;
    } else if (of === fullStop) {
      reader.endsSentence = "surely";
      reader.inWord = false;
    } else if (of === mark) {
      if (reader.endsSentence === "no")
        reader.endsSentence = endsAt(reader, verbatim, at, unit) ? "maybe" : "no";
      // "3.5" and "Booking.com" are one word each.
      reader.inWord = reader.inWord && unit === FULL_STOP && reader.endsSentence === "maybe";
      reader.spaced = false;
    } else if (of === closer && reader.aside && unit !== APOSTROPHE) {
      reader.endsSentence = "maybe";
    } else if (of !== closer && of !== opener && of !== combiningMark && unit !== HYPHEN)
      reader.inWord = false;
  }
}

// "…every day.   - Acme: light   2. Bolt": bullets and numbers that lost their line breaks still have wide gaps.
function isLostBullet(verbatim: string, at: number): boolean {
  const unit = verbatim.charCodeAt(at);
  const isBullet = unit === HYPHEN || unit === STAR || unit === BULLET;
  if (!isBullet && wordClass(unit) !== digit) return false;
  if (verbatim.charCodeAt(at - 1) !== SPACE || verbatim.charCodeAt(at - 2) !== SPACE) return false;
  if (isBullet) return wordClass(verbatim.charCodeAt(at + 1)) === space;
  return /^\d{1,2}[.)]\s/.test(verbatim.slice(at, at + 4));
}

function readEntity(reader: Reader, segment: Segment): void {
  if (reader.start === -1) reader.start = segment.start;
  reader.end = segment.end;
  const isSpace = wordClass(segment.text.charCodeAt(0)) === space;
  if (isSpace) {
    reader.inWord = false;
    reader.spaced = true;
  } else if (!reader.inWord && isWordClass(wordClass(segment.text.charCodeAt(0)))) {
    reader.words++;
    reader.inWord = true;
  }
}

// Whether the mark at an offset can end a sentence, judging by what comes before it.
function endsAt(reader: Reader, verbatim: string, at: number, unit: number): boolean {
  if (unit !== FULL_STOP) return true;
  if (reader.wordStart < reader.start || reader.wordStart === -1) return reader.words > 0;
  const length = at - reader.wordStart;
  if (length > 6) return true;
  const word = verbatim.slice(reader.wordStart, at).toLowerCase();
  if (abbreviations.has(word)) return false;
  // "1. Acme" numbers what follows; "J. Doe" is an initial.
  if (reader.words === 1 && /^\d+$/.test(word)) return false;
  return length > 1 || !/\p{L}/u.test(word);
}

// Whether a sentence begins at an offset, given a mark that ends one before it.
function begins(reader: Reader, verbatim: string, at: number, end: number, of: number): boolean {
  if (of === space || of === mark || of === fullStop) return false;
  if (reader.endsSentence === "surely") return of !== closer;
  if (reader.spaced) return !(of === letter && isLowerCase(verbatim.charCodeAt(at)));
  if (of === opener || of === ideograph) return true;
  // "…among runners.Acme Pro: a strong…": a list whose line breaks were lost.
  if (of !== capital || reader.wordStart === -1) return false;
  const before = wordClass(verbatim.charCodeAt(at - 2));
  const after = at + 1 < end ? wordClass(verbatim.charCodeAt(at + 1)) : 0;
  // "Node.JS" and "ASP.NET" are words; "versatility.COSORI" is not.
  const startsSentence =
    after === letter || after === space || (after === capital && isCapital(verbatim, at + 2, end));
  if (!startsSentence) return false;
  if (before === capital) return after === letter && at - 1 - reader.wordStart > 2;
  return before === letter || before === digit || before === closer;
}

function isCapital(verbatim: string, at: number, end: number): boolean {
  return at < end && wordClass(verbatim.charCodeAt(at)) === capital;
}

// Letters of scripts without case can begin a sentence as capitals do.
function isLowerCase(unit: number): boolean {
  if (unit < 128) return true;
  const text = String.fromCharCode(unit);
  return text.toUpperCase() !== text;
}

function close(reader: Reader): void {
  const { sentences, start, end, block, words } = reader;
  const before = sentences.at(-1);
  if (start !== -1) {
    if (words > 0 || !before || before.block !== block) sentences.push({ start, end, block, words });
    else before.end = end;
  }
  reader.start = -1;
  reader.end = -1;
  reader.words = 0;
  reader.inWord = false;
  reader.endsSentence = "no";
  reader.spaced = false;
  reader.aside = false;
  reader.wordStart = -1;
}
