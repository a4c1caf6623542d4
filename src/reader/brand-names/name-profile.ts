import { parse } from "tldts";
import type { Brand } from "../brand.ts";
import { givenNames, namesOfTime, placeNames } from "../judgement/homonym/word.ts";
import { knownAround, type Surroundings } from "../judgement/known-entity.ts";
import { foldedKey } from "../text/fold.ts";
import { isWordSomewhere } from "../text/language/known-word.ts";
import { languageOf } from "../text/language/language.ts";
import { isPersonOrPlace } from "../text/language/people-and-places.ts";
import { isEverydaySomewhere } from "../text/meaning/everyday.ts";
import { meantBy, meantByStrange } from "../text/meaning/field.ts";
import { isCommonInEnglish, isKnown } from "../text/meaning/word-meaning.ts";
import { isOrdinaryWord } from "../text/ordinary-word.ts";
import { stemOf, type Topic, topicOf } from "../text/topic.ts";
import { wordsOf } from "../text/words.ts";
import { type Shape, shapeOf } from "./name-shape.ts";

/** What is known about a name before any text is read. */
export interface NameProfile {
  /** As the customer writes it. */
  text: string;
  shape: Shape;
  /** The words around an occurrence never change what it means. */
  plain: boolean;
  /** The words of the name, folded. */
  words: string[];
  /** This spelling leaves out a legal form or an article of the customer's name. */
  shortened: boolean;
  /** Every word of it is also an ordinary word. */
  ordinary: boolean;
  /** Two or three capitals, which may also be a unit or another abbreviation. */
  abbreviation: boolean;
  /** A single letter of a script that has case. */
  letter: boolean;
  /** A short run of letters or digits such as a model, size, grade or abbreviation: "A1", "DC", "RBC". */
  code: boolean;
  /** Its capitals distinguish it from any word: "HubSpot", "1Password", "Booking.com". */
  distinctive: boolean;
  /** What the brand sells is described in English, so it can be compared with what a text is about. */
  comparable: boolean;
  /** No dictionary of our languages has a word of it, and no list of people and places. */
  strange: boolean;
  /** Strange, and not even common as a name in English: the words around it do not make it something else. */
  coined: boolean;
  /** It is an everyday word in some language besides English. */
  everyday: boolean;
  /** It is known to be also a word, an abbreviation, or the name of a person or place. */
  homonym: boolean;
  /** An occurrence may mean something else, so the words around it decide. */
  doubtful: boolean;
  /** Doubtful only in a text whose language has such an everyday word. */
  foreign: boolean;
  /** Its domains have other labels than this word, so that a host of that label is somebody else's. */
  hostElsewhere: boolean;
  /** One word of no dictionary that labels its domain: a given name before it is mostly its founder's, as in "Giorgio Armani". */
  house: boolean;
  /** Folded words that belong to the brand: from its other names, its domains and what it sells. */
  related: ReadonlySet<string>;
  /** Well-known entities of other kinds whose names contain this one. */
  otherEntities: readonly Surroundings[];
  /** The words right before or after the name in those entities. */
  beside: ReadonlySet<string>;
  /** What it sells. */
  sold: Topic;
  /** What its words mean to people who do not know the brand. */
  sense: Topic;
}

/** The profile of one name of a brand. */
export const profileOf = (text: string, brand: Brand): NameProfile => profilerOf(brand)(text);

/** The profiles of names of one brand: what is known of the brand is worked out once. */
export function profilerOf(brand: Brand): (text: string) => NameProfile {
  const related = relatedWords(brand);
  const familiar = new Set([...related, ...(brand.about ? wordsOf(brand.about) : [])]);
  const sold = soldBy(brand);
  return (text) => profileWith(text, brand, { related, familiar, sold });
}

