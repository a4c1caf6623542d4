import { tooLong } from "../words.ts";

/**
 * What a field of free text shows. It takes its direction from what is typed, and says what is too long, in characters,
 * instead of cutting it.
 */
export const freeText = (value: string, most?: number) => ({
  value,
  dir: "auto" as const,
  ref(element: HTMLInputElement | HTMLTextAreaElement | null) {
    const count = most === undefined ? 0 : [...value].length;
    element?.setCustomValidity(most !== undefined && count > most ? tooLong(count, most) : "");
  },
});
