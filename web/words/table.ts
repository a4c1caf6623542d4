import { counted } from "../figures/number.ts";

/** What every table says. */
export const table = {
  filter: "Filter",
  csv: "CSV",
  csvOf: (what: string): string => `Download ${what} as shown, as CSV`,
  of: (shown: number, all: number): string => `${shown.toLocaleString()} of ${counted(all, "row")}`,
  none: "Nothing here has all of these words.",
};
