import { primaryLanguage } from "../../../reader/text/language/stemmer.ts";
import { compoundingLanguages } from "./kinship.ts";

/** A shorter one is part of too many words. */
const shortest = 4;

/**
 * Finds the words that a compound is made of, by their stems: what it begins and what it ends with, if these are known. None in a
 * language (BCP 47) that writes its compounds apart.
 */
export function compoundParts(language: string, stems: ReadonlySet<string>): (stem: string) => string[] {
  if (!compoundingLanguages.has(primaryLanguage(language))) return () => [];
  return (stem) => {
    if (stem.length < 2 * shortest || /\d/.test(stem)) return [];
    const parts: string[] = [];
    const begins = longest(stem.length - shortest, (length) => stem.slice(0, length), stems);
    const ends = longest(stem.length - shortest, (length) => stem.slice(-length), stems);
    if (begins !== null) parts.push(begins);
    if (ends !== null && ends !== begins) parts.push(ends);
    return parts;
  };
}

function longest(most: number, part: (length: number) => string, stems: ReadonlySet<string>): string | null {
  for (let length = most; length >= shortest; length -= 1) if (stems.has(part(length))) return part(length);
  return null;
}
