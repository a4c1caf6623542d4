import { createHash } from "node:crypto";
import { foldedKey } from "../../src/reader/text/fold.ts";
import { type Case, casesOfLines } from "../homonym/examples.ts";

/** The cases of `unseen-cases.txt`. The model is not fitted on them; confidence is, on those whose errors may be looked at. */
export const readUnseenCases = (): Case[] => casesOfLines(new URL("unseen-cases.txt", import.meta.url));

/**
 * The hard cases of a third of the brands, by their hash, which only measure: nobody who works on the reader looks at
 * them, and nothing is fitted on them. The others are in `bench/homonym/hard-cases.txt`.
 */
export const readHardCasesLeftOut = (): Case[] => casesOfLines(new URL("hard-cases.txt", import.meta.url));

/** Texts like ordinary answers, with the brand named as often as there. They only measure, as the hard cases left out do. */
export const readNaturalCases = (): Case[] => casesOfLines(new URL("natural.txt", import.meta.url));

/** Whether the errors on a brand's cases are never looked at: half of the brands, by their hash. */
export function isOnlyMeasured(brand: string): boolean {
  const hash = createHash("sha256")
    .update(`unseen ${foldedKey(brand)}`)
    .digest();
  return (hash[0] as number) < 128;
}
