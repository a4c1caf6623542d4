import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { listed, quantity } from "../figures/number.ts";

/** Suggested prompts, to be changed and asked. */
export const test = {
  title: "Suggested prompts",
  says: (brand: string, rivals: readonly string[]): string =>
    rivals.length === 0
      ? `To measure ${isolateDirection(brand)}.`
      : `To measure ${isolateDirection(brand)} against ${listed(rivals)}.`,
  prompt: (at: number): string => `Prompt ${at}`,
  remove: "Remove",
  drop: (at: number): string => `Remove prompt ${at}`,
  cost: "Each is put to every assistant of the project. The report stands by itself and leaves the project’s figures alone.",
  ask: (count: number): string => `Ask ${quantity(count, "prompt")}`,
};
