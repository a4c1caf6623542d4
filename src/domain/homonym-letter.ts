import { foldedKey } from "./fold.ts";
import type { Judgement } from "./homonym.ts";
import type { Occurrence } from "./homonym-occurrence.ts";
import {
  articles,
  brandNouns,
  conjunctions,
  indefinites,
  letterNouns,
  letterVerbs,
  relators,
  verbForms,
} from "./homonym-word.ts";
import { isUpperCase } from "./mention-shape.ts";

const named: Judgement = { counts: true, rule: "name_in_context", confidence: 0.85 };
const word: Judgement = { counts: false, rule: "ordinary_word", confidence: 0.9 };
const other: Judgement = { counts: false, rule: "other_entity", confidence: 0.9 };
const unit: Judgement = { counts: false, rule: "unit", confidence: 0.9 };

/**
 * Decides an occurrence of a name of one letter, such as X or C. A letter alone is a label, a unit or a variable, or
 * part of another name; it is the brand where it stands as a name does: after "on" or "in", as a subject, in a list.
 */
export function judgeLetter(occurrence: Occurrence): Judgement {
  const { surface, profile, context } = occurrence;
  const { before, after } = context;
  if (surface.charAt(0) !== profile.text.charAt(0) && !/^\p{Lu}/u.test(surface)) return word;
  const joined = besideSymbol(before, after);
  if (joined) return joined;
  const next = /^[\s"'’”»*_]*([\p{L}\p{N}]+)/u.exec(after)?.[1] ?? "";
  const goesOn = next !== "" && /^\s/.test(after);
  if (goesOn && !profile.related.has(foldedKey(next)) && makesAnother(next)) return other;
  const previous = /([\p{L}\p{N}%°]+)\s+["'‘“«„*_[]*$/u.exec(before)?.[1] ?? "";
  if (previous !== "") return afterWord(occurrence, previous, goesOn ? next : "");
  return afterMark(occurrence, goesOn ? next : "");
}

// "C++", "C#", "R&D", "20°C", "x=3", "USB-C", "C-suite", "J.C.", "C.F.R.", "C:\": the letter and what it is glued to.
function besideSymbol(before: string, after: string): Judgement | null {
  if (/^(?:[+#&°²³^=<>%@$\\]|[-‐‑](?=[\p{L}\p{N}])|\.(?=[\p{L}\p{N}])|:[\\/])/u.test(after)) return other;
  if (/(?:[+#&°^=<>%@$\\]|[\p{L}\p{N}][-‐‑.])$/u.test(before)) return other;
  if (/^\s*[=<>×*+]/.test(after) && !/^\*+(?:\s|$|\p{P})/u.test(after)) return unit;
  return /[=<>×]\s*$/.test(before) ? unit : null;
}

/** "X axis", "C major": what a letter means before some words. */
function makesAnother(next: string): boolean {
  return letterNouns.has(next.toLowerCase()) || /^\p{N}/u.test(next);
}

function afterWord({ profile, context }: Occurrence, previous: string, next: string): Judgement {
  const lower = previous.toLowerCase();
  if (/^[\p{N}%°.,]+$/u.test(previous)) return unit;
  if (profile.related.has(foldedKey(previous))) return named;
  if (lower === "let") return word;
  if (conjunctions.has(lower) && /(?:^|[^\p{L}\p{N}])\p{Lu}\s+\p{L}+\s+$/u.test(context.before)) {
    // "C and X": letters in a row, unless they are names of programming languages and the like.
    return named;
  }
  if (articles.has(lower) || indefinites.has(lower)) return brandNouns.has(next.toLowerCase()) ? named : word;
  if (relators.has(lower) || conjunctions.has(lower) || letterVerbs.has(lower)) return named;
  return isUpperCase(previous.charAt(0)) ? other : word;
}

function afterMark(occurrence: Occurrence, next: string): Judgement {
  const { context, display, emphasis, onTopic } = occurrence;
  const { before, after } = context;
  if (/[,/(（，、]\s*["'‘“«*_[]*$/.test(before)) return named;
  if (/^\s*\((?:formerly|previously|ex-|aka|früher|ehemals|anciennement|antes|ex )/iu.test(after))
    return named;
  if (/^['’]s\s/.test(after)) return named;
  const alone = before.trim() === "" && after.trim() === "";
  if (alone) return (display && !onTopic) || !(emphasis.opens || display) ? word : named;
  // "C. Smith", "A. first B. second", "C) third".
  if (/^\s*[.)]/.test(after)) return word;
  const lower = next.toLowerCase();
  if (verbForms.has(lower) || conjunctions.has(lower) || brandNouns.has(lower)) return named;
  if (/^\s*(?:[,:(–—]|-\s)/.test(after))
    return emphasis.opens || onTopic || /^\s*,/.test(after) ? named : word;
  return word;
}
