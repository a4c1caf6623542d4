import { foldedKey } from "../fold.ts";
import { type Topic, topicOf } from "../topic.ts";
import { wordsOf } from "../words.ts";
import { englishOf, translatedIn } from "./dictionary.ts";
import { everydayIn, inEnglish } from "./everyday.ts";
import { fields, wordsOfFields } from "./field-words.ts";

/** The words of one language for the fields of life, by how they are searched for. */
interface Lookup {
  /** Beginnings of words, or whole words if they are short. */
  beginnings: Map<string, number[]>;
  wholes: Map<string, number[]>;
  /** Found anywhere: in languages that do not separate words, and for words that belong together. */
  anywhere: { text: string; field: number }[];
}

/** Languages that do not separate words, or attach others to their front. */
const joined = new Set(["ar", "he", "th", "zh", "ja", "ko", "hi"]);
const unspaced = new Set(["th", "zh", "ja"]);
const lookups = new Map<string, Lookup | null>();
const topics = new Map<string, Topic>();

/**
 * What a text in another language is about, in English words, to compare with what a brand sells; null if nothing is
 * known. The words in `less` do not count.
 */
export function meantBy(
  words: readonly string[],
  text: string,
  language: string,
  less: readonly string[],
): Topic | null {
  const fieldNumbers = fieldsIn(words, text, language, less);
  const things = thingsIn(words, text, language, less);
  if (things.length === 0) return topicOfFields(fieldNumbers);
  return topicOf(wordsOf([...fieldNumbers.map((field) => fields[field]), ...things].join(" ")));
}

function topicOfFields(fieldNumbers: readonly number[]): Topic | null {
  if (fieldNumbers.length === 0) return null;
  const key = fieldNumbers.join(" ");
  let topic = topics.get(key);
  if (!topic) {
    topic = topicOf(wordsOf(fieldNumbers.map((field) => fields[field]).join(" ")));
    if (topics.size >= mostTopics) topics.clear();
    topics.set(key, topic);
  }
  return topic;
}

/** The English of the everyday words of a text. */
function thingsIn(
  words: readonly string[],
  text: string,
  language: string,
  less: readonly string[],
): string[] {
  if (unspaced.has(language)) {
    const rest = without(foldedKey(text), less);
    return [...translatedIn(rest, language), ...everydayIn(rest, language)];
  }
  return words.flatMap((word) =>
    less.includes(word) ? [] : (englishOf(word, language) ?? inEnglish(word, language) ?? []),
  );
}

/** What a few words that are not English are about, in the first language that knows them. */
export function meantByStrange(words: readonly string[], text: string): Topic | null {
  for (const language of Object.keys(wordsOfFields)) {
    const topic = topicOfFields(fieldsIn(words, text, language, []));
    if (topic) return topic;
  }
  return null;
}

const mostTopics = 1000;

/** The fields that the words of a text mention, in order, by their index in the list. */
function fieldsIn(
  words: readonly string[],
  text: string,
  language: string,
  less: readonly string[],
): number[] {
  const lookup = lookupOf(language);
  if (!lookup) return [];
  const fieldNumbers = new Set<number>();
  const add = (of: readonly number[] | undefined) => {
    for (const field of of ?? []) fieldNumbers.add(field);
  };
  for (const word of words) {
    if (less.includes(word)) continue;
    add(lookup.wholes.get(word));
    for (let length = Math.min(word.length, longest); length >= shortest; length--)
      add(lookup.beginnings.get(word.slice(0, length)));
  }
  if (lookup.anywhere.length > 0) {
    const rest = joined.has(language) ? without(text, less) : ` ${words.join(" ")}`;
    for (const { text: piece, field } of lookup.anywhere) if (rest.includes(piece)) fieldNumbers.add(field);
  }
  return [...fieldNumbers].sort((a, b) => a - b);
}

const shortest = 4;
const longest = 14;

function without(text: string, less: readonly string[]): string {
  let rest = text;
  for (const word of less) rest = rest.replaceAll(word, " ");
  return rest;
}

function lookupOf(language: string): Lookup | null {
  const cachedLookup = lookups.get(language);
  if (cachedLookup !== undefined) return cachedLookup;
  const list = wordsOfFields[language];
  const lookup = list === undefined ? null : lookupFrom(list, language);
  lookups.set(language, lookup);
  return lookup;
}

function lookupFrom(list: string, language: string): Lookup {
  const lookup: Lookup = { beginnings: new Map(), wholes: new Map(), anywhere: [] };
  const add = (map: Map<string, number[]>, word: string, field: number) =>
    map.set(word, [...(map.get(word) ?? []), field]);
  for (const [field, words] of list.split(" ").entries())
    for (const word of words.split("/")) {
      const text = word.replaceAll("_", " ");
      const key = foldedKey(text);
      if (text.includes(" ") && !joined.has(language))
        lookup.anywhere.push({ text: ` ${text.split(" ").map(foldedKey).join(" ")}`, field });
      else if (unspaced.has(language) || (joined.has(language) && text.length > 2))
        lookup.anywhere.push({ text, field });
      else add(key.length < shortest ? lookup.wholes : lookup.beginnings, key, field);
    }
  return lookup;
}
