import { parse } from "tldts";
import type { Brand, TrackedBrands } from "../brand.ts";
import { type Edges, edgesOf } from "../matching/edge.ts";
import { foldedKey, foldWithOffsets } from "../text/fold.ts";
import { normalForm } from "../text/normal-form.ts";
import { scriptOf } from "../text/script.ts";
import { changedStemsOf, softenedFormsOf, stemOfName } from "./inflection.ts";
import { type NameProfile, profilerOf } from "./name-profile.ts";
import { isLowerCase } from "./name-shape.ts";

/** What the text may have before a unit of a name. */
export const gap = {
  /** Nothing visible. */
  none: 0,
  /** Nothing, a space or a hyphen: at a hump as in HubSpot, or between letters and digits. */
  soft: 1,
  /** Nothing, spaces, hyphens, or the punctuation that the name has here. */
  loose: 2,
  /** The dot of a domain. */
  dot: 3,
  /** White space, as around a spelled-out "and". */
  space: 4,
} as const;

/** The strength of a brand's claim on a spelling, best first: name and aliases as given, then derived forms. */
export const claim = { name: 0, alias: 1, formOfName: 2, formOfAlias: 3, domain: 4 } as const;

/** One folded spelling that is searched for. */
export interface Pattern {
  /** 0 for the own brand, then the rivals in their order. */
  brand: number;
  rule: "name" | "alias" | "domain";
  /** A `claim`. A spelling of two brands counts for the better claim. */
  claim: number;
  units: number[];
  /** The units as a string. */
  key: string;
  /** The name lacks its final vowel, so an ending of another case must follow. */
  stemmed: boolean;
  /** What the text may have before each unit, a `gap`. */
  gaps: Uint8Array;
  /** The name's own punctuation before each unit. */
  punctuation: string[];
  /** Punctuation that must surround it. */
  edges: Edges;
  profile: NameProfile;
}

/**
 * All spellings of all tracked brands; those of the name come before those of aliases and domains. Names beyond
 * `furtherMax` have only those that leave out a legal form or an article.
 */
export function patternsOf(trackedBrands: TrackedBrands): Pattern[] {
  const brands = [trackedBrands.own, ...trackedBrands.rivals];
  const names = brands.map(namesOf);
  const hasRoom = roomIn(names);
  return brands.flatMap((brand, index) => brandPatterns(brand, names[index]!, index, hasRoom));
}

const namesOf = ({ name, aliases }: Brand): string[] =>
  [name, ...aliases].map((each) => normalForm(each, "NFC").trim().slice(0, 256));

/** Most characters of further spellings of a project's names. Two hundred long names with an "&" have as many. */
const furtherMax = 64_000;

/** Which names have room for further spellings: those of all brands come first, then their first aliases, and so on. */
function roomIn(names: readonly (readonly string[])[]): (name: string) => boolean {
  const roomy = new Set<string>();
  const most = names.reduce((most, { length }) => Math.max(most, length), 0);
  let remaining = furtherMax;
  for (let at = 0; at < most; at++) {
    for (const name of names.flatMap((of) => of[at] ?? [])) {
      if (roomy.has(name)) continue;
      remaining -= furtherLetters(name);
      if (remaining < 0) return (name) => roomy.has(name);
      roomy.add(name);
    }
  }
  return () => true;
}

const furtherLetters = (name: string): number =>
  shortForms(name).reduce(
    (sum, form) =>
      [form, ...inflectedForms(form).map(({ text }) => text)].reduce(
        (of, text, at) => of + lettersOf(spelled(text).slice(at === 0 ? 1 : 0)),
        sum,
      ),
    0,
  );

const lettersOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function brandPatterns(
  brand: Brand,
  names: readonly string[],
  index: number,
  hasRoom: (name: string) => boolean,
): Pattern[] {
  const patterns = new Map<string, Pattern>();
  const profileOf = profilerOf(brand);
  const add = (
    { text, stemmed }: Form,
    rule: Pattern["rule"],
    profile: NameProfile,
    spellings: readonly string[],
  ) => {
    if (text.trim() === "") return;
    const edges = edgesOf(text);
    for (const [at, spelling] of spellings.map(spellingOf).entries()) {
      const asGiven = at === 0 && !stemmed && names.includes(text);
      const pattern = {
        brand: index,
        rule,
        claim: claimOf(rule, asGiven),
        profile,
        stemmed,
        key: String.fromCharCode(...spelling.units),
        edges,
        ...spelling,
      };
      const key = `${pattern.key}|${pattern.gaps.join("")}`;
      if (!patterns.has(key)) patterns.set(key, pattern);
    }
  };
  names.forEach((name, at) => {
    const rule = at === 0 ? "name" : "alias";
    const roomy = hasRoom(name);
    for (const text of shortForms(name)) {
      const profile = profileOf(text);
      add({ text, stemmed: false }, rule, profile, roomy ? spelled(text) : [bareOf(text)]);
      if (!roomy) continue;
      for (const form of inflectedForms(text)) add(form, rule, profile, spelled(form.text));
    }
  });
  const keys = names.map(foldedKey).filter((key) => key.length > 1);
  for (const domain of brand.domains) {
    const host = domain.toLowerCase().replace(/^www\./, "");
    const label = foldedKey(host.split(".").slice(0, -1).join(""));
    if (keys.some((key) => label.includes(key) || (label.length > 3 && key.includes(label)))) {
      add({ text: host, stemmed: false }, "domain", profileOf(host), spelled(host));
    }
  }
  return [...patterns.values()];
}

