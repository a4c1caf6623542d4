import { counted, inDigits } from "../figures/number.ts";

/** What every table says. */
export const table = {
  filter: "Filter",
  csv: "CSV",
  csvOf: (what: string): string => `Download ${what} as shown, as CSV`,
  of: (shown: number, all: number): string => `${inDigits(shown)} of ${counted(all, "row")}`,
  none: "Nothing here has all of these words.",
};
