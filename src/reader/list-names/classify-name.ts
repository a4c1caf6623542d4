import type { Block } from "../markdown/answer-text.ts";
import { foldedKey } from "../text/fold.ts";
import { isOrdinaryWord } from "../text/ordinary-word.ts";
import type { ListName } from "./list-name.ts";
import { avoidance, remarkOpeners, topicWords } from "./phrases.ts";

/**
 * What a list name looks like by its spelling alone: `model` and `name` are names, and its neighbours decide about
 * `ordinary`.
 */
export type ListNameLook = "model" | "name" | "ordinary" | "topic";

const longestName = 80;
const wordsMax = 9;

/** Judges a list name by its words: a model number, an unknown word, ordinary words, or words for properties. */
export function lookOf({ name }: ListName, { kind, ordered }: Block, isEnglish: boolean): ListNameLook {
  const key = `${Number(ordered)}${Number(kind === "table_row")}${Number(isEnglish)}${name}`;
  const look = met.get(key) ?? lookBySpelling(name, { kind, ordered }, isEnglish);
  if (met.size >= mostMet) met.clear();
  if (name.length <= longestName) met.set(key, look);
  return look;
}

/** "Price" and "Pros" head items of many answers, and the products of a trade do; foreign text may contain any number. */
const mostMet = 5_000;
const met = new Map<string, ListNameLook>();

function lookBySpelling(
  name: string,
  { kind, ordered }: Pick<Block, "kind" | "ordered">,
  isEnglish: boolean,
): ListNameLook {
  const words = name.split(/\s+/);
  if (name.length > longestName || words.length > wordsMax || !/\p{L}/u.test(name)) return "topic";
  if (/[?!。！？]|(?<!\b(?:inc|co|ltd|corp))\.$/iu.test(name)) return "topic";
  if (remarkOpeners.has(words[0]!.toLowerCase()) || avoidance.test(name.toLowerCase())) return "topic";
  const ranked = ordered || kind === "table_row";
  // In scripts without capitals spelling does not show what is a name; the place has to.
  if (/\p{Lo}/u.test(name)) return ranked && !topicWords.has(name) && name.length <= 24 ? "name" : "topic";
  const content = words.filter((word) => /\p{L}{2}|\p{L}\d|\d\p{L}/u.test(word) && !smallWord.test(word));
  const capitals = content.filter(capitalOf).length;
  // The first word is capitalised as the start of a sentence and tells nothing.
  const telling = content.length > 1 && capitalOf(content[0]!) ? content.length - 1 : content.length;
  const isOneStrange = ordered && content.length === 1 && isStrange(content[0]!) && !isTopic(content[0]!);
  if (isOneStrange) return "name";
  if (content.length === 0 || (capitals - (content.length - telling)) * 2 < telling) return "topic";
  if (content.some(isModelNumber) && !propertyWord.test(content.at(-1)!)) return "model";
  const parts = content.flatMap((word) => word.split(/[-/&+]/)).map((part) => part.replace(/['’]s$/i, ""));
  const topics = parts.filter(isTopic).length;
  if (topics === parts.length || propertyWord.test(parts.at(-1)!)) return "topic";
  const strange = parts.some((part) => !isTopic(part) && isStrange(part));
  // The dictionary is English: in other languages it knows no noun.
  if (strange && (isEnglish || ranked)) return "name";
  return "ordinary";
}

const capitalOf = (word: string): boolean => /\p{Lu}|\d/u.test(word);

const smallWord =
  /^(?:and|or|of|the|a|an|in|on|for|to|by|with|vs|und|et|y|e|en|och|ja|i|ve|и|de|du|la|le|der|die|das)$/i;

// "XM5", "QuietComfort", "iPhone", "T-Mobile": no dictionary lists these.
function isModelNumber(word: string): boolean {
  return (
    /\p{Ll}\p{Lu}|\p{L}\d{2,}|\p{Lu}{2,}\d|^\p{Lu}-\p{Lu}\p{Ll}|\p{Ll}-\p{Lu}$/u.test(word) &&
    !topicWords.has(word.toLowerCase())
  );
}

// "Packable Design", "Auto-Defrost Function": the last word shows that it is a property, whatever comes before.
const propertyWord =
  /^(?:designs?|technology|support|controls?|settings?|options?|quality|types?|ratings?|sizes?|displays?|standards?|features?|functions?|modes?|users|replacements?|requirements|policy|protection|considerations|experience|performance|compatibility|availability|resistance|life|levels?|tips|benefits)$/i;

function isStrange(part: string): boolean {
  return /^\p{Lu}\d/u.test(part) || (/\p{L}{2}/u.test(part) && !isOrdinary(part));
}

// Derivatives that dictionaries do not list: "playability", "non-comedogenic", "upgradeable".
function isOrdinary(part: string): boolean {
  return (
    /(?:[ai]bility|able|ible|i[sz]ation|i[sz]ing|ness|less|proof|genic)$|^(?:non|anti|multi|auto|ultra|eco|pre)$/i.test(
      part,
    ) || isOrdinaryWord(foldedKey(part))
  );
}

function isTopic(part: string): boolean {
  return part === "" || /^[\d.,$€£%+°"”″-]+\p{L}{0,3}$/u.test(part) || topicWords.has(part.toLowerCase());
}
