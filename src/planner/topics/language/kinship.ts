import { primaryLanguage } from "../../../reader/text/language/stemmer.ts";

/** Tells which stems of a language belong to one word family. */
export interface Kinship {
  /** True of `humid` and `humidifi`, of `apfelbaum` and `apfel`. */
  isKin(one: string, other: string): boolean;
  /** Kin share one of these keys, so that few pairs have to be compared. */
  keys(stem: string): string[];
}

/** Languages that write compounds as one word. */
export const compoundingLanguages: ReadonlySet<string> = new Set([
  "da",
  "de",
  "fi",
  "hu",
  "nb",
  "nl",
  "no",
  "sv",
]);

/** The kinship of a language, by its BCP 47 tag. */
export function kinshipOf(language: string): Kinship {
  const compounds = compoundingLanguages.has(primaryLanguage(language));
  return {
    isKin(one, other) {
      const [short, long] = one.length <= other.length ? [one, other] : [other, one];
      const same = sharedStart(short, long);
      if (same < 5 && !compounds) return false;
      if (/\d/.test(long)) return false;
      if (same >= 5 && long.length - same <= 4 && same >= 0.6 * long.length) return true;
      if (!compounds || long.length < short.length + 3) return false;
      return same >= 6 || (short.length >= 4 && (same === short.length || long.endsWith(short)));
    },
    keys: (stem) => (compounds ? [`^${stem.slice(0, 3)}`, `${stem.slice(-4)}$`] : [`^${stem.slice(0, 3)}`]),
  };
}

function sharedStart(short: string, long: string): number {
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return same;
}
