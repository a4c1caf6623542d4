import { isolated } from "../figures/isolated.ts";
import { counted } from "../figures/number.ts";
import { assistant } from "../words.ts";

/** Grouping prompts by tags. */
export const tags = {
  choose: "Tag",
  all: "All tags",
  option: (tag: string, prompts: number): string => `${tag} (${prompts})`,
  assistant: "Assistant",
  allAssistants: "All assistants",
  /** What part of the answers a page is about. */
  only: (prompts: number, tag?: string, provider?: string): string => {
    const asked = tag
      ? `the ${counted(prompts, "prompt")} tagged ${isolated(tag)}`
      : counted(prompts, "prompt");
    const part = provider ? `the answers of ${assistant(provider)} to ${asked}` : asked;
    return `Only ${part}, with a likely range of their own.`;
  },
  edit: "Edit tags",
  done: "Done",
  title: "Tags",
  says: "Tags group prompts by product or topic. Reports, also earlier ones, show figures for each tag. What is asked stays the same.",
  filter: "Filter prompts",
  untagged: "Without a tag",
  selectAll: (count: number): string => `Select ${counted(count, "prompt")} shown`,
  select: (prompt: string): string => `Select ${prompt}`,
  selected: (count: number): string => `${counted(count, "prompt")} selected`,
  tag: "Tag",
  placeholder: "For example, a product",
  add: "Add tag",
  take: "Remove tag",
  takeOne: (tag: string): string => `Remove tag ${tag}`,
  suggested: "Suggested, from words that prompts share",
  noneSelected: "Select prompts first.",
  added: (tag: string, count: number): string => `${isolated(tag)} added to ${counted(count, "prompt")}.`,
  taken: (tag: string, count: number): string => `${isolated(tag)} removed from ${counted(count, "prompt")}.`,
  byTag: "By tag",
  prompts: "Prompts",
  named: "Named in",
  against: "Against the other prompts",
  points: (value: number): string => `${value > 0 ? "+" : "−"}${Math.abs(Math.round(value * 100))} points`,
  close: "Too close to call",
  judged: "All tags are judged together. A difference is shown only if it is clear.",
};
