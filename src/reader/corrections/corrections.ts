import type { TrackedBrands } from "../brand.ts";
import type { Correction } from "../correction.ts";
import type { Judgement } from "../judgement/homonym/judgement.ts";
import { likenessOf } from "./correction-weight.ts";
import { phraseOf, type Surroundings, surroundingsOf } from "./surroundings.ts";

/** The corrections of one brand, newest first, prepared for comparison with occurrences in answers. */
export interface BrandCorrections {
  /** Whether the occurrence counts, by the place that was corrected. */
  places: ReadonlyMap<string, boolean>;
  /** The same by the words around it. */
  phrases: ReadonlyMap<string, boolean>;
  examples: readonly { surroundings: Surroundings; counts: boolean }[];
}

/** The rule of an occurrence that somebody corrected, in this place or in the same words elsewhere. */
const correctedRule = "corrected";
/** The rule of an occurrence whose decision changed because it resembles a corrected one. */
const likeCorrectedRule = "like_corrected";

/** Whether a correction, and not the text alone, decided an occurrence. */
export const isCorrected = (rule: string): boolean => rule === correctedRule || rule === likeCorrectedRule;

/** Corrections by brand, 0 for the own brand; null if none is about a tracked brand. */
export function compileCorrections(brands: TrackedBrands): ReadonlyMap<number, BrandCorrections> | null {
  const { own, rivals, corrections = [] } = brands;
  const compiled = new Map<number, BrandCorrections>();
  for (const [at, { name }] of [own, ...rivals].entries()) {
    const mine = corrections.filter(({ brand }) => brand === name);
    if (mine.length > 0) compiled.set(at, ofBrand(mine));
  }
  return compiled.size === 0 ? null : compiled;
}

function ofBrand(corrections: readonly Correction[]): BrandCorrections {
  const places = new Map<string, boolean>();
  const phrases = new Map<string, boolean>();
  const examples = corrections.map((correction) => {
    const { counts, text, place } = correction;
    const surroundings = surroundingsOf(correction);
    const at = place && placeKey(place.before, text, place.after);
    const phrase = phraseOf(surroundings);
    // The newest says what counts where two say the opposite.
    if (at !== null && !places.has(at)) places.set(at, counts);
    if (phrase !== null && !phrases.has(phrase)) phrases.set(phrase, counts);
    return { surroundings, counts };
  });
  return { places, phrases, examples };
}

export const placeKey = (before: string, text: string, after: string): string =>
  JSON.stringify([before, text, after]);

/** Applies the corrections made at this place, or to the same words elsewhere. */
export function asCorrected(
  { places, phrases }: BrandCorrections,
  place: string,
  surroundings: Surroundings,
): Judgement | null {
  const here = places.get(place);
  if (here !== undefined) return { counts: here, rule: correctedRule, confidence: 1 };
  const phrase = phraseOf(surroundings);
  const there = phrase === null ? undefined : phrases.get(phrase);
  return there === undefined ? null : { counts: there, rule: correctedRule, confidence: 0.97 };
}

/**
 * Adjusts a judgement to similar occurrences that were corrected: the most similar "this is us" and the most similar
 * "this is not us" shift its log-odds, each by its likeness.
 */
export function besideCorrections(
  judgement: Judgement,
  surroundings: Surroundings,
  { examples }: BrandCorrections,
): Judgement {
  let [us, notUs] = [0, 0];
  for (const example of examples) {
    const likeness = likenessOf(example.surroundings, surroundings);
    if (example.counts) us = Math.max(us, likeness);
    else notUs = Math.max(notUs, likeness);
  }
  if (us === notUs) return judgement;
  const { counts, confidence } = judgement;
  const probability = Math.min(Math.max(counts ? confidence : 1 - confidence, 0.01), 0.99);
  const odds = Math.log(probability / (1 - probability)) + us - notUs;
  const countsBeside = odds >= 0;
  const rounded = Math.round((1 / (1 + Math.exp(-Math.abs(odds)))) * 1000) / 1000;
  return {
    counts: countsBeside,
    rule: countsBeside === counts ? judgement.rule : likeCorrectedRule,
    confidence: Math.min(rounded, 0.99),
  };
}
