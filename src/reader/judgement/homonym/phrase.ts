import { isUpperCase } from "../../brand-names/name-shape.ts";
import { usesOf } from "../../text/ordinary-word.ts";
import type { Judgement } from "./judgement.ts";
import type { Occurrence } from "./occurrence.ts";
import { articles, choosingVerbs, indefinites, namesOfTime, prepositions } from "./word.ts";

const word: Judgement = { counts: false, rule: "ordinary_word", confidence: 0.9 };

const nameInContext: Judgement = { counts: true, rule: "name_in_context", confidence: 0.85 };

/** Decides if the name plainly begins a phrase, is a number, or is the object of a verb of choosing; otherwise null. */
export function judgePhrase(occurrence: Occurrence): Judgement | null {
  if (isTopLevelDomain(occurrence) || opensPhrase(occurrence) || isNumber(occurrence)) return word;
  return isChosen(occurrence) ? nameInContext : null;
}

// "try On Cloud 6": after a verb a name is capitalised, a preposition is not.
function isChosen({ profile, surface, context: { before, after } }: Occurrence): boolean {
  if (profile.words.length !== 1 || !prepositions.has(profile.words[0] as string)) return false;
  const verb = /(?:^|\s)(\p{Ll}+)\s+$/u.exec(before)?.[1] ?? "";
  const next = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? "";
  return choosingVerbs.has(verb) && isUpperCase(surface.charAt(0)) && !articles.has(next);
}

// "On the other hand", "On Monday", "Zoom in to see": a preposition before its noun, or a verb with its particle.
function opensPhrase({ profile, context: { before, after } }: Occurrence): boolean {
  const name = profile.words.length === 1 ? (profile.words[0] as string) : "";
  const opens = prepositions.has(name) ? opensNoun(after) : particle.test(after) && usesOf(name).verb;
  return opens && /(?:^|[.!?:;…\n]\s*|[-–—•*]\s+)["'“„«(*_]*$/u.test(before);
}

const particle =
  /^\s+(?:(?:in|out|up|down|off|away|back)\s+(?:to|on|and|until|for)|to\s+(?:the|your|a|an|my|our|this))\b/i;

function opensNoun(after: string): boolean {
  const next = /^\s+([\p{L}\p{N}]+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
  return (
    next === "to" ||
    articles.has(next) ||
    indefinites.has(next) ||
    namesOfTime.has(next) ||
    /^\p{N}/u.test(next)
  );
}

// "the .com and the .net", ".net domains".
function isTopLevelDomain({ profile, surface, context: { before, after } }: Occurrence): boolean {
  if (!profile.text.startsWith(".") || surface !== surface.toLowerCase()) return false;
  return (
    /^\s+(?:domains?|tlds?|extensions?|endung|dominio|domaine)/i.test(after) ||
    /\.(?:com|org|info|io|co|biz|edu|gov)\b/i.test(`${before.slice(-30)} ${after.slice(0, 30)}`)
  );
}

// A number is a name only if the topic is what the brand sells, or as the first word of a product: "686 Jacket".
function isNumber(occurrence: Occurrence): boolean {
  const { profile, emphasis, listedWithRival, context } = occurrence;
  if (!/^\p{N}+$/u.test(profile.text) || emphasis.opens || listedWithRival || occurrence.topic === "own")
    return false;
  return !(/(?:^|[.!?:)\n\d])\s*$/u.test(context.before) && /^\s+\p{Lu}\p{Ll}/u.test(context.after));
}
