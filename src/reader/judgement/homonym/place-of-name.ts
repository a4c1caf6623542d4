import { isUpperCase, shapeOf } from "../../brand-names/name-shape.ts";
import { foldedKey } from "../../text/fold.ts";
import { isWordSomewhere } from "../../text/language/known-word.ts";
import { isPersonOrPlace } from "../../text/language/people-and-places.ts";
import { usesOf } from "../../text/ordinary-word.ts";
import { hasCapitals } from "./case.ts";
import type { Occurrence } from "./occurrence.ts";
import { entityHeads, givenNames, makers, namesOfTime, placeNames } from "./word.ts";

/**
 * What it is worth, in log-odds, that a word stands where names stand and is spelled as the brand spells itself; 0
 * elsewhere. Chosen by hand: the model learned from cases made to deceive, and is more suspicious than answers deserve.
 */
export function oddsOfPlace(occurrence: Occurrence): number {
  const { profile, display } = occurrence;
  // In scripts without capitals only the place tells.
  if (profile.shape === "uncased") return occurrence.headsWithRival ? headsBesideRivals : 0;
  if (!isSpelledAsGiven(occurrence)) return 0;
  if (profile.ordinary && isWrittenInCapitals(occurrence)) return inCapitals;
  if (profile.letter || profile.code || profile.abbreviation) return 0;
  const capital = profile.strange ? strangeCapital(occurrence) : freeCapital(occurrence);
  const maker = makerOf(occurrence);
  if (maker !== null) return maker === "own" ? afterMaker : afterCompany;
  if (!display && isAmongNames(occurrence)) return isOffTopic(occurrence) ? 0 : amongNames;
  const isElsewhere = isOffTopic(occurrence);
  // Of one market, whatever the words of an item are about.
  if (occurrence.headsWithRival) return headsBesideRivals;
  if (headsAmongRivals(occurrence) && !isElsewhere) return amongRivals;
  if (!display && isAmongCapitals(occurrence) && !isElsewhere) return amongCapitals;
  if (isBetweenWords(occurrence)) return isElsewhere ? capitalElsewhere : capitalInEnglish;
  return headsAmongNames(occurrence) && !isOffTopic(occurrence) ? headsAmong : capital;
}

/** Whether the form alone says that a word is a name: in capitals among other words, or right after its maker. */
export function isSureForm(occurrence: Occurrence): boolean {
  return (occurrence.profile.ordinary && isWrittenInCapitals(occurrence)) || makerOf(occurrence) === "own";
}

const afterMaker = 3;
const afterCompany = 1.5;
const inCapitals = 2.5;
const amongNames = 2.5;
const headsAmong = 1.5;
const headsBesideRivals = 3;
const amongRivals = 2;
const amongCapitals = 1.5;
const capitalInEnglish = 1.2;
const capitalElsewhere = 0.5;

// Other names are no sign where the text is about another market.
export function isOffTopic({ topic, fit }: Occurrence): boolean {
  return topic === "other" || (topic !== "own" && fit.sold !== null && fit.sold < farFit);
}

const farFit = 0.1;

// How the brand writes its capitals; what an ending changes is at the end.
export function isSpelledAsGiven({ surface, profile: { text, shape } }: Occurrence): boolean {
  if (shape === "lower" || shape === "uncased" || !isUpperCase(surface.charAt(0))) return false;
  return surface.startsWith(text.slice(0, Math.max(2, text.length - 2)));
}

// In mid-sentence a capital makes a name of what is in no dictionary, but in German of any noun. After another capital it
// may be a part of a longer name.
function strangeCapital({ language, context: { before } }: Occurrence): number {
  return language !== "de" &&
    /(?:[\p{Ll}\p{N}]|[,;)”»]|(?<!\p{L})\p{L}) ["“„«(]?$/u.test(before) &&
    !afterCapital.test(before)
    ? 2
    : 0;
}

