import { limits } from "../api/limits.ts";
import { quantity } from "../figures/number.ts";

/** Prompts that are pasted, taken from a file or suggested. */
export const promptInput = {
  lines:
    "One prompt a line, or a table with the columns “prompt”, “intent” and “tags” (with “;” between them)",
  file: "Or a file (CSV or text)",
  large: "This is larger than 1 MB.",
  count: (good: number, wrong: number): string =>
    [`${quantity(good, "prompt")} to add`, wrong > 0 && `${quantity(wrong, "row")} left out`]
      .filter(Boolean)
      .join(", "),
  line: (line: number): string => `Line ${line}`,
  wrong: {
    saved: "is saved already",
    twice: "stands here twice",
    long: `is longer than ${limits.PromptInput.prompt.max} characters`,
    empty: "has no prompt",
    intent: `has an intent longer than ${limits.PromptInput.intent.max} characters`,
    tags: `has more than ${limits.SavedPromptInput.tags.max} tags, one longer than ${limits.SavedPromptInput.tags.each.max} characters, or one with a character that is not shown`,
    open: "has a quotation mark that is not closed",
    wide: "has more cells than the table has columns: put text with commas in quotation marks",
  },
  many: (most: number): string => `A project can have ${most} prompts. Leave some out.`,
  look: "What will be added",
  suggest: "Suggest prompts",
  suggested: "Suggested from the website",
  suggestedSays: "Questions that buyers may ask, made from what the website says. They are not saved yet.",
  suggesting: "Prompts are being suggested.",
  noneLeft: "Nothing is suggested that is not saved already.",
  take: "Add",
  takeOne: (prompt: string): string => `Add “${prompt}”`,
  takeAll: (count: number): string => `Add all ${count}`,
  readSite: "Read the website for suggestions",
  apart: "Ask them apart from the project’s prompts",
};
