import { inDigits, quantity } from "../figures/number.ts";

/** What every table says. */
export const table = {
  filter: "Filter",
  csv: "CSV",
  csvOf: (what: string): string => `Download ${what} as shown, as CSV`,
  of: (count: number, all: number): string => `${inDigits(count)} of ${quantity(all, "row")}`,
  none: "Nothing here has all of these words.",
};
