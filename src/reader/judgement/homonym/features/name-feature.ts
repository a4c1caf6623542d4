import type { NameProfile } from "../../../brand-names/name-profile.ts";
import { dictionaryWordOf } from "../../../text/language/dictionary-word.ts";
import { isCommonInEnglish } from "../../../text/meaning/word-meaning.ts";
import { isOrdinaryCompound, usesOf } from "../../../text/ordinary-word.ts";
import { givenNames, namesOfTime, placeNames, relators } from "../word.ts";
import type { FeatureName } from "./feature-name.ts";

const cache = new WeakMap<NameProfile, readonly FeatureName[]>();

/** The features of a name itself: what kind of word it is. Computed once per name. */
export function featuresOfName(profile: NameProfile): readonly FeatureName[] {
  let features = cache.get(profile);
  if (!features) {
    features = [...kindsOf(profile), ...usesOfName(profile)];
    cache.set(profile, features);
  }
  return features;
}

function* kindsOf(profile: NameProfile): Iterable<FeatureName> {
  const word = singleWord(profile);
  if (profile.ordinary) yield "name_is_word";
  if (profile.abbreviation) yield "name_is_abbreviation";
  if (relators.has(word)) yield "name_is_function_word";
  if (profile.words.length > 1) yield "name_has_words";
  if (givenNames.has(word)) yield "name_is_given_name";
  if (placeNames.has(word)) yield "name_is_place";
  if (namesOfTime.has(word)) yield "name_is_time";
  if (profile.code) yield "name_is_code";
  const compound = !profile.ordinary && word !== "" && isOrdinaryCompound(word);
  if (compound) yield "name_is_compound";
  const common = !profile.ordinary && profile.comparable && isCommonInEnglish(word);
  if (common) yield "name_is_common";
  const ideographs = dictionaryWordOf(profile.text);
  if (ideographs === "word") yield "name_is_dictionary_word";
  if (ideographs === "made") yield "name_is_made_of_words";
  // There are no word lists for scripts without case.
  const telling = profile.shape !== "uncased";
  if (telling && !profile.homonym && !profile.code && !compound && !common) yield "name_is_coined";
}

function* usesOfName(profile: NameProfile): Iterable<FeatureName> {
  const word = singleWord(profile);
  const { noun, verb, adjective, inflectedVerb } = usesOf(word);
  if (verb || inflectedVerb) yield "name_is_verb";
  if (adjective) yield "name_is_adjective";
  if (noun) yield "name_is_noun";
  if (profile.ordinary && !noun && !verb && !adjective && !inflectedVerb) yield "name_is_other_word";
  if (word.length > 5 && /(?:ity|ness|tion|sion|ment|ance|ence|ship|ism)$/.test(word))
    yield "name_is_abstract";
}

const singleWord = ({ words }: NameProfile): string => (words.length === 1 ? (words[0] as string) : "");
