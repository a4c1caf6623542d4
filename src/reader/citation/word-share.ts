import type { Span } from "../markdown/answer-text.ts";
import { type Sentence, sentenceAt } from "../sentence.ts";

/**
 * Position-adjusted word count (GEO, KDD 2024): the words of each sentence × exp(−i/(N−1)), divided equally among the
 * sources it cites, as a share of everything cited. Null for a source without a place; null for all if none has one.
 */
export function wordShares(
  placesOf: readonly (readonly Span[])[],
  sentences: readonly Sentence[],
): (number | null)[] | null {
  const citedBy = new Map<number, Set<number>>();
  placesOf.forEach((places, index) => {
    for (const place of places)
      for (const at of sentencesOver(sentences, place)) setOf(citedBy, at).add(index);
  });
  const amounts = new Array<number>(placesOf.length).fill(0);
  let total = 0;
  for (const [at, citing] of citedBy) {
    const weight = sentences.length > 1 ? Math.exp(-at / (sentences.length - 1)) : 1;
    const amount = sentences[at]!.words * weight;
    total += amount;
    for (const index of citing) amounts[index]! += amount / citing.size;
  }
  if (total === 0) return null;
  return placesOf.map((places, index) => (places.length > 0 ? amounts[index]! / total : null));
}

// Some vendors give the whole answer as the place of every source; a place longer than this says nothing.
const longestPlace = 50;

function* sentencesOver(sentences: readonly Sentence[], { start, end }: Span): Generator<number> {
  const first = Math.max(0, sentenceAt(sentences, start));
  for (let at = first; at < sentences.length && at < first + longestPlace; at++) {
    const sentence = sentences[at]!;
    if (at > first && sentence.start >= end) return;
    // A place that begins after the end of a sentence, such as a footnote mark, belongs to that sentence.
    if (
      at > first ||
      sentence.end > start ||
      sentences[at + 1] === undefined ||
      sentences[at + 1]!.start >= end
    )
      yield at;
  }
}

function setOf(sets: Map<number, Set<number>>, key: number): Set<number> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}