function profileWith(
  text: string,
  brand: Brand,
  { related, familiar, sold }: { related: Set<string>; familiar: Set<string>; sold: Topic },
): NameProfile {
  const words = wordsOf(text);
  const shape = shapeOf(text);
  const single = words.length === 1 ? (words[0] as string) : "";
  const letter = /^\p{Lu}$|^\p{Ll}$/u.test(text);
  // "Jeopardy!" is searched for without its mark, and is then the same as the word.
  const spelled = text.replace(/(?<=[\p{L}\p{N}]{2})[!?]+$/u, "");
  const distinctive = (shape === "mixed" && single !== "") || /[.+!@#]/.test(spelled);
  const abbreviation =
    (single !== "" && single.length <= 3 && shape === "upper" && !/[aeiou]/.test(single)) ||
    /^\d+\p{Lu}{1,2}$/u.test(text);
  const ordinary =
    !abbreviation && !letter && !distinctive && words.length > 0 && words.every((word) => isCommon(word));
  const makers = makersIn(brand, words.join(""));
  const entities = text.startsWith(".") ? [] : knownAround(words, withMakers(familiar, makers));
  const shortened = text !== brand.name.trim() && brand.name.includes(text);
  const code = !distinctive && isCode(text);
  // If it is known what the brand sells, a single word may turn out to mean something else. Katakana are used for
  // names.
  const comparable = isKnown(sold);
  const weighed = comparable && !distinctive && single !== "" && !/^[\p{Script=Katakana}ー・]+$/u.test(text);
  const homonym =
    ordinary ||
    abbreviation ||
    letter ||
    (!distinctive && (givenNames.has(single) || placeNames.has(single)));
  const everyday = !distinctive && isEverydaySomewhere(words.join(" "));
  // There are no dictionaries for scripts without case.
  const strange =
    !homonym && !everyday && !code && shape !== "uncased" && words.length > 0 && !words.some(isHeld);
  const doubtful = homonym || weighed || everyday;
  const foreign = everyday && !homonym && !weighed;
  const labelled = isLabelled(brand, foldedKey(text));
  return {
    text,
    shape,
    plain: !doubtful && !shortened && entities.length === 0 && !text.startsWith("."),
    words,
    shortened,
    ordinary,
    abbreviation,
    letter,
    code,
    distinctive,
    comparable,
    strange,
    coined: strange && comparable && !words.some(isCommonInEnglish),
    everyday,
    foreign,
    homonym,
    doubtful,
    // Another of its names may be a product with a host of its own: nest.com of Alphabet, abc.xyz.
    hostElsewhere: !strange && brand.domains.length > 0 && brand.name.includes(text) && !labelled,
    house: words.length === 1 && !isWordSomewhere(single) && labelled,
    related: withMakers(related, makers),
    otherEntities: entities,
    beside: new Set(entities.flatMap(({ before, after }) => [before.at(-1) ?? [], after[0] ?? []].flat())),
    sold,
    sense: topicOf(words),
  };
}

const isHeld = (word: string): boolean => isWordSomewhere(word) || isPersonOrPlace(word);

function isCode(text: string): boolean {
  return /^(?=.{2,4}$)\p{Lu}*(?:\p{N}+\p{Lu}*)?$/u.test(text) && (text.length <= 3 || /\p{N}/u.test(text));
}

function isCommon(word: string): boolean {
  return isOrdinaryWord(word) || namesOfTime.has(word) || /^\p{N}+$/u.test(word);
}

const emptyWords = new Set(
  "com www http https the and for with its inc of in a an to by on at or from is that brand brands company net org formerly other".split(
    " ",
  ),
);

function soldBy(brand: Brand): Topic {
  const own = new Set([brand.name, ...brand.aliases].flatMap(wordsOf).map(stemOf));
  const about = (brand.about ?? "").replace(/\S+\.(?:[a-z]{2,})(?:\/\S*)?/gi, " ");
  const all = wordsOf(about);
  const language = languageOf(all, about);
  const foreign = language !== null && language !== "en";
  const foreignTopic = foreign ? meantBy(all, about, language, [...own]) : null;
  const strange = !foreign && !all.some(isOrdinaryWord) ? meantByStrange(all, about) : null;
  if (strange) return strange;
  const words = all.filter((word) => word.length > 1 && !emptyWords.has(word) && !own.has(stemOf(word)));
  // "Supermärkte; supermarkets": in a text in another language, words that English also has count as they are.
  return topicOf(foreign ? [...words.filter(isOrdinaryWord), ...(foreignTopic?.words.keys() ?? [])] : words);
}

function relatedWords(brand: Brand): Set<string> {
  const words = [brand.about ?? "", ...brand.domains, ...brand.aliases, brand.name].flatMap(wordsOf);
  return new Set(words.filter((word) => word.length > 1 && !emptyWords.has(word)));
}

const withMakers = (words: Set<string>, makers: readonly string[]): Set<string> =>
  makers.length === 0 ? words : new Set([...words, ...makers]);

const isLabelled = ({ domains }: Brand, key: string): boolean =>
  domains.some((each) => {
    const { domain, domainWithoutSuffix } = parse(each.toLowerCase());
    return foldedKey(domain ?? "") === key || foldedKey(domainWithoutSuffix ?? "") === key;
  });

// The domain googlenest.com says who makes Nest.
function makersIn({ domains }: Brand, key: string): string[] {
  return domains
    .map((domain) => foldedKey(domain.replace(/^www\./i, "").split(".")[0] ?? ""))
    .filter((label) => key.length > 1 && label.length > key.length + 2 && label.endsWith(key))
    .map((label) => label.slice(0, -key.length));
}
