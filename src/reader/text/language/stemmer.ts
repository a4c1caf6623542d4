/** Removes the endings of a word, so that its forms become equal. */
export type Stem = (word: string) => string;

/** Snowball stemmers by primary BCP 47 subtag, loaded on first use. */
const stemmers: Readonly<Record<string, () => Promise<{ stemmer: Stem }>>> = {
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  en: () => import("@orama/stemmers/english"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  hu: () => import("@orama/stemmers/hungarian"),
  it: () => import("@orama/stemmers/italian"),
  nl: () => import("@orama/stemmers/dutch"),
  no: () => import("@orama/stemmers/norwegian"),
  nb: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sv: () => import("@orama/stemmers/swedish"),
  tr: () => import("@orama/stemmers/turkish"),
};

/** The stemmer of a language; leaves words unchanged if there is none. */
export async function stemmerFor(language: string): Promise<Stem> {
  const load = stemmers[primaryLanguage(language)];
  return load ? (await load()).stemmer : (word) => word;
}

/** The primary subtag: `en` for `en-GB`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;
