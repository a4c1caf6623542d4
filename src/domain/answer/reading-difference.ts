import type { Brand, TrackedBrands } from "../project/brand.ts";

/** In what the terms that two reports were read on can differ. */
export const readingDifferences = ["brand", "rivals", "method", "corrections"] as const;
export type ReadingDifference = (typeof readingDifferences)[number];

/** What the answers of a report were read for, and by which method. */
export interface ReadFor {
  tracked: TrackedBrands;
  methodVersion: string | null;
}

/** In what two readings differ; the order of rivals, aliases and domains is no difference. */
export function readingDifferencesOf(one: ReadFor, other: ReadFor): ReadingDifference[] {
  const [a, b] = [one.tracked, other.tracked];
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
