import { isolated } from "../figures/isolated.ts";
import { quantity } from "../figures/number.ts";
import { assistant } from "../words.ts";

/** What part of the answers a page is about. */
export const part = {
  tag: "Tag",
  allTags: "All tags",
  option: (tag: string, prompts: number): string => `${tag} (${prompts})`,
  assistant: "Assistant",
  allAssistants: "All assistants",
  noTag: (tag: string): string => `No prompt has the tag ${isolated(tag)}. It may have another name.`,
  allPrompts: "Show all prompts",
  only: (prompts: number, tag?: string, provider?: string): string => {
    const subject = tag
      ? `the ${quantity(prompts, "prompt")} tagged ${isolated(tag)}`
      : quantity(prompts, "prompt");
    const about = provider ? `the answers of ${assistant(provider)} to ${subject}` : subject;
    return `Only ${about}, with a likely range of their own.`;
  },
};
