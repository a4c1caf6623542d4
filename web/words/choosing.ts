import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { quantity } from "../figures/number.ts";

/** Choosing prompts to look at. */
export const choosing = {
  intent: "Intent",
  anyIntent: "All intents",
  noIntent: "Without an intent",
  words: "Filter prompts",
  brand: "Brand",
  ofAll: (count: number, all: number): string => `${count} of ${quantity(all, "prompt")}`,
  names: (brand: string): string => `A filled box is an answer that names ${isolateDirection(brand)}.`,
};
