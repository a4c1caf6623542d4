/** The one place where figures are rounded. Source: docs/contract/requests.md. */

/** Rates and shares: fractions with 4 decimals. */
export const share = (value: number): number => rounded(value, 10_000);

/** Scores: 0-100 with 1 decimal. */
export const score = (value: number): number => rounded(value, 10);

/** Effective answers: 1 decimal. */
export const answers = (value: number): number => rounded(value, 10);

/** Positions: 2 decimals. */
export const position = (value: number): number => rounded(value, 100);

/** US dollars to the millionth: one short answer costs less than a cent. */
export const dollars = (value: number): number => rounded(value, 1_000_000);

/** The same rounding, keeping null. */
export const orNull = (round: (value: number) => number, value: number | null): number | null =>
  value === null ? null : round(value);

/** Both ends of an interval, rounded in its metric's unit. */
export const interval = (
  round: (value: number) => number,
  ends: readonly [number, number] | null,
): [number, number] | null => (ends === null ? null : [round(ends[0]), round(ends[1])]);

// Adding 0 turns -0 into 0.
const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts + 0;
