import type { NameProfile } from "../../brand-names/name-profile.ts";
import { isLowerCase, isUpperCase, shapeOf } from "../../brand-names/name-shape.ts";
import { foldedKey } from "../../text/fold.ts";
import { isWordSomewhere } from "../../text/language/known-word.ts";
import { isOrdinaryWord } from "../../text/ordinary-word.ts";
import { isUnspaced, script, scriptOf } from "../../text/script.ts";
import { wordsOf } from "../../text/words.ts";
import { isWithinKnown } from "../known-entity.ts";
import { judgeAlone } from "./alone.ts";
import { type Calibration, calibrate } from "./calibrate.ts";
import { hasCapitals, hasLowerTwin, isLoweredName, isLoweredWord } from "./case.ts";
import { featureNames, featuresOf, type Occurrence } from "./features/feature.ts";
import weights from "./homonym.weights.json" with { type: "json" };
import type { Judgement } from "./judgement.ts";
import { judgeLetter } from "./letter.ts";
import { unknownFit } from "./occurrence.ts";
import { judgePersonOrPlace } from "./person-or-place.ts";
import { judgePhrase } from "./phrase.ts";
import { isOffTopic, isSpelledAsGiven, isSureForm, oddsOfPlace } from "./place-of-name.ts";
import { namesOfTime } from "./word.ts";

const shipped = weights.calibration as unknown as Calibration;

const weightOf = Float64Array.from(
  featureNames,
  (name) => (weights.weights as Record<string, number>)[name] ?? 0,
);

/**
 * Decides a homonym: by a rule if one applies, otherwise by a logistic model over the words around it
 * (`bench/train-homonym.ts` fits `homonym.weights.json`).
 */
export function judgeHomonym(occurrence: Occurrence): Judgement {
  const judgement = ruleFor(occurrence);
  if (judgement?.counts === false) return judgement;
  // First of all, so that what the model is fitted on does not depend on its weights.
  const beside = occurrence.listedWithRival ? null : judgePersonOrPlace(occurrence);
  return beside ?? judgement ?? byPlace(occurrence, byModel(featuresOf(occurrence), weightOf));
}

function byPlace(occurrence: Occurrence, judgement: Judgement): Judgement {
  if (!judgement.model) return judgement;
  const { odds, otherwise } = judgement.model;
  const place = oddsOfPlace(occurrence);
  const isName = odds < 0 && ((place !== 0 && isSureForm(occurrence)) || isNoWord(occurrence));
  const formOdds = isName ? Math.max(odds, oddsOfForm(occurrence) - farFromSold) : odds;
  const moved = formOdds - odds + place;
  return moved === 0 ? judgement : byOdds(odds + moved, otherwise, { place: moved });
}

// What is no word of our languages, but may be the name of a person or a place.
function isNoWord(occurrence: Occurrence): boolean {
  const { strange, homonym, everyday, code, comparable, words } = occurrence.profile;
  if (!comparable || homonym || everyday || code || (!strange && words.some(isWordSomewhere))) return false;
  return isSpelledAsGiven(occurrence) && !hasLowerTwin(occurrence);
}

/** What a text that is about something else says at most of a word whose form says that it is a name. */
const farFromSold = 0.5;

const oddsOfForm = (occurrence: Occurrence): number =>
  oddsOf(featuresOf({ ...occurrence, topic: "unknown", fit: unknownFit, promptTopic: null }), weightOf);

