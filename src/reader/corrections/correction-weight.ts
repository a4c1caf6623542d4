import { isGrammar, type Surroundings } from "./surroundings.ts";

/**
 * How much a correction of one occurrence says about another of the same name, in log-odds from 0. The weights were
 * chosen on labelled answers with `bench/corrections.ts`, which prints their effect.
 */
export function likenessOf(one: Surroundings, other: Surroundings): number {
  if (one.text !== other.text) return 0;
  const before = neighbour(one.before[0], other.before[0]);
  const after = neighbour(one.after[0], other.after[0]);
  const longerName =
    (before > 0 && one.touchesBefore === "capital" && other.touchesBefore === "capital") ||
    (after > 0 && one.touchesAfter === "capital" && other.touchesAfter === "capital");
  const neighbours = longerName ? weights.longerName : before + after;
  return weights.sameSpelling + neighbours + weights.words * sharedWords(one.telling, other.telling);
}

const weights = { sameSpelling: 1, neighbour: 2, grammarWord: 0.5, longerName: 4, words: 6 };

/** The weight of having the same nearest word: little for "Ring is", much for "Ring finger". */
function neighbour(one: string | undefined, other: string | undefined): number {
  if (one === undefined || one !== other) return 0;
  return isGrammar(one) ? weights.grammarWord : weights.neighbour;
}

/** The cosine similarity of two sets of words, 0-1. */
function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size);
}