const afterCapital = /(?:^|[^\p{L}])\p{Lu}[\p{L}\p{N}&.'’-]+ ["“„«(]?$/u;

// "People prefer Hinge to Bumble": in English, between words in lower case. What the brand sells would say more.
function freeCapital({ profile, language, display, context: { before, after } }: Occurrence): number {
  if (display || language !== "en" || profile.comparable || afterArticle.test(before)) return 0;
  return /\p{Ll} $/u.test(before) && /^(?:['’]s)?(?: \p{Ll}|[.,;!?)])/u.test(after) ? 1.2 : 0;
}

const afterArticle = /(?:^|[^\p{L}])(?:the|an?|this|that|your|its?) $/iu;

// "Google Nest Cam": right after the maker that the project names, or after a company with many brands where the text is
// about what this one sells.
function makerOf({ profile, topic, context: { before, after } }: Occurrence): "own" | "company" | null {
  // "Sony Beats Bose in Our Test"
  if (usesOf(profile.words.at(-1) as string).inflectedVerb) return null;
  const previous = /(?:^|[^\p{L}\p{N}&.-])(\p{Lu}[\p{L}\p{N}]+)(?:['’]s)? $/u.exec(before.slice(-40))?.[1];
  if (previous === undefined || entityHeads.has(foldedKey(/^\s+(\p{L}+)/u.exec(after)?.[1] ?? "")))
    return null;
  const key = foldedKey(previous);
  if (profile.related.has(key) && !isWordSomewhere(key)) return "own";
  return makers.has(key) && (topic === "own" || !profile.comparable) ? "company" : null;
}

// "Larger firms run SAP."
function isWrittenInCapitals({ profile, surface, context: { before, after } }: Occurrence): boolean {
  if (profile.shape !== "upper" || shapeOf(surface) !== "upper" || surface.length < 3) return false;
  return /\p{Ll}{2}[\s\p{P}]*$/u.test(before.slice(-20)) || /^[\s\p{P}]*\p{Ll}{2}/u.test(after.slice(0, 20));
}

const item = String.raw`\p{Lu}[\p{L}\p{N}.&'’+-]*(?: \p{Lu}[\p{L}\p{N}.&'’+-]*){0,2}`;
const joint = String.raw`(?:, (?:and |or |und |oder |et |ou |y |o |e |och |og |eller |ja |i |a |ve |en |of )?| (?:and|or|vs\.?|versus|und|oder|et|ou|y|o|e|och|og|eller|ja|tai|i|oraz|a|nebo|ve|veya|en|of|dan|atau) |/)`;
const chainBefore = new RegExp(`(?:^|[^\\p{L}\\p{N}])((?:${item}${joint}){1,5})$`, "u");
const chainAfter = new RegExp(`^((?:${joint}${item}){1,5})`, "u");
const endsInJoint = new RegExp(`${joint}$`, "u");
const items = new RegExp(item, "gu");

// "Lighter than Jira: Shortcut, Height and Basecamp": joined to names that are in no dictionary.
function isAmongNames({ context: { before, after } }: Occurrence): boolean {
  // "Persil and Tide Hygienic Clean" may be another maker's product.
  if (/[\p{L}\p{N}] $/u.test(before) && !endsInJoint.test(before)) return false;
  if (/^ \p{Lu}/u.test(after)) return false;
  const chains = [
    chainBefore.exec(before.slice(-90))?.[1] ?? "",
    chainAfter.exec(after.slice(0, 90))?.[1] ?? "",
  ];
  return chains.some((chain) => (chain.match(items) ?? []).some(isMarketName));
}

// After a bullet in the middle of a line that names one.
function headsAmongRivals({ besideRival, context }: Occurrence): boolean {
  return besideRival && /(?:^|\s)(?:[-–*•]|\d{1,2}[.)])\s+$/u.test(context.before);
}

// A word with a capital that English gives to names alone: no article before it, and words in lower case around it.
function isBetweenWords({ profile, language, display, context: { before, after } }: Occurrence): boolean {
  if (!profile.ordinary || language !== "en" || display || afterArticle.test(before)) return false;
  return (
    /(?:^|[^\p{L}])\p{Ll}{2,} $/u.test(before.slice(-24)) && /^(?:['’]s)?(?: \p{Ll}|[.,;!?)]|$)/u.test(after)
  );
}

// "Notion or Linear": in English, after words in lower case, a capital on both sides of a joint.
function isAmongCapitals({ language, context: { before, after } }: Occurrence): boolean {
  if (language !== null && language !== "en") return false;
  if (/^ \p{Lu}/u.test(after)) return false;
  const chain = chainBefore.exec(before.slice(-90))?.[1] ?? "";
  const next = chainAfter.exec(after.slice(0, 90))?.[1] ?? "";
  if (chain === "" && next === "") return false;
  if (chain !== "" && endsInJoint.test(before)) {
    const ahead = before.slice(0, before.length - chain.length);
    return /[\p{Ll}\p{N}][:,]? $/u.test(ahead);
  }
  return chain === "" && /[\p{Ll}\p{N}][:,]? $/u.test(before);
}

/** Whether a capitalised stretch can only be a name that somebody made, of no person, place or day. */
export function isMarketName(text: string): boolean {
  const keys = text.split(/[\s/-]+/).map(foldedKey);
  return keys.some(isMade) && !keys.some((key) => givenNames.has(key) || placeNames.has(key));
}

const isMade = (key: string): boolean =>
  key.length > 2 &&
  /\p{L}/u.test(key) &&
  !isWordSomewhere(key) &&
  !isPersonOrPlace(key) &&
  !namesOfTime.has(key);

// "- **Ramp** – free", in a list whose other items begin with names that are in no dictionary.
function headsAmongNames(occurrence: Occurrence): boolean {
  const { headsAmongNames: among, emphasis, context } = occurrence;
  if (!among) return false;
  const isHead =
    emphasis.opens || /^\s*(?:[-–—:(|]|$)/u.test(context.after) || /^ \p{Lu}/u.test(context.after);
  return isHead && hasCapitals(context);
}
