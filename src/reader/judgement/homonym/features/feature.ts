import { isUpperCase, shapeOf } from "../../../brand-names/name-shape.ts";
import { inEnglish } from "../../../text/meaning/everyday.ts";
import { sharesTopic } from "../../../text/topic.ts";
import type { Context } from "../../context.ts";
import { hasCapitals, hasCapitalTwin, hasLowerTwin, isLowered } from "../case.ts";
import type { Fit, Occurrence } from "../occurrence.ts";
import { type FeatureName, type Found, featureNames } from "./feature-name.ts";
import { addLeft } from "./left.ts";
import { addLine } from "./line.ts";
import { featuresOfName } from "./name-feature.ts";
import { addRight } from "./right.ts";

export type { Occurrence } from "../occurrence.ts";
export { featureNames } from "./feature-name.ts";

const indexOf = new Map<FeatureName, number>(featureNames.map((name, at) => [name, at]));

/** The features of one occurrence, each 0 or 1 except the similarities of meaning. */
export function featuresOf(occurrence: Occurrence): Float64Array {
  const flags: Found = new Set(["bias"]);
  addName(occurrence, flags);
  addLeft(occurrence, flags);
  addRight(occurrence, flags);
  addLine(occurrence, flags);
  addTopic(occurrence, flags);
  const { sold } = occurrence.fit;
  if (sold === null || isForeign(occurrence)) flags.add("fit_unknown");
  if (sold === null && isForeign(occurrence)) flags.add("other_fit_unknown");
  combine(occurrence, flags);
  addLanguage(occurrence, flags);
  const features = new Float64Array(featureNames.length);
  for (const name of flags) features[indexOf.get(name) as number] = 1;
  for (const [name, value] of numbersOf(occurrence, flags)) features[indexOf.get(name) as number] = value;
  return features;
}

const isEnglish = ({ language }: Occurrence): boolean => language === null || language === "en";

const isForeign = ({ language }: Occurrence): boolean => language !== null && language !== "en";

const highFit = 0.3;
const lowFit = 0.1;

// Similarity of meaning matters more if the form says less: for words, and for what follows another maker's name.
function* numbersOf(occurrence: Occurrence, flags: Found): Iterable<[FeatureName, number]> {
  const { fit, profile } = occurrence;
  const { sold, sense } = fit;
  // "On sale: running shoes" is about shoes and names nobody: for grammatical words only the form tells.
  if (flags.has("name_is_function_word")) return;
  if (isForeign(occurrence)) return yield* numbersOfOtherLanguage(fit);
  if (fit.prompt !== null) yield ["fit_asked", fit.prompt];
  if (sold === null) return;
  yield ["fit", sold];
  yield ["fit_high", Math.max(0, sold - highFit)];
  yield ["fit_low", Math.max(0, lowFit - sold)];
  if (profile.ordinary) yield ["fit_of_word", sold];
  if (profile.code) yield ["fit_of_code", sold];
  if (flags.has("after_foreign_capital") || flags.has("after_opening_word"))
    yield ["fit_after_foreign", sold];
  if (flags.has("free_capital")) yield ["fit_of_free_capital", sold];
  if (flags.has("opens_sentence") || flags.has("opens_block")) yield ["fit_of_opening", sold];
  if (sense !== null) {
    yield ["sense", sense];
    yield ["sense_over_fit", Math.max(0, sense - sold)];
  }
  yield* numbersOfSentence(fit.sentence, profile.ordinary);
}

const farFromSold = 0.25;

function* numbersOfSentence(
  { sold, sense, wordShare }: Fit["sentence"],
  ordinary: boolean,
): Iterable<[FeatureName, number]> {
  if (sold === null) return;
  yield ["sentence_fit", sold];
  yield ["sentence_fit_high", Math.max(0, sold - highFit)];
  yield ["sentence_fit_low", Math.max(0, lowFit - sold)];
  if (ordinary) yield ["sentence_fit_of_word", sold];
  const off = Math.max(0, farFromSold - sold) * wordShare;
  yield ["sentence_off_topic", off];
  if (!ordinary) yield ["sentence_off_topic_of_name", off];
  if (sense === null) return;
  yield ["sentence_sense", sense];
  yield ["sentence_sense_over_fit", Math.max(0, sense - sold)];
}

