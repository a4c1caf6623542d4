const longest = 100;

/** Why a name that somebody types is not taken; null: it is. Names that others give, such as a provider, are cut. */
export const personNameFault = (text: string): string | null =>
  [...text.trim()].length > longest ? `A name has at most ${longest} characters.` : null;

/** A person's name as it is kept and shown: one line, without control characters and marks that turn text around. */
export const personName = (text: string): string =>
  [
    ...text
      .slice(0, longest * 10)
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
      .trim(),
  ]
    .slice(0, longest)
    .join("");