interface Form {
  text: string;
  stemmed: boolean;
}

/** What other cases make of a name. */
function inflectedForms(text: string): Form[] {
  const stem = stemOfName(text);
  const stems = [...(stem === null ? [] : [stem]), ...changedStemsOf(text)];
  const whole = [...softenedFormsOf(text), ...greekForms(text)];
  return [
    ...stems.map((text) => ({ text, stemmed: true })),
    ...whole.map((text) => ({ text, stemmed: false })),
  ];
}

// Σκλαβενίτης, του Σκλαβενίτη; Ιανός, του Ιανού, τον Ιανό.
function greekForms(name: string): string[] {
  if (/\p{Script=Greek}{3}[αηάή]ς$/u.test(name)) return [name.slice(0, -1)];
  const stem = /^(.*\p{Script=Greek}{2})[οό]ς$/u.exec(name)?.[1];
  return stem === undefined ? [] : [`${stem}ου`, `${stem}ο`];
}

function claimOf(rule: Pattern["rule"], asGiven: boolean): number {
  if (rule === "domain") return claim.domain;
  if (rule === "name") return asGiven ? claim.name : claim.formOfName;
  return asGiven ? claim.alias : claim.formOfAlias;
}

const legalForm =
  /[\s,]+(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|co|company|plc|gmbh|ag|kg|se|sa|s\.a|sas|s\.a\.s|sarl|srl|s\.r\.l|spa|s\.p\.a|bv|b\.v|nv|n\.v|ab|oy|oyj|asa|a\/s|aps|pty|pte|kk|k\.k|ltda|sp\.? z o\.?o|a\.?ş|holdings?)\.?$/iu;
const legalFormOfOtherScripts =
  /^(?:株式会社|有限会社|ООО|ОАО|ПАО|ЗАО|АО)\s*|\s*(?:株式会社|有限会社|有限公司|股份有限公司|集团|주식회사)$/u;

/** The name as given, and without its legal form or leading article if a name remains. */
function shortForms(name: string): string[] {
  const forms = [name];
  let short = name.replace(legalForm, "").replace(legalFormOfOtherScripts, "");
  if (/\b(?:&|and|und|et)$/i.test(short)) short = name;
  if (short !== name && foldedKey(short).length > 1) forms.push(short.trim());
  const withoutArticle = /^the\s+(\S+\s+\S.*)$/i.exec(short)?.[1];
  if (withoutArticle) forms.push(withoutArticle);
  return forms;
}

/** How the languages of the answers spell out "&". */
const ands = ["and", "und", "et", "y", "e", "og", "och", "en"];
/** How many more spellings a name with "&" has. */
export const spellingsOfAnd = ands.length;

type Spelling = Pick<Pattern, "units" | "gaps" | "punctuation">;

const bareOf = (text: string): string => text.replace(/(?<=[\p{L}\p{N}])[!?]+$/u, "");

/** The ways to write a name, as given first. */
function spelled(text: string): string[] {
  const trimmed = bareOf(text);
  const texts = [trimmed];
  if (/\s*&\s*/.test(trimmed))
    for (const word of ands) texts.push(trimmed.replace(/\s*&\s*/g, ` \u0001${word}\u0001 `));
  if (/\s(?:and|und|et)\s/i.test(trimmed)) texts.push(trimmed.replace(/\s(?:and|und|et)\s/gi, " & "));
  if (/[\p{L}\p{N}]\+$/u.test(trimmed)) texts.push(trimmed.replace(/\+$/, " Plus"));
  if (/[äöüÄÖÜ]/.test(trimmed)) {
    const spelledOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };
    texts.push(trimmed.replace(/[äöü]/gi, (letter) => spelledOut[letter.toLowerCase()] as string));
  }
  return texts;
}

function spellingOf(text: string): Spelling {
  const { units, starts, ends } = foldWithOffsets(text);
  const gaps = new Uint8Array(units.length);
  const punctuation: string[] = [];
  const isDomain = /^\S+\.[a-z]{2,}$/i.test(text) && parse(text.toLowerCase()).isIcann === true;
  for (let at = 0; at < units.length; at++) {
    const between =
      at === 0 ? "" : text.slice(ends[at - 1], Math.max(starts[at] as number, ends[at - 1] as number));
    punctuation.push(between);
    if (at === 0) continue;
    const left = text.charAt((ends[at - 1] as number) - 1);
    const right = text.charAt(starts[at] as number);
    // "McDonald's" and "McDonalds" are one name.
    if (between === "" && at === units.length - 1 && units.length > 3 && right.toLowerCase() === "s") {
      gaps[at] = gap.loose;
      punctuation[at] = "'";
    } else if (between.includes("\u0001")) gaps[at] = gap.space;
    else if (isDomain && between === ".") gaps[at] = gap.dot;
    else if (between !== "") gaps[at] = gap.loose;
    else if (left === "&" || right === "&") gaps[at] = gap.loose;
    else if (starts[at] !== starts[at - 1] && isHump(left, right)) gaps[at] = gap.soft;
  }
  return { units, gaps, punctuation };
}

function isHump(left: string, right: string): boolean {
  if (isLowerCase(left) && right !== right.toLowerCase()) return true;
  const kinds = [scriptOf(left.charCodeAt(0)), scriptOf(right.charCodeAt(0))];
  return kinds[0] !== kinds[1] && kinds.includes(1) && kinds.every((kind) => kind !== 0);
}
