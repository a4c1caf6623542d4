import { quantity } from "../figures/number.ts";

/** What assistants searched for, on the page of sources. */
export const searches = {
  title: "What the assistants searched for",
  label: "Searches",
  head: "Search",
  assistants: "Assistants",
  answers: "Answers",
  none: "No assistant says what it searched for in this report.",
  silent: (answers: number): string =>
    `${quantity(answers, "answer")} came without saying what was searched for, if anything.`,
};
