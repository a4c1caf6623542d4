/** Links and emphasis that never close: a reader that looks ahead from each of them takes quadratic time. */
export const slowAnswer = (length: number): string =>
  "[a](b**c ".repeat(Math.ceil(length / 9)).slice(0, length);

/** Names for the brand of this number, each of which contains all shorter ones of all brands but for its last letter. */
export const nestedNames = (brand: number): string[] =>
  Array.from({ length: 20 }, (_, at) => `${"a ".repeat(38 + at)}${"abcdefghijklmnopqrstu"[brand]}`);
