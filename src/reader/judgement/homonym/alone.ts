import { isUpperCase } from "../../brand-names/name-shape.ts";
import { foldedKey } from "../../text/fold.ts";
import { usesOf } from "../../text/ordinary-word.ts";
import { sharesTopic } from "../../text/topic.ts";
import type { Judgement } from "./judgement.ts";
import type { Occurrence } from "./occurrence.ts";

/**
 * Folded words that join or order names, or express agreement, in the languages of the answers. None of them says what
 * a name is.
 */
const connectives: ReadonlySet<string> = new Set(
  (
    "and or then also too plus but first second third next last finally only just not never either neither nor both maybe perhaps probably possibly definitely certainly " +
    "surely yes no sure okay ok alternatively otherwise instead vs versus well followed closely by after that even " +
    "und oder dann danach auch zuerst zuletzt nur nicht sondern ja nein vielleicht et ou puis ensuite aussi seulement non oui y o luego despues tambien solo si " +
    "e poi anche dopo ou depois tambem en of dan ook og eller sa ogsa och sedan ocksa ja tai sitten myos i lub potem tez a nebo pak take vagy es aztan ve veya sonra da de " +
    "si sau apoi dan atau lalu juga va hoac roi cung и или затем потом также тоже і або потім також και η μετα επισης"
  ).split(" "),
);

const lone: Judgement = { counts: true, rule: "name_in_context", confidence: 0.8 };
const exclaimed: Judgement = { counts: false, rule: "ordinary_word", confidence: 0.75 };

/**
 * A capitalised name that is all its sentence says, alone, among other names or with connectives ("Bolt, then Acme."),
 * names its brand, since it could be nothing else. Null if the sentence says more, or if the topic is something that
 * the brand does not sell.
 */
export function judgeAlone(occurrence: Occurrence): Judgement | null {
  const { profile, surface, display, context } = occurrence;
  if (display || !isUpperCase(surface.charAt(0)) || profile.shape === "lower") return null;
  const speaks = speaksForItself(occurrence);
  // The next word alone decides nearly all cases.
  if (speaks && isTelling(wordAfter(context.after))) return null;
  const textBefore = sentenceEnd(context.before);
  const textAfter = sentenceStart(context.after);
  if (textBefore === null || textAfter === null) return null;
  if (!speaks) return isExclaimed(occurrence, textBefore, textAfter) ? exclaimed : null;
  return isJoining(textBefore, "before") && isJoining(textAfter, "after") && !isElsewhere(occurrence)
    ? lone
    : null;
}

// "Perfect. Here it is.", "Next, compare prices."
function isExclaimed(
  { profile, emphasis, context }: Occurrence,
  textBefore: string,
  textAfter: string,
): boolean {
  if (!profile.ordinary || profile.words.length > 1 || emphasis.opens || textBefore.trim() !== "")
    return false;
  return /^,\s+\p{Ll}/u.test(textAfter) || (textAfter === "" && /^[.!]/.test(context.after));
}

// Adjectives and adverbs are not names on their own. German capitalises every noun.
function speaksForItself({ profile, language }: Occurrence): boolean {
  if (profile.words.some((word) => connectives.has(word))) return false;
  if (!profile.ordinary) return true;
  const uses = usesOf(profile.words.at(-1) as string);
  return language !== "de" && !uses.adjective && (uses.noun || uses.plural || uses.verb);
}

const wordAfter = (after: string): string => /^[\s,;*_"'’)]*(\p{Ll}\p{L}*)/u.exec(after)?.[1] ?? "";

const isTelling = (word: string): boolean => word !== "" && !connectives.has(foldedKey(word));

const longest = 60;

/** The text before the name in its sentence; null if it is too long to be a list of names. */
function sentenceEnd(before: string): string | null {
  const limit = Math.max(0, before.length - longest - 1);
  for (let at = before.length; at > limit; at--) {
    const unit = before.charCodeAt(at - 1);
    const spaced = at < before.length && /\s/.test(before.charAt(at));
    if (unit === NEWLINE || (spaced && /[.!?…。]/.test(before.charAt(at - 1)))) return before.slice(at);
  }
  return limit > 0 ? null : before;
}

const NEWLINE = 10;

/** The same after the name. A colon makes a label of what comes before it. */
function sentenceStart(after: string): string | null {
  const near = after.slice(0, longest + 1);
  const end = near.search(/[.!?…。](?:\s|$)|\n/);
  const rest = end === -1 ? near : near.slice(0, end);
  return (end === -1 && near.length > longest) || /[:：/]|^['’]|^[-‐]\p{L}/u.test(rest) ? null : rest;
}

// Whether the text is only names and connectives. A name right next to this one, without a comma, is part of a longer
// name.
function isJoining(text: string, side: "before" | "after"): boolean {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’&+-]*/gu)];
  if (words.length > 8 || /\p{N}/u.test(text.replace(/^\s*\d{1,2}[.)]/, ""))) return false;
  return words.every((match, at) => {
    const [word] = match;
    if (connectives.has(foldedKey(word))) return true;
    if (!isUpperCase(word.charAt(0))) return false;
    const nearest = side === "after" ? at === 0 : at === words.length - 1;
    if (!nearest) return true;
    const between = side === "after" ? text.slice(0, match.index) : text.slice(match.index + word.length);
    return between.trim() !== "";
  });
}

const farFit = 0.1;

// The sentence does not say what it is about; the question and the text around it may.
function isElsewhere({ profile, topic, fit, promptTopic }: Occurrence): boolean {
  if (profile.sold.stems.size === 0 || profile.sold.anything || topic === "own") return false;
  if (promptTopic !== null && promptTopic.trades.size > 0 && !sharesTopic(promptTopic, profile.sold))
    return true;
  return topic === "other" || (fit.prompt !== null && fit.prompt < farFit);
}
