import { isUpperCase } from "../../../brand-names/name-shape.ts";
import { foldedKey } from "../../../text/fold.ts";
import { isOrdinaryWord, usesOf } from "../../../text/ordinary-word.ts";
import { isUnspaced, script, scriptOf } from "../../../text/script.ts";
import type { Occurrence } from "../occurrence.ts";
import {
  articles,
  brandNouns,
  colours,
  conjunctions,
  entityHeads,
  finiteVerbs,
  indefinites,
  openObject,
  relators,
  verbForms,
} from "../word.ts";
import type { FeatureName, Found } from "./feature-name.ts";

/** Adds the features of the text after the name. */
export function addRight({ profile, context }: Occurrence, flags: Found): void {
  if (flags.has("is_possessive")) return;
  const { after } = context;
  const first = after.charCodeAt(0);
  if (
    (first === 45 || first === 0x2010 || first === 0x2011) &&
    scriptOf(after.charCodeAt(1)) > script.digit
  ) {
    return void flags.add("before_hyphen");
  }
  if (first === 47) return void flags.add("before_slash");
  const start = startOfInk(after);
  if (start === after.length) return void flags.add("closes_block");
  const mark = beforeMark(after.charAt(start));
  if (mark === "before_colon")
    flags.add(isSentence(after.slice(start + 1)) ? "colon_and_sentence" : "colon_and_value");
  if (mark !== null) return void flags.add(mark);
  const end = tokenEnd(after, start);
  const token = after.slice(start, end);
  const lower = token.toLowerCase();
  const word = foldedKey(token);
  if (profile.related.has(word)) flags.add("before_related_word");
  else if (entityHeads.has(lower)) flags.add("before_entity_head");
  if (brandNouns.has(lower)) flags.add("before_brand_noun");
  if (conjunctions.has(lower)) return void flags.add("before_conjunction");
  if (lower === "of") return void flags.add("before_of");
  if (/^\d{1,2}$/.test(token) && /^\s*[:.)–—-]/.test(after.slice(end, end + 4)))
    return void flags.add("before_step_number");
  if (/^[a-z]?\d|\d$/i.test(token) || /^[A-Z]{1,3}\d/.test(token))
    return void flags.add("before_model_number");
  if (!isUpperCase(token.charAt(0))) {
    const kind = beforeLower(lower, after.slice(end, end + 24));
    if (kind !== null) flags.add(kind);
    return;
  }
  if (colours.has(lower)) flags.add("before_colour");
  const ordinary = isOrdinaryWord(word) || relators.has(lower) || articles.has(lower);
  flags.add(ordinary ? "before_ordinary_capital" : "before_rare_capital");
}

/** Where the text after white space, quotation marks and trade mark signs begins. */
function startOfInk(after: string): number {
  let start = 0;
  for (; start < after.length; start++) {
    const unit = after.charCodeAt(start);
    const quote = unit === 34 || unit === 39 || (unit >= 0x2018 && unit <= 0x201f);
    if (
      unit > 32 &&
      unit !== 160 &&
      !quote &&
      unit !== 0xae &&
      unit !== 0x2122 &&
      unit !== 0x2120 &&
      unit !== 0xa9
    )
      break;
  }
  return start;
}

// "Acme: A simple tool for small teams" has a sentence after the colon, "Zoom: 10x" has none.
function isSentence(text: string): boolean {
  const start = startOfInk(text);
  return !/\d/.test(text.charAt(start)) && (text.match(/\s\p{L}/gu)?.length ?? 0) >= 5;
}

function beforeMark(mark: string): FeatureName | null {
  switch (mark) {
    case ".":
    case "!":
    case "?":
    case "…":
    case "。":
      return "before_stop";
    case ",":
    case ";":
      return "before_comma";
    case ":":
    case "：":
      return "before_colon";
    case "–":
    case "—":
    case "-":
      return "before_dash";
    case "(":
    case "[":
      return "before_bracket";
    case "$":
    case "€":
    case "£":
      return "before_price";
    case "&":
      return "before_conjunction";
    default:
      return null;
  }
}

const joints = new Set([..."&+'’-"].map((mark) => mark.charCodeAt(0)));

function tokenEnd(after: string, start: number): number {
  let end = start;
  for (; end < after.length && end - start < 40; end++) {
    const unit = after.charCodeAt(end);
    const kind = scriptOf(unit);
    if (isUnspaced(kind) || (kind === script.none && !joints.has(unit))) break;
  }
  return end;
}

// A verb after the name makes it a subject; a noun makes it a modifier of that noun.
function beforeLower(lower: string, rest: string): FeatureName | null {
  // French "Orange a annoncé", English "sketch a plan".
  if (lower === "a")
    return /^\s+\p{L}*(?:é|ée|i|u|it|is|ert)(?!\p{L})/u.test(rest) ? "before_verb" : "before_article";
  if (verbForms.has(lower)) return "before_verb";
  if (articles.has(lower) || indefinites.has(lower)) return "before_article";
  if (relators.has(lower)) return "before_preposition";
  const uses = usesOf(foldedKey(lower));
  if (uses.inflectedVerb) return verbOrPlural(uses.plural, rest);
  if (uses.plural) return "before_plural";
  if (uses.noun) return uses.verb ? "before_maybe_verb" : "before_noun";
  return lower === "" ? null : "before_lower_other";
}

// "Acme blocks ads", "acme blocks are cheap": the next word tells a verb from a plural.
function verbOrPlural(plural: boolean, rest: string): FeatureName {
  const next = /^\s+([\p{L}\p{N}$€£’']+)/u.exec(rest)?.[1]?.toLowerCase() ?? "";
  if (finiteVerbs.has(next)) return "before_plural";
  if (!plural || openObject.has(next) || /^[$€£]?\d/.test(next)) return "before_verb";
  const following = usesOf(foldedKey(next));
  if (following.adjective && !following.noun) return "before_verb";
  return following.verb && !following.noun ? "before_plural" : "before_maybe_verb";
}
