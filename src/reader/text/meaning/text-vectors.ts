import type { Topic } from "../topic.ts";

/** Vectors of words by rank, one after the other. */
export interface WordVectors {
  axes: number;
  values: Int8Array;
  /** What each number of a word's vector is multiplied by. */
  weightOf: (rank: number) => number;
  /** The rank of a folded word; undefined if it has no vector. */
  rankOf: (word: string) => number | undefined;
}

export interface Similarity {
  /** Cosine of the two sums, -1 to 1. */
  nearness: number;
  /** Words of the first text that have a vector. */
  known: number;
}

const fewest = 3;

/** Compares texts by the sums of the vectors of their words, each text summed once. */
export function textVectors(vectors: () => WordVectors): {
  knownIn: (text: Topic) => number;
  /** Without some words of the first text; null if fewer than three others are known, or none of the second. */
  compare: (text: Topic, other: Topic, less: readonly string[]) => Similarity | null;
} {
  const sums = new WeakMap<Topic, { sum: Float64Array; known: number }>();

  function sumOf(topic: Topic): { sum: Float64Array; known: number } {
    let totals = sums.get(topic);
    if (!totals) {
      totals = { sum: new Float64Array(vectors().axes), known: 0 };
      for (const [word, times] of topic.words) if (add(totals.sum, word, times)) totals.known += times;
      sums.set(topic, totals);
    }
    return totals;
  }

  function add(sum: Float64Array, word: string, times: number): boolean {
    const { axes, values, weightOf, rankOf } = vectors();
    const rank = rankOf(word);
    if (rank === undefined) return false;
    const weight = times * weightOf(rank);
    for (let axis = 0; axis < axes; axis++)
      sum[axis] = (sum[axis] as number) + weight * (values[rank * axes + axis] as number);
    return true;
  }

  function compare(text: Topic, other: Topic, less: readonly string[]): Similarity | null {
    const { sum, known: knownCount } = sumOf(text);
    const right = sumOf(other);
    let textSum = sum;
    let wordCount = knownCount;
    for (const word of less) {
      const times = text.words.get(word) ?? 0;
      if (times === 0 || vectors().rankOf(word) === undefined) continue;
      if (textSum === sum) textSum = sum.slice();
      add(textSum, word, -times);
      wordCount -= times;
    }
    if (wordCount < fewest || right.known === 0) return null;
    return { nearness: cosine(textSum, right.sum), known: wordCount };
  }

  return { knownIn: (text) => sumOf(text).known, compare };
}

/** How similar two vectors are, -1 to 1. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, left, right] = [0, 0, 0];
  for (let axis = 0; axis < a.length; axis++) {
    const [x, y] = [a[axis] as number, b[axis] as number];
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
}
