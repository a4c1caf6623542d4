import { runsFromRight } from "../../src/figures/isolate-direction.ts";
import { tooLong } from "../words/form.ts";

/**
 * What a field of free text shows. It takes its direction from the first letter that is typed (`dir="auto"` makes browsers look for
 * half a minute where somebody pastes 10 MB), and says what is too long, in characters, instead of cutting it.
 */
export const freeText = (value: string, most?: number) => ({
  value,
  dir: runsFromRight(value) ? ("rtl" as const) : ("ltr" as const),
  ref(element: HTMLInputElement | HTMLTextAreaElement | null) {
    const count = most === undefined ? 0 : [...value].length;
    element?.setCustomValidity(most !== undefined && count > most ? tooLong(count, most) : "");
  },
});
