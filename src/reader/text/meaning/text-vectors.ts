import type { Topic } from "../topic.ts";
import { type Word, wordOf } from "../words.ts";

/** Vectors of words by rank, one after the other. */
export interface WordVectors {
  axes: number;
  values: Int8Array;
  /** What each number of a word's vector is multiplied by. */
  weightOf: (rank: number) => number;
  /** The rank of a word, the same in every table; -1 if it has no vector. */
  rankOf: (word: Word) => number;
}

export interface Similarity {
  /** Cosine of the two sums, -1 to 1. */
  nearness: number;
  /** Words of the first text that have a vector. */
  wordCount: number;
}

const fewest = 3;

/** A sum of vectors; `size` is the square of its length. */
interface Sum {
  vector: ArrayLike<number>;
  size: number;
  wordCount: number;
}

/** Compares texts by the sums of the vectors of their words, each text summed once. */
export function textVectors(vectors: () => WordVectors): {
  knownIn: (text: Topic) => number;
  /** Without some words of the first text; null if fewer than three others are known, or none of the second. */
  compare: (text: Topic, other: Topic, less: readonly string[]) => Similarity | null;
} {
  const sums = new WeakMap<Topic, Sum>();
  // A text is compared with several others at once, without the same words.
  let last: { text: Topic; less: readonly string[]; sum: Sum } | null = null;

  function sumOf(topic: Topic): Sum {
    let sum = sums.get(topic);
    if (!sum) {
      sum = sumOfWords(topic.all, vectors());
      sums.set(topic, sum);
    }
    return sum;
  }

  function sumWithout(text: Topic, less: readonly string[]): Sum {
    if (last?.text !== text || last.less !== less)
      last = { text, less, sum: without(sumOf(text), text.all, less, vectors()) };
    return last.sum;
  }

  function compare(text: Topic, other: Topic, less: readonly string[]): Similarity | null {
    const [left, right] = [sumWithout(text, less), sumOf(other)];
    if (left.wordCount < fewest || right.wordCount === 0) return null;
    return { nearness: cosineOf(left, right), wordCount: left.wordCount };
  }

  return { knownIn: (text) => sumOf(text).wordCount, compare };
}

function sumOfWords(words: readonly Word[], table: WordVectors): Sum {
  const vector = new Float64Array(table.axes);
  let wordCount = 0;
  for (const word of words) {
    const rank = table.rankOf(word);
    if (rank === -1) continue;
    add(vector, table, rank, 1);
    wordCount++;
  }
  return { vector, size: product(vector, vector), wordCount };
}

function without(sum: Sum, words: readonly Word[], less: readonly string[], table: WordVectors): Sum {
  let rest = sum;
  for (const word of less) {
    let times = 0;
    for (const { key } of words) if (key === word) times++;
    const rank = times === 0 ? -1 : table.rankOf(wordOf(word));
    if (rank === -1) continue;
    const vector = new Float64Array(rest.vector);
    add(vector, table, rank, -times);
    rest = { vector, size: product(vector, vector), wordCount: rest.wordCount - times };
  }
  return rest;
}

function add(sum: Float64Array, { values, weightOf }: WordVectors, rank: number, times: number): void {
  const weight = times * weightOf(rank);
  const axes = sum.length;
  const from = rank * axes;
  for (let axis = 0; axis < axes; axis++)
    sum[axis] = (sum[axis] as number) + weight * (values[from + axis] as number);
}

function product(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

const cosineOf = (a: Omit<Sum, "wordCount">, b: Omit<Sum, "wordCount">): number =>
  a.size === 0 || b.size === 0 ? 0 : product(a.vector, b.vector) / Math.sqrt(a.size * b.size);

/** How similar two vectors are, -1 to 1. */
export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  cosineOf({ vector: a, size: product(a, a) }, { vector: b, size: product(b, b) });