function* numbersOfOtherLanguage({
  sold,
  sense,
  prompt: promptFit,
  sentence,
}: Fit): Iterable<[FeatureName, number]> {
  if (promptFit !== null) yield ["other_fit_asked", promptFit];
  if (sold === null) return;
  yield ["other_fit", sold];
  yield ["other_fit_high", Math.max(0, sold - highFit)];
  yield ["other_fit_low", Math.max(0, lowFit - sold)];
  if (sense !== null) {
    yield ["other_sense", sense];
    yield ["other_sense_over_fit", Math.max(0, sense - sold)];
  }
  if (sentence.sold === null) return;
  yield ["other_sentence_fit", sentence.sold];
  yield ["other_sentence_fit_high", Math.max(0, sentence.sold - highFit)];
  yield ["other_sentence_fit_low", Math.max(0, lowFit - sentence.sold)];
  if (sentence.sense === null) return;
  yield ["other_sentence_sense", sentence.sense];
  yield ["other_sentence_sense_over_fit", Math.max(0, sentence.sense - sentence.sold)];
}

// A capital means less in a language without word lists, and nothing in a script without capitals.
function addLanguage({ language, profile, trade, context, surface }: Occurrence, flags: Found): void {
  if (language === null || language === "en") return;
  flags.add("language_other");
  if (profile.ordinary) {
    flags.add("other_language_word");
    if (flags.has("opens_block") || flags.has("opens_sentence")) flags.add("other_language_word_opens");
  }
  // In a language that capitalises only names, a capital in mid-sentence makes an everyday word a name.
  const free = flags.has("free_capital") && profile.shape !== "uncased";
  if (profile.everyday && !free && inEnglish(profile.words.join(" "), language) !== null) {
    flags.add("name_is_everyday");
    if (flags.has("opens_block") || flags.has("opens_sentence")) flags.add("everyday_opens");
    if (flags.has("topic_absent") || flags.has("topic_absent_from_prompt")) flags.add("everyday_off_topic");
    if (flags.has("topic_near") || flags.has("topic_in_prompt")) flags.add("everyday_on_topic");
    if (profile.shape !== "uncased" && surface === surface.toLowerCase()) flags.add("everyday_lowered");
    if (flags.has("after_article") || flags.has("after_indefinite")) flags.add("everyday_article");
  }
  if (/^[-‐‑]\p{Ll}{2}/u.test(context.after) && isUpperCase(surface.charAt(0)))
    flags.add("other_language_compound");
  if (profile.shape === "uncased") flags.add("language_without_case");
  else if (flags.has("free_capital")) flags.add("other_language_free_capital");
  else if (flags.has("opens_block") || flags.has("opens_sentence")) flags.add("other_language_opens");
  if (flags.has("after_article") || flags.has("after_indefinite")) flags.add("other_language_article");
  // A capital in mid-sentence marks a name even without other names beside it.
  if (flags.has("other_language_free_capital") && !profile.code) return;
  flags.add(trade === 0 ? "trade_none" : trade === 1 ? "trade_some" : "trade_much");
}