/** The decision of a rule; null if the model has to decide. */
function ruleFor(occurrence: Occurrence): Judgement | null {
  const { profile, surface, context } = occurrence;
  if (isPartOfKnown(occurrence)) return { counts: false, rule: "other_entity", confidence: 0.95 };
  if (
    profile.shortened &&
    /\p{Lu}[\p{L}\p{N}&]+\s*$/u.test(context.before) &&
    !/\bthe\s*$/i.test(context.before)
  ) {
    return { counts: false, rule: "other_entity", confidence: 0.8 };
  }
  if (isState(occurrence)) return { counts: false, rule: "other_entity", confidence: 0.9 };
  if (profile.ordinary && occurrence.columnHead)
    return { counts: false, rule: "ordinary_word", confidence: 0.8 };
  if (isTwoLetters(occurrence)) return { counts: false, rule: "ordinary_word", confidence: 0.8 };
  const phrase = judgePhrase(occurrence);
  if (phrase) return phrase;
  if (isLoweredWord(occurrence)) return { counts: false, rule: "ordinary_word", confidence: 0.93 };
  if (isLoweredName(occurrence)) return { counts: true, rule: "name_in_context", confidence: 0.8 };
  if (!profile.doubtful) return { counts: true, rule: "name", confidence: 0.97 };
  if (isOnlyName(occurrence)) return onlyName(occurrence);
  const shape = shapeOf(surface);
  if (isTime(occurrence)) return { counts: false, rule: "ordinary_word", confidence: 0.9 };
  if (occurrence.listedWithRival && shape !== "lower")
    return { counts: true, rule: "listed_with_rival", confidence: 0.9 };
  if (profile.letter) return isAmongOtherScript(occurrence) ? amongOtherScript : judgeLetter(occurrence);
  if (profile.abbreviation) {
    // "2.0 HP" and "hp" are units; "2025 BMW" is not.
    const isQuantity = units.has(surface.toLowerCase()) && /\d(?:[\d.,]*\d)?\+?\s*$/.test(context.before);
    const unit = shape === "lower" || surface === surface.toLowerCase() || isQuantity;
    if (unit) return { counts: false, rule: "unit", confidence: 0.95 };
    if (suitsAbbreviation(occurrence)) return { counts: true, rule: "name", confidence: 0.9 };
  }
  if (isPlainWord(profile, surface)) return { counts: false, rule: "ordinary_word", confidence: 0.97 };
  // "@Acme", "#Acme": an account or a tag, not a word.
  if (/[@#]$/.test(context.before) && shape !== "lower")
    return { counts: true, rule: "name_in_context", confidence: 0.85 };
  if (profile.ordinary && endsChain(context.before))
    return { counts: false, rule: "ordinary_word", confidence: 0.75 };
  if (isAmongOtherScript(occurrence)) return amongOtherScript;
  return judgeAlone(occurrence);
}

// What no dictionary has is a name, whatever the text is about. Our dictionaries of other scripts are too small to say so, and those of
// other languages where the text has the word in lower case as well.
function isOnlyName(occurrence: Occurrence): boolean {
  const { profile, language, surface } = occurrence;
  if (profile.coined && (language === "en" || (language === null && isUpperCase(surface.charAt(0)))))
    return true;
  if (language === null || language === "en")
    return isCareless(occurrence) || (language === null && isLatinName(occurrence));
  return isLatinName(occurrence);
}

const isLatinName = (occurrence: Occurrence): boolean =>
  isNoWord(occurrence) && scriptOf(occurrence.surface.charCodeAt(0)) === script.latin;

// "i like my sony": a text without capitals.
function isCareless({ profile, context }: Occurrence): boolean {
  if (!profile.comparable || profile.homonym || profile.everyday || hasCapitals(context)) return false;
  return !profile.words.some(isWordSomewhere) && /\p{Ll}{2}/u.test(context.before);
}

// Where the text is about another market, a person may be asked.
const onlyName = (occurrence: Occurrence): Judgement => ({
  counts: true,
  rule: "name",
  confidence: isOffTopic(occurrence) ? 0.6 : 0.97,
});

// If the topic tells nothing about an abbreviation, the company is as likely as any other meaning.
function suitsAbbreviation({ profile, fit, language, trade }: Occurrence): boolean {
  if (!profile.comparable) return true;
  return language === null || language === "en" ? fit.sold === null : trade > 0;
}

const states = new Set(
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  ),
);

// "Washington, DC".
function isState({ surface, context }: Occurrence): boolean {
  return (
    states.has(surface) &&
    /\p{Lu}\p{Ll}{2,},\s$/u.test(context.before) &&
    !/^,?\s+(?:and|or)\s/.test(context.after)
  );
}

// "M and S fit alike" is about sizes; M&S is a shop.
function isTwoLetters({ profile, surface, listedWithRival }: Occurrence): boolean {
  return (
    /^\p{L}&\p{L}$/u.test(profile.text) && surface.length > 4 && /\p{L}{2}/u.test(surface) && !listedWithRival
  );
}

const amongOtherScript: Judgement = { counts: true, rule: "name_in_context", confidence: 0.85 };

// "Pan/Tilt/Zoom": the last of three or more words joined by slashes.
function endsChain(before: string): boolean {
  if (before.charAt(before.length - 1) !== "/") return false;
  const [, first, second] = /(\p{L}+)\/(\p{L}+)\/$/u.exec(before.slice(-60)) ?? [];
  return (
    first !== undefined &&
    second !== undefined &&
    [first, second].every((word) => isOrdinaryWord(foldedKey(word)))
  );
}

// A capitalised Latin word in Chinese, Japanese or Thai text is a name: "人気のAcmeは".
function isAmongOtherScript({ surface, context }: Occurrence): boolean {
  if (scriptOf(surface.charCodeAt(0)) !== script.latin || !isUpperCase(surface.charAt(0))) return false;
  const before = scriptOf(context.before.charCodeAt(context.before.length - 1));
  const after = scriptOf(context.after.charCodeAt(0));
  return (
    (isUnspaced(before) && before !== script.none) ||
    (isUnspaced(after) && !/\p{L}\s*$/u.test(context.before))
  );
}

/** Written in lower case although the name is not: the ordinary word. */
export function isPlainWord(profile: NameProfile, surface: string): boolean {
  if (opensLowerCase(profile, surface)) return true;
  return (
    profile.ordinary &&
    profile.shape !== "lower" &&
    surface === surface.toLowerCase() &&
    shapeOf(surface) === "lower"
  );
}

// "a good American restaurant" is not the brand Good American.
function opensLowerCase({ text, words }: NameProfile, surface: string): boolean {
  return (
    words.length > 1 &&
    isUpperCase(text.charAt(0)) &&
    isLowerCase(surface.charAt(0)) &&
    surface !== surface.toLowerCase() &&
    isOrdinaryWord(words[0] as string)
  );
}

const units = new Set(
  "hp kg gb mb tb cm mm ml mg oz lb lbs ft km kw kwh hz khz mhz ghz mph rpm psi ppm fps dpi btu cfm qt pt gal px nm ms hr min sec am pm ad bc db nits".split(
    " ",
  ),
);

// A day or month names the brand only if it acts or is used: "Monday offers", "with Monday", "Asana, Monday and".
function isTime({ profile, context, listedWithRival }: Occurrence): boolean {
  if (profile.words.length !== 1 || !namesOfTime.has(profile.words[0] as string) || listedWithRival)
    return false;
  const { before, after } = context;
  if (
    /\b(?:on|by|every|each|next|last|until|till|from|since|to|through|in|this|early|late|cyber|easter|open|available)\s*$/i.test(
      before,
    )
  )
    return true;
  if (
    /^\s*(?:morning|afternoon|evening|night|nights|mornings|to|through|until|at|before|after|\d|[-–—]\s*\p{Lu})/u.test(
      after,
    )
  )
    return true;
  const used =
    /\b(?:with|using|use|uses|used|via|than|vs\.?|versus|like|tool|software|app|platform|called|named|for)\s*$/i.test(
      before,
    );
  const acts =
    /^\s*(?:is|has|offers?|provides?|can|also|lets|integrates|supports|costs|works|includes|starts|helps|gives|and\s+\p{Lu}|or\s+\p{Lu})/u.test(
      after,
    );
  const listed =
    /(?:,|\band|\bor|\bund|\bet)\s*$/.test(before) || /^\s*[:–—(]/.test(after) || /^\W*$/.test(before);
  return !used && !acts && !listed;
}

/** The decision of a logistic model, with the confidence that such decisions have earned. */
export function byModel(
  features: Float64Array,
  model: Float64Array,
  calibration: Calibration = shipped,
): Judgement {
  return byOdds(oddsOf(features, model), otherRule(features), { calibration });
}

/** The decision that follows from log-odds, `place` among them; `otherwise` is the rule if the brand is not meant. */
export function byOdds(
  odds: number,
  otherwise: string,
  { place = 0, calibration = shipped }: { place?: number; calibration?: Calibration } = {},
): Judgement {
  const probability = calibrate(1 / (1 + Math.exp(-odds)), calibration);
  const confidence = Math.round(Math.max(probability, 1 - probability) * 1000) / 1000;
  const counts = probability >= 0.5;
  return {
    counts,
    rule: counts ? "name_in_context" : otherwise,
    confidence,
    model: { odds, place, otherwise },
  };
}

function isPartOfKnown({ profile, context }: Occurrence): boolean {
  if (profile.otherEntities.length === 0) return false;
  const before = phraseEnd(context.before);
  const after = phraseStart(context.after);
  // The neighbouring words alone decide nearly all cases.
  const previous = foldedKey(before.slice(before.trimEnd().lastIndexOf(" ") + 1));
  const next = foldedKey(/^[\s-]*[^\s-]*/.exec(after)?.[0] ?? "");
  if (
    !profile.beside.has(previous) &&
    !profile.beside.has(next) &&
    !profile.beside.has(next.replace(/s$/, ""))
  )
    return false;
  return isWithinKnown(profile.otherEntities, wordsOf(before), wordsOf(after));
}

// Words separated by punctuation do not form a common name.
function isApart(unit: number): boolean {
  return (
    unit === 46 ||
    unit === 44 ||
    unit === 59 ||
    unit === 58 ||
    unit === 33 ||
    unit === 63 ||
    unit === 40 ||
    unit === 41 ||
    unit === 124 ||
    unit === 10 ||
    unit === 0x2013 ||
    unit === 0x2014
  );
}

function phraseEnd(before: string): string {
  let from = before.length;
  while (from > 0 && before.length - from < 40 && !isApart(before.charCodeAt(from - 1))) from--;
  return before.slice(from);
}

function phraseStart(after: string): string {
  let to = 0;
  while (to < after.length && to < 40 && !isApart(after.charCodeAt(to))) to++;
  return after.slice(0, to);
}

/** The log-odds of a logistic model, before calibration. */
export function oddsOf(features: Float64Array, model: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += (features[at] as number) * (model[at] as number);
  return sum;
}

const ofLongerNames = [
  "after_foreign_capital",
  "after_opening_word",
  "after_name_of",
  "after_given_name",
  "before_entity_head",
] as const;

function otherRule(features: Float64Array): string {
  const longer = ofLongerNames.some((name) => features[featureNames.indexOf(name)] === 1);
  return longer ? "other_entity" : "ordinary_word";
}
