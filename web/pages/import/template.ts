import { csvOf } from "../../figures/csv.ts";

/** A file to begin with: the headings, and two answers as examples. */
export const templateOf = (brand: string, today: string): string =>
  csvOf([
    ["prompt", "assistant", "answer", "date", "sources", "model", "tags"],
    [
      ...["Which one should I buy?", "ChatGPT", `Many people like ${brand}.`, today],
      ...["https://example.com/test https://example.org/review", "gpt-5", "Buying"],
    ],
    [
      "Which one should I buy?",
      "Claude",
      "It depends on what you need, and on your budget.",
      today,
      "",
      "",
      "",
    ],
  ]);
