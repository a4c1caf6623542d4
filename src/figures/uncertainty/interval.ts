/** A 95% interval. */
export type Interval = [low: number, high: number];

/** How far a rate can be trusted, by how many independent answers it is worth. */
export type Confidence = "directional" | "moderate" | "strong";

export function confidenceOf(effective: number): Confidence {
  if (effective < 20) return "directional";
  return effective < 100 ? "moderate" : "strong";
}

/** Sums of fractions that are equal on paper differ by less than this. */
const alike = 1e-9;

/** Whether one sum of fractions exceeds another by more than rounding. */
export const isMore = (one: number, other: number): boolean =>
  one - other > alike * Math.max(1, Math.abs(one), Math.abs(other));

export const isEqual = (one: number, other: number): boolean => !isMore(one, other) && !isMore(other, one);

/** Sorts sums of fractions in descending order; those that are equal on paper are equal. */
export const moreFirst = (one: number, other: number): number => (isEqual(one, other) ? 0 : other - one);
