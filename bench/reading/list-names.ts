import { compileReader, readAnswer } from "../../src/reader/read.ts";
import { foldedKey } from "../../src/reader/text/fold.ts";

/** An answer with the products that its source says it names. */
export interface Listing {
  answer: string;
  prompt: string;
  products: { brand: string | null; name?: string | null }[];
}

/**
 * Untracked names that head list items, against the recorded product lists, which a model made: how many of the names read are
 * of a listed product, and how many of the listed products whose names begin an item are read.
 */
export function listNamesAgainst(listings: readonly Listing[]): {
  read: number;
  listed: number;
  heading: number;
  found: number;
} {
  const reader = compileReader({
    own: { name: "Zalqora", aliases: [], domains: [], about: null },
    rivals: [],
  });
  const sum = { read: 0, listed: 0, heading: 0, found: 0 };
  for (const { answer, prompt, products } of listings) {
    const names = products.flatMap(({ brand, name }) => [brand, name]).map((name) => foldedKey(name ?? ""));
    const listed = [...new Set(names)].filter((name) => name.length > 1);
    if (listed.length === 0) continue;
    const { alsoNamed } = readAnswer(reader, { text: answer, citations: [], prompt });
    const read = alsoNamed.map(({ name }) => foldedKey(name));
    sum.read += read.length;
    sum.listed += read.filter((name) => listed.some((each) => share(each, name))).length;
    const heads = answer.split("\n").map((line) => foldedKey(line.replace(item, "").slice(0, 80)));
    const productNames = new Set(
      products.map(({ name }) => foldedKey(name ?? "")).filter((name) => name !== ""),
    );
    for (const product of productNames) {
      if (!heads.some((head) => head.startsWith(product))) continue;
      sum.heading++;
      if (read.some((name) => share(product, name))) sum.found++;
    }
  }
  return sum;
}

/** The marks before an item: its bullet or number, and emphasis or a link that opens. */
const item = /^\s*(?:[-*•+]|\d{1,2}[.)]|#{1,6})\s+[*_[]*/;

const share = (one: string, other: string): boolean => one.includes(other) || other.includes(one);
