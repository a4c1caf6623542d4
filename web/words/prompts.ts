import { quantity } from "../figures/number.ts";

/** Changing the list of saved prompts. */
export const promptList = {
  edit: "Edit the list",
  title: "Edit the prompts",
  says: "One prompt a line. A line that you delete is not asked any more; its answers stay in the reports.",
  label: "Prompts",
  change: (added: number, removed: number): string =>
    [
      added > 0 && `${quantity(added, "prompt")} added`,
      removed > 0 && `${quantity(removed, "prompt")} removed`,
    ]
      .filter(Boolean)
      .join(", "),
  same: "Nothing is changed.",
  keeps: (common: number): string =>
    common === 0
      ? "No prompt is left of those asked so far, so the next report cannot be compared with them."
      : `The next report is compared over the ${quantity(common, "prompt")} that ${common === 1 ? "stays" : "stay"}.`,
  save: "Save the list",
};

/** The prompts of the newest report. */
export const prompts = {
  viewer: "An editor can add prompts.",
  title: "Prompts",
  says: (prompts: number): string => `${quantity(prompts, "prompt")} in the newest report, weakest first.`,
  none: "No prompt has been asked so far.",
  prompt: "Prompt",
  mentionRate: "Named in",
  branded: "names a brand, so it is not in the figures of the report",
  visibility: "Visibility",
  ahead: "Scores higher there, maybe by chance",
  unasked: "Saved, without answers in the newest report",
  add: "Add prompts",
  keeps: "Figures stay comparable: a change is judged over the prompts that both reports have.",
  save: (count: number): string => (count === 0 ? "Save" : `Save ${quantity(count, "prompt")}`),
};
