import { isUpperCase } from "../../brand-names/name-shape.ts";
import { foldedKey } from "../../text/fold.ts";
import type { Judgement } from "./judgement.ts";
import type { Occurrence } from "./occurrence.ts";
import {
  articles,
  brandNouns,
  conjunctions,
  indefinites,
  letterFollowers,
  letterNouns,
  letterVerbs,
  relators,
  verbForms,
} from "./word.ts";

const nameInContext: Judgement = { counts: true, rule: "name_in_context", confidence: 0.85 };
const word: Judgement = { counts: false, rule: "ordinary_word", confidence: 0.9 };
const other: Judgement = { counts: false, rule: "other_entity", confidence: 0.9 };
const unit: Judgement = { counts: false, rule: "unit", confidence: 0.9 };

/**
 * Decides an occurrence of a one-letter name such as X or C. A letter by itself is a label, a unit, a variable, or part
 * of another name. It is the brand if it is used as a name: after "on" or "in", as a subject, in a list.
 */
export function judgeLetter(occurrence: Occurrence): Judgement {
  const { surface, profile, context } = occurrence;
  const { before, after } = context;
  if (isUpperCase(profile.text) && !isUpperCase(surface.charAt(0))) return word;
  const joined = besideSymbol(before, after);
  if (joined) return joined;
  if (isVariable(surface, before, after)) return word;
  const next = /^\s["'’”»*_]*([\p{L}\p{N}]+)/u.exec(after)?.[1] ?? "";
  if (belongsTo(next) && !profile.related.has(foldedKey(next))) return other;
  const previous = /([\p{L}\p{N}%°]+)\s+["'‘“«„*_[]*$/u.exec(before)?.[1] ?? "";
  return previous === "" ? afterMark(occurrence, next) : afterWord(occurrence, previous, next);
}

// "C++", "C#", "R&D", "20°C", "x=3", "USB-C", "C-suite", "J.C.", "C.F.R.", "C:\": the letter is joined to something.
function besideSymbol(before: string, after: string): Judgement | null {
  if (/^(?:[+#&°²³^=<>%@$\\]|[-‐‑](?=[\p{L}\p{N}])|\.(?=[\p{L}\p{N}])|:[\\/])/u.test(after)) return other;
  if (/(?:[+#&°^=<>%@$\\]|[\p{L}\p{N}][-‐‑.])$/u.test(before)) return other;
  if (/^\s*[=<>×]/.test(after) || /[=<>×]\s*$/.test(before)) return unit;
  // "C. Smith" after another name is an initial; "in C. Then …" ends a sentence.
  return /^\.\s\p{Lu}\p{Ll}/u.test(after) && /(?:\p{Lu}\p{L}*|and|or|by|,)\s+$/u.test(before) ? other : null;
}

// "Buy X, get Y": variables come in pairs.
function isVariable(surface: string, before: string, after: string): boolean {
  const others = { X: /\b[YZ]\b/, Y: /\b[XZ]\b/, Z: /\b[XY]\b/ }[surface];
  return others?.test(`${before.slice(-40)} ${after.slice(0, 40)}`) ?? false;
}

/** "X axis", "C major", "X be 7", "C 4": the letter belongs to the word after it. */
function belongsTo(next: string): boolean {
  return letterNouns.has(next.toLowerCase()) || /^\p{N}/u.test(next);
}

const renamed =
  /\((?:now|formerly|previously|today|jetzt|heute|früher|ehemals|anciennement|désormais|ahora|antes|ora|nu|nå)\s+["“„«]?$/iu;

function afterWord({ profile, context }: Occurrence, previous: string, next: string): Judgement {
  const lower = previous.toLowerCase();
  if (/\p{Lu}\p{L}*['’]s\s+$/u.test(context.before)) return nameInContext;
  if (/^[\p{N}%°]+$/u.test(previous)) return unit;
  // "Twitter (now X)"
  if (renamed.test(context.before)) return nameInContext;
  if (profile.related.has(foldedKey(previous)) || followsBrand(next)) return nameInContext;
  if (relators.has(foldedKey(lower)) || conjunctions.has(lower) || letterVerbs.has(lower))
    return nameInContext;
  if (articles.has(lower) || indefinites.has(lower)) return word;
  return isUpperCase(previous.charAt(0)) ? other : word;
}

function afterMark({ surface, context, display, emphasis, topic }: Occurrence, next: string): Judgement {
  const { before, after } = context;
  if (/^\/\p{Lu}\p{Ll}/u.test(after) || /^\s*\(\p{Lu}\p{Ll}+/u.test(after)) return nameInContext;
  if (/['’]\p{Ll}+$/u.test(surface) || /[,/(（，、]\s*["'‘“«*_[]*$/.test(before)) return nameInContext;
  // "A. first B. second", "C) third".
  if (/^\s*[.)]/.test(after)) return word;
  // A table cell with a single letter is more often a tick than a name.
  if (before.trim() === "" && after.trim() === "")
    return (display ? topic === "own" : emphasis.opens) ? nameInContext : word;
  if (/^\s*\((?:formerly|previously|ex[- ]|aka|früher|ehemals|anciennement|antes)/iu.test(after))
    return nameInContext;
  const lower = next.toLowerCase();
  if (verbForms.has(lower) || conjunctions.has(lower) || followsBrand(next)) return nameInContext;
  if (/^\s*,/.test(after)) return nameInContext;
  return /^\s*(?:[:(–—]|-\s)/.test(after) && (emphasis.opens || topic === "own") ? nameInContext : word;
}

function followsBrand(next: string): boolean {
  return brandNouns.has(next.toLowerCase()) || letterFollowers.has(next.toLowerCase());
}
