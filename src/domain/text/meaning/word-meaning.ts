import { readFileSync } from "node:fs";
import { stemOf, type Topic } from "../topic.ts";

/** Meanings of the commonest English words as directions; made by bench/homonym/word-vectors.ts. */
interface Table {
  axes: number;
  rankOf: Map<string, number>;
  values: Int8Array;
}

let loaded: Table | null = null;

// Read when first asked for: 2 MB that a project without a word on what it sells never needs.
function table(): Table {
  if (loaded) return loaded;
  const file = readFileSync(new URL("./word-meaning.en.bin", import.meta.url));
  const firstLine = file.indexOf(10);
  const secondLine = file.indexOf(10, firstLine + 1);
  const { axes } = JSON.parse(file.toString("latin1", 0, firstLine)) as { axes: number };
  const words = file.toString("latin1", firstLine + 1, secondLine).split(" ");
  const rankOf = new Map<string, number>();
  for (const [rank, word] of words.entries()) rankOf.set(word, rank);
  loaded = { axes, rankOf, values: new Int8Array(file.buffer, file.byteOffset + secondLine + 1) };
  return loaded;
}

/** Whether the meaning of any word of a text is known: of one in another language than English it is not. */
export function isKnown(text: Topic): boolean {
  return text.words.size > 0 && sumOf(text).known > 0;
}

/** Whether a folded word is among the commonest that English texts hold, the names among them included. */
export function isCommonInEnglish(word: string): boolean {
  return (table().rankOf.get(word) ?? commonest) < commonest;
}

/** The words whose meaning is known, the commonest first. */
export const commonestWords = (): string[] => [...table().rankOf.keys()];

const commonest = 30_000;

function rankIn({ rankOf }: Table, word: string): number | undefined {
  return rankOf.get(word) ?? (word.endsWith("s") ? rankOf.get(stemOf(word)) : undefined);
}

const sums = new WeakMap<Topic, { sum: Float64Array; known: number }>();

/**
 * How near the words of a text are to those of another in meaning, -1 to 1, less some words of the first; null where too few of
 * them are known. Source: cosine of the means weighted as by Arora et al., 2017, frequency read from the rank.
 */
export function nearness(text: Topic, other: Topic, less: readonly string[]): number | null {
  const { sum, known } = sumOf(text);
  const right = sumOf(other);
  let left = sum;
  let counted = known;
  for (const word of less) {
    const times = text.words.get(word) ?? 0;
    if (times === 0 || rankIn(table(), word) === undefined) continue;
    if (left === sum) left = sum.slice();
    add(left, word, -times);
    counted -= times;
  }
  return counted < fewest || right.known === 0 ? null : cosine(left, right.sum);
}

const fewest = 3;

function sumOf(topic: Topic): { sum: Float64Array; known: number } {
  let made = sums.get(topic);
  if (!made) {
    made = { sum: new Float64Array(table().axes), known: 0 };
    for (const [word, times] of topic.words) if (add(made.sum, word, times)) made.known += times;
    sums.set(topic, made);
  }
  return made;
}

const halfWeightRank = 300;

function add(sum: Float64Array, word: string, times: number): boolean {
  const { axes, values } = table();
  const rank = rankIn(table(), word);
  if (rank === undefined) return false;
  const weight = (times * rank) / (rank + halfWeightRank);
  for (let axis = 0; axis < axes; axis++)
    sum[axis] = (sum[axis] as number) + weight * (values[rank * axes + axis] as number);
  return true;
}

/** The direction of an English word; null where it is not known. Compare two by `cosine`. */
export function directionOf(word: string): ArrayLike<number> | null {
  const { axes, values } = table();
  const rank = rankIn(table(), word);
  return rank === undefined ? null : values.subarray(rank * axes, (rank + 1) * axes);
}

/** How near two directions are, -1 to 1. */
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
