import { isolated } from "../figures/isolated.ts";
import { counted } from "../figures/number.ts";

/** Choosing prompts to look at. */
export const choosing = {
  intent: "Intent",
  anyIntent: "All intents",
  noIntent: "Without an intent",
  words: "Filter prompts",
  brand: "Brand",
  ofAll: (shown: number, all: number): string => `${shown} of ${counted(all, "prompt")}`,
  names: (brand: string): string => `A filled box is an answer that names ${isolated(brand)}.`,
};
