/**
 * Folding keeps what two spellings of one name have in common. It removes case, accents, width, ligatures, niqqud and
 * harakat. It does not map scripts to each other, so a homoglyph stays a different letter.
 */

/** What a UTF-16 code unit folds to, unless it is a folded unit itself. */
export const ignorable = 0;
export const separator = 1;
/** Folds to several units, see `expansionOf`. */
export const expands = 2;

/** Not computed yet; no unit folds to this control character. */
const unknown = 3;

/** Filled as units occur: filling all of it would add a tenth of a second to every start. */
const table = new Uint16Array(0x10000).fill(unknown);
const expansions = new Map<number, readonly number[]>();

/** The folded unit of a UTF-16 code unit, or `ignorable`, `separator` or `expands`. */
export function foldUnit(unit: number): number {
  const cachedUnit = table[unit] as number;
  return cachedUnit === unknown ? meet(unit) : cachedUnit;
}

/** The units that an expanding code unit folds to: ß to s s, a Hangul syllable to its letters. */
export function expansionOf(unit: number): readonly number[] {
  foldUnit(unit);
  return expansions.get(unit) ?? [];
}

/** The folded units of a code point beyond the basic plane: a mathematical bold letter becomes the letter. */
export function foldAstral(codePoint: number): readonly number[] {
  if (codePoint >= 0xe0000 && codePoint <= 0xe01ef) return [];
  return unitsOf(fold(String.fromCodePoint(codePoint).normalize("NFKC"), true));
}

/** A folded text with the span of the source that each unit came from. */
export interface FoldedText {
  units: number[];
  /** The start of each unit in the source; units of one expanding character share it. */
  starts: number[];
  ends: number[];
}

/** Folds a short text such as a name. Letters, digits and symbols stay; separators and invisible characters go. */
export function foldWithOffsets(text: string): FoldedText {
  const folded: FoldedText = { units: [], starts: [], ends: [] };
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const paired = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1));
    const end = at + (paired ? 2 : 1);
    for (const each of paired ? foldAstral(text.codePointAt(at) as number) : foldedUnits(unit)) {
      folded.units.push(each);
      folded.starts.push(at);
      folded.ends.push(end);
    }
    at = end;
  }
  return folded;
}

/** The key that spellings of one name share: `"Demand-IQ"`, `"demand iq"` and `"DemandIQ"` all give `"demandiq"`. */
export function foldedKey(text: string): string {
  let key = "";
  for (let at = 0; at < text.length && key.length < longestKey; at++) {
    const unit = text.charCodeAt(at);
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
      key += String.fromCharCode(...foldAstral(text.codePointAt(at) as number));
      at++;
      continue;
    }
    const folded = foldUnit(unit);
    if (folded > expands) key += String.fromCharCode(folded);
    else if (folded === expands) key += String.fromCharCode(...expansionOf(unit));
  }
  return key.slice(0, longestKey);
}

const longestKey = 4096;

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function foldedUnits(unit: number): readonly number[] {
  const to = foldUnit(unit);
  if (to === ignorable || to === separator) return [];
  return to === expands ? expansionOf(unit) : [to];
}

// Marks that a spelling may omit, the dot of Hindi ("ज़") among them. Other marks in Thai, Indic and other scripts are part of the
// syllable and stay.
const optionalMarks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are looked for one by one
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]/g;

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is invisible
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: joiners are looked for one by one
  /[\u0000-\u0008\u000e-\u001f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]/;

// Everything that may separate the parts of a name, or surround it without being part of it.
const between =
  /[\s*_~\u00a0\u0085\-\u2010-\u2015\u2212\u30fb\uff65\u00b7\u2022'"`\u00b4\u2018-\u201f\u2032\u2033\u00ab\u00bb\u2039\u203a()[\]{}.\u00ae\u2122\u00a9\u2120\u05be\u05f3\u05f4\u02bc\u02b9\u02bb\uff07\u3008-\u3011\u3014-\u301b\u2024-\u2026\uff0e\uff08\uff09\uff0d\uff3b\uff3d]/;

const oddLetters: Record<string, string> = {
  ı: "i",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ς: "σ",
  ک: "ك",
  ی: "ي",
  ى: "ي",
  ۀ: "ه",
  ٱ: "ا",
  ھ: "ه",
}; // prettier-ignore

function fold(text: string, normalised = false): string {
  const lower = (normalised ? text : text.normalize("NFKC"))
    .toLowerCase()
    .normalize("NFD")
    .replace(optionalMarks, "");
  let out = "";
  for (const letter of lower) out += oddLetters[letter] ?? letter;
  return out;
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function meet(unit: number): number {
  const to = foldedOf(unit);
  table[unit] = to;
  return to;
}

// Most units are; in every normal form they are themselves, as are surrogates and private characters.
const isIdeograph = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x4dbf) || (unit >= 0x4e00 && unit <= 0x9fff);

function foldedOf(unit: number): number {
  if ((unit >= 0xd800 && unit <= 0xf8ff) || isIdeograph(unit)) return unit;
  const text = String.fromCharCode(unit);
  if (invisible.test(text)) return ignorable;
  if (between.test(text)) return separator;
  const units = unitsOf(fold(text)).filter(
    (each) => !between.test(String.fromCharCode(each)) && each > expands,
  );
  if (units.length === 0) return text.normalize("NFKC").trim() === "" ? separator : ignorable;
  if (units.length === 1) return units[0] as number;
  expansions.set(unit, units);
  return expands;
}
