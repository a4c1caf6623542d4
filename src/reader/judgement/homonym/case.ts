import type { NameProfile } from "../../brand-names/name-profile.ts";
import { foldedKey } from "../../text/fold.ts";
import { isWordSomewhere } from "../../text/language/known-word.ts";
import { isOrdinaryCompound, isOrdinaryWord } from "../../text/ordinary-word.ts";
import type { Context } from "../context.ts";
import type { Occurrence } from "./occurrence.ts";
import { relators } from "./word.ts";

/** Whether capitals of the name are written in lower case: "jysk" for JYSK, "Nur die" for Nur Die. */
export function isLowered({ text, distinctive, shape }: NameProfile, surface: string): boolean {
  if (surface === text || shape === "lower" || shape === "uncased" || (distinctive && !/\s/.test(text)))
    return false;
  if (surface === surface.toLowerCase()) return surface !== surface.toUpperCase();
  const own = wordsIn(text);
  const surfaceWords = wordsIn(surface);
  return (
    own.length > 1 &&
    own.length === surfaceWords.length &&
    own.some((word, at) => opens(word) && !opens(surfaceWords[at] as string))
  );
}

/**
 * Whether an occurrence in lower case is the ordinary word, not the name. The language of the sentence decides: a word
 * that English does not have may be a carelessly written name in English, but elsewhere is an ordinary word. A text
 * without capitals tells nothing.
 */
export function isLoweredWord({ profile, surface, context, language }: Occurrence): boolean {
  if (
    !isLowered(profile, surface) ||
    !(hasCapitals(context) || (opens(surface) && /\p{Ll}/u.test(context.before + context.after)))
  )
    return false;
  if (language !== null && language !== "en")
    return !(
      profile.strange &&
      (isInPlaceOfName(context, surface, language) || isAdjective(profile, surface, language))
    );
  const isWord = (word: string) => isOrdinaryWord(word) || isOrdinaryCompound(word);
  if (profile.words.every(isWord) || isAfterIndefinite(context)) return true;
  // "Sam's club": only the part in lower case has to be a word.
  const lowered = wordsIn(surface)
    .slice(1)
    .filter((word) => !opens(word));
  return opens(surface) && lowered.length > 0 && lowered.every((word) => isWord(foldedKey(word)));
}

/** "Plenty of people run hetzner boxes": English has many words in its dictionary, so that what it lacks is a name. */
export function isLoweredName({ profile, surface, language }: Occurrence): boolean {
  const { words, homonym, everyday, code } = profile;
  if (language !== "en" || homonym || everyday || code || !isLowered(profile, surface)) return false;
  return words.length === 1 && surface.length > 4 && !isWordSomewhere(words[0] as string);
}

// "Never pay a tradie more": a noun that our dictionary lacks.
function isAfterIndefinite({ before, after }: Context): boolean {
  if (!/(?:^|[^\p{L}])an? $/iu.test(before.slice(-4))) return false;
  const next = /^(?: (\p{L}+)|[.,;!?)]|$)/u.exec(after);
  return next !== null && (next[1] === undefined || relators.has(next[1]));
}

const seller = /(?:^|[^\p{L}])(?:bei|bij|hos|chez|von|van|från|fra|av|af|met|mit|med)\s+[*_["“„]*$/iu;

// "bei congstar", "- congstar: gutes Netz", "die sipgate-App": what no dictionary has, where a word would need an article.
function isInPlaceOfName({ before, after }: Context, surface: string, language: string): boolean {
  return (
    seller.test(before.slice(-16)) ||
    // "- Línea directa del consulado" only begins with a capital.
    (!opens(surface) && /^[^\p{L}]*$/u.test(before)) ||
    /^-\p{Lu}/u.test(after) ||
    (joining.has(language) && /^-\p{Ll}{3}/u.test(after))
  );
}

/** Languages that join a name and a noun with a hyphen: "coolblue-bezorgers". */
const joining: ReadonlySet<string> = new Set(["nl", "da", "sv", "no", "fi"]);

// "shoprenteres sablonok", "wittchenowskie kółka": of names too, adjectives are in lower case.
function isAdjective({ text }: NameProfile, surface: string, language: string): boolean {
  const ending = surface.slice(text.length);
  return language === "hu" ? /^(?:[oeö]?s|i)$/u.test(ending) : language === "pl" && /^owsk/u.test(ending);
}

/** Whether the text around a name uses capitals at all: some texts have none. */
export function hasCapitals({ before, after }: Context): boolean {
  return /\p{Lu}/u.test(before.slice(-80)) || /\p{Lu}/u.test(after.slice(0, 80));
}

/** Whether the name also occurs nearby in lower case: then a capital only shows that a sentence begins. */
export function hasLowerTwin({ profile, context: { before, after } }: Occurrence): boolean {
  const { text, shape } = profile;
  if (shape !== "title") return false;
  const lower = text.toLowerCase();
  return holdsWord(before, lower) || holdsWord(after, lower);
}

/** Whether the name, in any inflection, occurs nearby with its capital in the middle of a sentence. */
export function hasCapitalTwin({ profile, context: { before, after } }: Occurrence): boolean {
  const { text, shape } = profile;
  if (shape !== "title" || text.length < 3) return false;
  const stem = text.slice(0, Math.max(3, text.length - 2));
  return [before, after].some((side) => {
    for (let at = side.indexOf(stem, 2); at !== -1; at = side.indexOf(stem, at + 1))
      if (side.charAt(at - 1) === " " && /\p{Ll}/u.test(side.charAt(at - 2))) return true;
    return false;
  });
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (
      !/\p{L}/u.test(text.charAt(at - 1)) &&
      !/\p{L}{4}/u.test(text.slice(at + word.length, at + word.length + 4))
    )
      return true;
  return false;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

const opens = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLowerCase();
