import type { TrackedBrands } from "../../project/brand.ts";
import { expands, foldUnit, foldWithOffsets, isHighSurrogate, separator } from "../../text/fold.ts";
import { phrases } from "../absence/absence-phrase.ts";
import { type BrandCorrections, compileCorrections } from "../correcting/corrections.ts";
import { type Pattern, patternsOf } from "../names/name-pattern.ts";
import { type Automaton, buildAutomaton } from "./automaton.ts";

/** In `MentionReader.units`: a unit that may stand within a name, and one that takes longer to look at. */
export const SKIP = 0xffff;
export const SLOW = 0xfffe;

/** Compiled once per set of tracked brands: one automaton over all names, aliases and own domains. */
export interface MentionReader {
  /** Names of the own brand and the rivals, in their order. */
  names: readonly string[];
  patterns: readonly Pattern[];
  /** Patterns that folding leaves nothing of. */
  literals: readonly Pattern[];
  /** The bit of each cue of absence or echo; cues follow the patterns in the automaton. */
  cues: Uint8Array;
  automaton: Automaton;
  /** Per UTF-16 unit: a class of the automaton, 0 where no name goes on, SKIP or SLOW. */
  units: Uint16Array;
  /** By the place of their brand; null without any. */
  corrections: ReadonlyMap<number, BrandCorrections> | null;
}

/** Compiles what is looked for. Cost grows with the total length of the names; no name makes it throw. */
export function compileMentionReader(tracked: TrackedBrands): MentionReader {
  const all = patternsOf(tracked);
  // Where an end pays for some only, brands with the better claim come first.
  const patterns = all
    .filter((pattern) => pattern.units.length > 0)
    .sort((a, b) => a.claim - b.claim || a.brand - b.brand);
  // Bits 0 to 15 stand for what is not found in one language each, 16 to 31 for questions, 32 to 47 for denials.
  const cues = phrases.flatMap(({ found, asked, denied }, language) => [
    ...found.map((cue) => ({ units: unitsOf(cue), bit: language })),
    ...asked.map((cue) => ({ units: unitsOf(cue), bit: language + 16 })),
    ...denied.map((cue) => ({ units: unitsOf(cue), bit: language + 32 })),
  ]);
  const automaton = buildAutomaton([...patterns, ...cues].map(({ units }) => units));
  const units = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    const folded = foldUnit(unit);
    if (folded <= separator) units[unit] = SKIP;
    else if (folded === expands || isHighSurrogate(unit)) units[unit] = SLOW;
    else units[unit] = automaton.classOf[folded] as number;
  }
  return {
    names: [tracked.own, ...tracked.rivals].map((brand) => brand.name),
    patterns,
    literals: fewOfEach(all.filter((pattern) => pattern.units.length === 0)),
    cues: Uint8Array.from(cues, ({ bit }) => bit),
    automaton,
    units,
    corrections: compileCorrections(tracked),
  };
}

// Brands without number that share a name of punctuation would be looked at in every full stop.
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
