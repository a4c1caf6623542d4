import { pointsInWords } from "../../src/figures/figures-in-words.ts";
import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { quantity } from "../figures/number.ts";

/** Grouping prompts by tags. */
export const tags = {
  edit: "Edit tags",
  done: "Done",
  title: "Tags",
  says: "Tags group prompts by product or topic. Reports, also earlier ones, show figures for each tag. What is asked stays the same.",
  filter: "Filter prompts",
  untagged: "Without a tag",
  selectAll: (count: number): string => `Select ${quantity(count, "prompt")} shown`,
  select: (prompt: string): string => `Select ${prompt}`,
  selected: (count: number): string => `${quantity(count, "prompt")} selected`,
  tag: "Tag",
  placeholder: "For example, a product",
  add: "Add tag",
  take: "Remove tag",
  takeOne: (tag: string): string => `Remove tag ${tag}`,
  rename: "Rename a tag",
  renameSays:
    "On all its prompts, and in the watches of it. A name that another tag has makes one tag of both.",
  newName: "New name",
  suggested: "Suggested, from words that prompts share",
  noneSelected: "Select prompts first.",
  added: (tag: string, count: number): string =>
    `${isolateDirection(tag)} added to ${quantity(count, "prompt")}.`,
  removed: (tag: string, count: number): string =>
    `${isolateDirection(tag)} removed from ${quantity(count, "prompt")}.`,
  byTag: "By tag",
  prompts: "Prompts",
  mentionRate: "Named in",
  against: "Against the other prompts",
  points: (value: number): string => {
    const points = pointsInWords(value);
    return /^\d/.test(points) ? `${value > 0 ? "+" : "−"}${points}` : points;
  },
  close: "Too close to call",
  byTagSays: "All tags are judged together. A difference is shown only if it is clear.",
};
