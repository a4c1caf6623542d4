import { type Phrases, phrases } from "../absence/absence-phrase.ts";
import { cueMark } from "../absence/cues.ts";
import type { TrackedBrands } from "../brand.ts";
import { type Pattern, patternsOf } from "../brand-names/name-pattern.ts";
import { type BrandCorrections, compileCorrections } from "../corrections/corrections.ts";
import { expands, foldUnit, foldWithOffsets, isHighSurrogate, separator } from "../text/fold.ts";
import { type Automaton, buildAutomaton } from "./automaton.ts";

/** In `MentionReader.units`: a unit that a name may contain and skip, and one that takes the slow path. */
export const SKIP = 0xffff;
export const SLOW = 0xfffe;

/** The syllables of Hangul, each of which folds to its letters. */
const [firstSyllable, lastSyllable] = [0xac00, 0xd7a3];

/** Compiled once per set of tracked brands: one automaton over all names, aliases and own domains. */
export interface MentionReader {
  /** Names of the own brand and the rivals, in their order. */
  names: readonly string[];
  patterns: readonly Pattern[];
  /** Patterns that fold to nothing. */
  literals: readonly Pattern[];
  /** In which absence and echoes are found. */
  languages: readonly Phrases[];
  /** What each cue of absence or echo marks, and of which language it is; in the automaton, cues follow the patterns. */
  cues: readonly Cue[];
  automaton: Automaton;
  /** Per UTF-16 unit: its class in the automaton, 0 if no name continues with it, SKIP or SLOW. */
  units: Uint16Array;
  /** By brand, 0 for the own brand; null without any. */
  corrections: ReadonlyMap<number, BrandCorrections> | null;
}

/** A stem or word that a report of absence or an echo has. */
export interface Cue {
  units: number[];
  mark: number;
  language: number;
}

/** Compiles what is searched for. The cost grows with the total length of the names. No name makes it throw. */
export function compileMentionReader(
  brands: TrackedBrands,
  languages: readonly Phrases[] = phrases,
): MentionReader {
  const all = patternsOf(brands);
  // If only some can be examined at one end, brands with the better claim come first.
  const patterns = all
    .filter((pattern) => pattern.units.length > 0)
    .sort((a, b) => a.claim - b.claim || a.brand - b.brand);
  const cues = languages.flatMap(({ absenceCues, questionCues, denialCues }, language): Cue[] => [
    ...absenceCues.map((cue) => ({ units: unitsOf(cue), mark: cueMark.absence, language })),
    ...questionCues.map((cue) => ({ units: unitsOf(cue), mark: cueMark.question, language })),
    ...denialCues.map((cue) => ({ units: unitsOf(cue), mark: cueMark.denial, language })),
  ]);
  const automaton = buildAutomaton([...patterns, ...cues].map(({ units }) => units));
  const units = new Uint16Array(0x10000);
  units.fill(SLOW, firstSyllable, lastSyllable + 1);
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= firstSyllable && unit <= lastSyllable) continue;
    const folded = foldUnit(unit);
    if (folded <= separator) units[unit] = SKIP;
    else if (folded === expands || isHighSurrogate(unit)) units[unit] = SLOW;
    else units[unit] = automaton.classOf[folded] as number;
  }
  return {
    names: [brands.own, ...brands.rivals].map((brand) => brand.name),
    patterns,
    literals: fewOfEach(all.filter((pattern) => pattern.units.length === 0)),
    languages,
    cues,
    automaton,
    units,
    corrections: compileCorrections(brands),
  };
}

// Any number of brands may share a name of punctuation; all would be examined at every full stop.
function fewOfEach(literals: readonly Pattern[]): Pattern[] {
  const times = new Map<string, number>();
  return literals.filter(({ profile: { text } }) => {
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before < mostPerLiteral;
  });
}

const mostPerLiteral = 8;

function unitsOf(cue: string): number[] {
  return foldWithOffsets(cue).units;
}
