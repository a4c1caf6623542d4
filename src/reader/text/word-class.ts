/** The role of a UTF-16 code unit in words and sentences. */
export const letter = 1;
export const capital = 2;
export const digit = 3;
/** Each character counts as a word: Han, kana, Thai, Lao, Khmer and Burmese have no spaces. */
export const ideograph = 4;
export const space = 5;
/** May come between the last mark of a sentence and the space after it: quotation marks and closing brackets. */
export const closer = 6;
export const opener = 7;
/** Always ends a sentence. */
export const fullStop = 8;
/** Ends a sentence if what follows begins another. */
export const mark = 9;
/** Belongs to the letter before it. */
export const combiningMark = 10;

/** Built for the first text: it takes 10 ms that the start need not wait for. */
let table: Uint8Array | undefined;

/** The classes of all code units, for loops over a text; 0 for everything that has none. */
export function wordClasses(): Uint8Array {
  table ??= tableOfClasses();
  return table;
}

/** The class of a code unit; 0 for everything else. */
export const wordClass = (unit: number): number => wordClasses()[unit] as number;

/** Letters and digits in any script. */
export function isWordClass(of: number): boolean {
  return of >= letter && of <= ideograph;
}

const classes: readonly [number, RegExp][] = [
  [
    ideograph,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
  ],
  [capital, /\p{Lu}/u],
  [letter, /\p{L}/u],
  [digit, /\p{N}/u],
  [combiningMark, /\p{M}|\u200c|\u200d|\u00ad/u],
  [space, /[\s\u200b]/u],
  [fullStop, /[。！？｡]/u],
  [mark, /[.!?…؟۔।॥‼⁇⁈⁉]/u],
  [opener, /[\p{Ps}\p{Pi}¿¡]/u],
  [closer, /[\p{Pe}\p{Pf}"'*_~`]/u],
];

function tableOfClasses(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    // Surrogates are mostly letters of rare scripts and emoji, and end nothing.
    if (unit >= 0xd800 && unit <= 0xdfff) continue;
    const text = String.fromCharCode(unit);
    table[unit] = classes.find(([, rule]) => rule.test(text))?.[0] ?? 0;
  }
  return table;
}
