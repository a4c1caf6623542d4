import { createHash } from "node:crypto";
import { foldedKey } from "../../src/reader/text/fold.ts";

/** Languages of the cases that no rule, word list or weight was made with, chosen by their hashes. */
const languagesLeftOut = 5;

/** Whether a brand of the second half of the labels was left out of all work on the reader: a quarter, by its hash. */
export function isLeftOut(brand: string): boolean {
  return (hashOf(foldedKey(brand))[0] as number) < 64;
}

/** The languages left out in the same way; English is never one. */
export function leftOutLanguages(all: Iterable<string>): Set<string> {
  const others = [...new Set(all)].filter((language) => language !== "en");
  const byHash = others.map((language) => ({ language, hash: hashOf(language).toString("hex") }));
  byHash.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Set(byHash.slice(0, languagesLeftOut).map(({ language }) => language));
}

/** One of twenty groups of brands, by hash, that are left out together. */
export function groupOf(brand: string): string {
  return String((hashOf(`group ${foldedKey(brand)}`)[0] as number) % 20);
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
