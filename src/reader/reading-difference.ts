import type { Brand, TrackedBrands } from "./brand.ts";

/** What can differ between the terms of two readings. */
export const readingDifferences = ["brand", "rivals", "method", "corrections"] as const;
export type ReadingDifference = (typeof readingDifferences)[number];

/** The brands and the method that the answers of a report were read with. */
export interface ReadFor {
  brands: TrackedBrands;
  methodVersion: string | null;
}

/** The differences between two readings; the order of rivals, aliases and domains does not count. */
export function readingDifferencesOf(one: ReadFor, other: ReadFor): ReadingDifference[] {
  const [a, b] = [one.brands, other.brands];
  return [
    ...(sameBrand(a.own, b.own) ? [] : ["brand" as const]),
    ...(rivalsOf(a) === rivalsOf(b) ? [] : ["rivals" as const]),
    ...(one.methodVersion === other.methodVersion ? [] : ["method" as const]),
    ...(correctionsOf(a) === correctionsOf(b) ? [] : ["corrections" as const]),
  ];
}

const correctionsOf = ({ corrections = [] }: TrackedBrands): string =>
  JSON.stringify(corrections.map(({ id }) => id).sort());

const sameBrand = (a: Brand, b: Brand): boolean => textOf(a) === textOf(b);

const rivalsOf = ({ rivals }: TrackedBrands): string => JSON.stringify(rivals.map(textOf).sort());

const textOf = ({ name, aliases, domains, about }: Brand): string =>
  JSON.stringify([name, [...aliases].sort(), [...domains].sort(), about]);
