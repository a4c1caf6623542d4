/** Kinds of letters that differ in their word boundaries. */
export const script = {
  none: 0,
  digit: 1,
  latin: 2,
  greek: 3,
  cyrillic: 4,
  arabic: 5,
  hebrew: 6,
  han: 7,
  hiragana: 8,
  katakana: 9,
  hangul: 10,
  /** Thai, Lao, Khmer, Burmese: written without spaces. */
  unspaced: 11,
  /** Letters and marks of all other scripts. */
  other: 12,
} as const;

/** The script of a UTF-16 unit; `script.none` for anything but letters, marks and digits. */
export function scriptOf(unit: number): number {
  const cachedScript = table[unit] as number;
  return cachedScript === unknown ? meet(unit) : cachedScript;
}

/** Scripts without spaces between words. */
export function isUnspaced(kind: number): boolean {
  return (kind >= script.han && kind <= script.katakana) || kind === script.unspaced;
}

const patterns: [number, RegExp][] = [
  [script.digit, /\p{Nd}/u],
  [script.latin, /[\p{Script=Latin}\p{Script=Armenian}\p{Script=Georgian}]/u],
  [script.greek, /\p{Script=Greek}/u],
  [script.cyrillic, /\p{Script=Cyrillic}/u],
  [script.arabic, /\p{Script=Arabic}/u],
  [script.hebrew, /\p{Script=Hebrew}/u],
  [script.han, /[\p{Script=Han}々〇]/u],
  [script.hiragana, /\p{Script=Hiragana}/u],
  [script.katakana, /[\p{Script=Katakana}ーｰ]/u],
  [script.hangul, /\p{Script=Hangul}/u],
  [script.unspaced, /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  [script.other, /[\p{L}\p{Mc}\p{N}]/u],
];

/** Not computed yet. */
const unknown = 255;

/** Filled as units occur: filling all of it would slow down every start. */
const table = new Uint8Array(0x10000).fill(unknown);
const wordLike = /[\p{L}\p{N}\p{Mc}\p{Mn}ーｰ]/u;

function meet(unit: number): number {
  const kind = kindOf(unit);
  table[unit] = kind;
  return kind;
}

function kindOf(unit: number): number {
  if (unit < 0x30 || (unit >= 0xd800 && unit < 0xf900) || unit >= 0xfff0) return script.none;
  if (unit >= 0x3400 && unit <= 0x9fff) return script.han;
  if (unit >= 0xac00 && unit <= 0xd7a3) return script.hangul;
  const letter = String.fromCharCode(unit);
  if (!wordLike.test(letter) || /[\u0300-\u036f]/.test(letter)) return script.none;
  return patterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? script.other;
}
