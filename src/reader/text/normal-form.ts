export type NormalForm = "NFC" | "NFD" | "NFKC" | "NFKD";

/** Unicode's own bound for marks in a row is 30 (UAX #15, stream-safe text); no word of any language has as many. */
const marksMax = 64;

/** Looked for from where a row begins, so that a long one is looked through once. */
const tooManyMarks = new RegExp(`(?<!\\p{M})\\p{M}{${marksMax + 1}}`, "u");
/** The first combining mark is U+0300. */
const beyondLatin = /[\u0300-\uffff]/;
const pieces = new RegExp(`\\P{M}*\\p{M}{0,${marksMax}}`, "gu");

/**
 * A text in a normal form, in time in line with its length. Putting combining marks in order takes the square of
 * how many stand in a row, so a row that is longer than any language has is put in order in pieces.
 */
export function normalForm(text: string, form: NormalForm): string {
  if (!beyondLatin.test(text) || !tooManyMarks.test(text)) return text.normalize(form);
  return text
    .match(pieces)!
    .map((piece) => piece.normalize(form))
    .join("");
}