function addName(occurrence: Occurrence, flags: Found): void {
  const { profile, surface, context, emphasis } = occurrence;
  if (emphasis.opens) flags.add(emphasis.closes ? "emphasis_encloses" : "emphasis_opens");
  if (emphasis.link) flags.add("opens_link");
  for (const name of featuresOfName(profile)) flags.add(name);
  if (surface.length > 1 && shapeOf(surface) === "upper") {
    flags.add("surface_upper");
    if (!besideCapitals(context.before, context.after)) flags.add("upper_among_lower");
  }
  if (/['’]\p{Ll}{1,6}$/u.test(surface) || isBarePossessive(surface, context)) flags.add("is_possessive");
  if (surface.length === profile.text.length + 1 && /s$/i.test(surface)) flags.add("surface_plural");
  if (surface.length <= 3) flags.add("name_is_short");
  if (isLowered(profile, surface)) flags.add(hasCapitals(context) ? "surface_lowered" : "text_lowered");
  else if (profile.shape === "upper" && shapeOf(surface) === "title") flags.add("surface_recased");
  if (occurrence.makerBefore) flags.add("maker_before");
  if (!flags.has("surface_lowered") && hasLowerTwin(occurrence)) flags.add("lower_twin");
  if (hasCapitalTwin(occurrence)) flags.add("capital_twin");
}

// "Beats' sound": after a name that ends in s, a bare apostrophe is the possessive, unless it closes a quotation.
function isBarePossessive(surface: string, { before, after }: Context): boolean {
  return /s$/i.test(surface) && /^['’]\s+\p{L}/u.test(after) && !/['‘’][^'‘’]*$/.test(before);
}

function besideCapitals(before: string, after: string): boolean {
  const previous = /(\p{L}{2,})[\s\p{P}]*$/u.exec(before.slice(-24))?.[1];
  const beside = previous ?? /^[\s\p{P}]*(\p{L}{2,})/u.exec(after.slice(0, 24))?.[1] ?? "";
  return shapeOf(beside) === "upper";
}

function addTopic(occurrence: Occurrence, flags: Found): void {
  const { profile, topic, promptTopic, besideRival, listedWithRival, headsWithRival } = occurrence;
  if (besideRival) flags.add("beside_rival");
  if (listedWithRival) flags.add("listed_with_rival");
  if (headsWithRival) flags.add("heads_with_rival");
  const { sold } = profile;
  if (sold.stems.size === 0) return;
  if (topic === "own") flags.add("topic_near");
  if (promptTopic !== null && sharesTopic(sold, promptTopic)) flags.add("topic_in_prompt");
  if (sold.anything || flags.has("topic_near") || flags.has("topic_in_prompt")) return;
  if (promptTopic !== null) flags.add("topic_absent_from_prompt");
  else if (topic === "other") flags.add("topic_absent");
}

function combine(occurrence: Occurrence, flags: Found): void {
  const any = (...names: FeatureName[]) => names.some((name) => flags.has(name));
  const add = (name: FeatureName, holds: boolean) => {
    if (holds) flags.add(name);
  };
  const opens = any("opens_block", "opens_sentence", "glued_to_sentence", "after_colon", "after_dash");
  const forced = opens || any("title_case_line", "display_line");
  const noun = any("before_noun", "before_plural", "before_maybe_verb", "before_lower_other");
  const capital = any("before_ordinary_capital", "before_rare_capital", "before_model_number");
  const onTopic = any("topic_near", "topic_in_prompt");
  const offTopic = any("topic_absent", "topic_absent_from_prompt");
  const foreign = any("after_foreign_capital", "after_opening_word");
  const german = flags.has("noun_capitals_language");
  add("free_capital", !forced && !foreign && !german && !any("after_hyphen", "surface_upper"));
  // "Sony beats Bose, but Beats is louder": a capital in mid-sentence is no accident.
  if (flags.has("free_capital")) flags.delete("lower_twin");
  // A capital that no sentence asks for is no accident either, nor in English one before a verb: "The tide has turned. Tide charges 20p."
  if (!any("opens_block", "opens_sentence", "glued_to_sentence")) flags.delete("lower_twin");
  if (isEnglish(occurrence) && flags.has("before_verb")) flags.delete("lower_twin");
  add("abstract_before_conjunction", flags.has("name_is_abstract") && flags.has("before_conjunction"));
  add("free_capital_before_noun", flags.has("free_capital") && noun);
  add("imperative", opens && flags.has("name_is_verb") && flags.has("before_article"));
  add("sentence_adverb", opens && flags.has("name_is_other_word") && any("before_comma", "before_article"));
  add("foreign_capital_on_topic", foreign && onTopic);
  add("forced_capital_before_noun", opens && noun);
  add("forced_capital_before_verb", opens && flags.has("before_verb"));
  add(
    "forced_capital_adjective",
    opens && flags.has("name_is_adjective") && (noun || any("before_preposition", "before_conjunction")),
  );
  add("heads_item", flags.has("opens_block") && any("before_dash", "before_bracket", "closes_block"));
  add("word_heads_item_with_colon", opens && flags.has("before_colon") && flags.has("name_is_word"));
  add(
    "title_line_before_capital",
    flags.has("title_case_line") && opens && flags.has("before_ordinary_capital"),
  );
  add("foreign_capital_off_topic", foreign && !onTopic);
  add("capital_follows_off_topic", capital && offTopic);
  add("capital_follows_on_topic", capital && onTopic);
  add("word_off_topic", offTopic && flags.has("name_is_word"));
  add("known_name_off_topic", offTopic && any("name_is_coined", "name_is_common"));
  add("given_name_before_rare_capital", flags.has("before_rare_capital") && flags.has("name_is_given_name"));
  add("colon_then_alone", flags.has("after_colon") && any("closes_block", "before_stop"));
  add("free_capital_before_capital", !forced && capital);
  add("capital_twin_of_opening", opens && flags.has("capital_twin"));
  add("coined_after_foreign", foreign && flags.has("name_is_coined"));
  add("code_before_model_number", flags.has("name_is_code") && flags.has("before_model_number"));
  add("coined_after_lower", flags.has("after_lower_word") && flags.has("name_is_coined"));
}
