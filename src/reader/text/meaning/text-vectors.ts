import type { Topic } from "../topic.ts";

/** Vectors of words by rank, one after the other. */
export interface WordVectors {
  axes: number;
  values: Int8Array;
  /** What each number of a word's vector is multiplied by. */
  weightOf: (rank: number) => number;
  /** The rank of a folded word, the same in every table; undefined if it has no vector. */
  rankOf: (word: string) => number | undefined;
}

export interface Similarity {
  /** Cosine of the two sums, -1 to 1. */
  nearness: number;
  /** Words of the first text that have a vector. */
  wordCount: number;
}

const fewest = 3;

/** Compares texts by the sums of the vectors of their words, each text summed once. */
export function textVectors(vectors: () => WordVectors): {
  knownIn: (text: Topic) => number;
  /** Without some words of the first text; null if fewer than three others are known, or none of the second. */
  compare: (text: Topic, other: Topic, less: readonly string[]) => Similarity | null;
} {
  const sums = new WeakMap<Topic, { sum: Float64Array; wordCount: number }>();

  function sumOf(topic: Topic): { sum: Float64Array; wordCount: number } {
    let totals = sums.get(topic);
    if (!totals) {
      totals = { sum: new Float64Array(vectors().axes), wordCount: 0 };
      for (const { rank, times } of ranksIn(topic, vectors().rankOf)) {
        add(totals.sum, rank, times);
        totals.wordCount += times;
      }
      sums.set(topic, totals);
    }
    return totals;
  }

  function add(sum: Float64Array, rank: number, times: number): void {
    const { axes, values, weightOf } = vectors();
    const weight = times * weightOf(rank);
    const from = rank * axes;
    for (let axis = 0; axis < axes; axis++)
      sum[axis] = (sum[axis] as number) + weight * (values[from + axis] as number);
  }

  function compare(text: Topic, other: Topic, less: readonly string[]): Similarity | null {
    const { sum, wordCount: knownCount } = sumOf(text);
    const right = sumOf(other);
    let textSum = sum;
    let wordCount = knownCount;
    for (const word of less) {
      const times = text.words.get(word) ?? 0;
      const rank = times === 0 ? undefined : vectors().rankOf(word);
      if (rank === undefined) continue;
      if (textSum === sum) textSum = sum.slice();
      add(textSum, rank, -times);
      wordCount -= times;
    }
    if (wordCount < fewest || right.wordCount === 0) return null;
    return { nearness: cosine(textSum, right.sum), wordCount };
  }

  return { knownIn: (text) => sumOf(text).wordCount, compare };
}

interface RankedWord {
  rank: number;
  times: number;
}

/** Looked up once for all tables, which have the same words. */
const ranked = new WeakMap<Topic, readonly RankedWord[]>();

function ranksIn(topic: Topic, rankOf: WordVectors["rankOf"]): readonly RankedWord[] {
  const before = ranked.get(topic);
  if (before) return before;
  const words: RankedWord[] = [];
  for (const [word, times] of topic.words) {
    const rank = rankOf(word);
    if (rank !== undefined) words.push({ rank, times });
  }
  ranked.set(topic, words);
  return words;
}

/** How similar two vectors are, -1 to 1. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aSquares, bSquares] = [0, 0, 0];
  for (let axis = 0; axis < a.length; axis++) {
    const [x, y] = [a[axis] as number, b[axis] as number];
    dot += x * y;
    aSquares += x * x;
    bSquares += y * y;
  }
  return aSquares === 0 || bSquares === 0 ? 0 : dot / Math.sqrt(aSquares * bSquares);
}
