import { foldedKey } from "./fold.ts";

/** What one word says about the topic of a text. */
export interface TopicWord {
  /** Null if the word fits every trade or is too short to tell. */
  stem: string | null;
  trades: readonly number[];
  sellsAnything: boolean;
}

/** A folded word, and what our tables know of it: null until it is first looked up. */
export interface Word {
  readonly key: string;
  /** See `languageOf`. */
  languages: readonly number[] | null;
  topic: TopicWord | null;
  /** Its place among the commonest English words; -1 if it is none of them. */
  rank: number | null;
}

const isPart = /[\p{L}\p{N}\p{M}&+'’]/u;
const parts = /[\p{L}\p{N}\p{M}&+'’]+/gu;

const kind = { apart: 1, plain: 2, folded: 3, surrogate: 4 } as const;

/** The role of each UTF-16 unit in a word, filled as units occur; 0 where it is not yet known. */
const kinds = new Uint8Array(0x10000);

/** The folded words of a text, without punctuation. */
export const wordsOf = (text: string): string[] => readWords(text).map(({ key }) => key);

/** The same, with what our tables know of them. */
export function readWords(text: string): Word[] {
  const lower = text.toLowerCase();
  const units = unitsOf(lower);
  const words: Word[] = [];
  let start = -1;
  let plain = true;
  for (let at = 0; at <= lower.length; at++) {
    const unit = at < lower.length ? (units[at] as number) : space;
    const unitKind = kinds[unit] || meet(unit);
    // Letters beyond the basic plane are rare and take two units each.
    if (unitKind === kind.surrogate)
      return (lower.match(parts) ?? [])
        .map(folded)
        .filter((word) => word !== "")
        .map(newWord);
    if (unitKind !== kind.apart) {
      if (start === -1) start = at;
      if (unitKind === kind.folded) plain = false;
    } else if (start !== -1) {
      const word = wordAt(lower, units, start, at, plain);
      if (word.key !== "") words.push(word);
      start = -1;
      plain = true;
    }
  }
  return words;
}

const space = 32;

/** A folded word. */
export const wordOf = (key: string): Word => wordAt(key, unitsOf(key), 0, key.length, true);

const newWord = (key: string): Word => ({ key, languages: null, topic: null, rank: null });

const shortUnits = new Uint16Array(2 ** 12);
const shortBytes = Buffer.from(shortUnits.buffer);

// Reading an array is several times as fast as asking a string for each of its units.
function unitsOf(text: string): Uint16Array {
  const isShort = text.length <= shortUnits.length;
  const units = isShort ? shortUnits : new Uint16Array(text.length);
  (isShort ? shortBytes : Buffer.from(units.buffer)).write(text, "utf16le");
  return units;
}

/**
 * The last word met of each hash, by its units before folding: as many as a language commonly uses, since texts repeat their words. A
 * longer part of a text would keep all of it in memory.
 */
const most = 2 ** 14;
const longest = 12;
const met: Word[] = new Array(most).fill(newWord(""));
const metUnits = new Uint16Array(most * longest);
const metLengths = new Uint8Array(most);

function wordAt(text: string, units: Uint16Array, start: number, end: number, plain: boolean): Word {
  const length = end - start;
  if (length > longest) return unmetWord(text.slice(start, end), plain);
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (units[at] as number), prime);
  const place = (hash ^ (hash >>> 15)) & (most - 1);
  const before = met[place] as Word;
  const own = place * longest;
  let same = metLengths[place] === length;
  for (let at = 0; same && at < length; at++) same = metUnits[own + at] === units[start + at];
  if (same) return before;
  const word = unmetWord(text.slice(start, end), plain);
  met[place] = word;
  metLengths[place] = length;
  for (let at = 0; at < length; at++) metUnits[own + at] = units[start + at] as number;
  return word;
}

const unmetWord = (text: string, plain: boolean): Word => newWord(plain ? text : foldedKey(text));

/** FNV-1a. */
const prime = 0x01000193;

const folded = (word: string): string => (/^[a-z0-9]+$/.test(word) ? word : foldedKey(word));

function meet(unit: number): number {
  const letter = String.fromCharCode(unit);
  let unitKind: number = kind.apart;
  if (unit >= 0xd800 && unit <= 0xdfff) unitKind = kind.surrogate;
  else if (/[a-z0-9]/.test(letter)) unitKind = kind.plain;
  else if (isPart.test(letter)) unitKind = kind.folded;
  kinds[unit] = unitKind;
  return unitKind;
}
