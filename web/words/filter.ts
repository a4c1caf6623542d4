import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { quantity } from "../figures/number.ts";
import type { Filter } from "../filter.ts";
import { assistant } from "../words.ts";

type OfEachTerm = Record<keyof Filter, string>;

/** What part of the answers a page is about. */
export const filter = {
  labels: { tag: "Tag", provider: "Assistant" } satisfies OfEachTerm,
  all: { tag: "All tags", provider: "All assistants" } satisfies OfEachTerm,
  tagOption: (tag: string, prompts: number): string => `${tag} (${prompts})`,
  noTag: (tag: string): string => `No prompt has the tag ${isolateDirection(tag)}. It may have another name.`,
  allPrompts: "Show all prompts",
  only: (prompts: number, { tag, provider }: Filter): string => {
    const subject = tag
      ? `the ${quantity(prompts, "prompt")} tagged ${isolateDirection(tag)}`
      : quantity(prompts, "prompt");
    const about = provider ? `the answers of ${assistant(provider)} to ${subject}` : subject;
    return `Only ${about}, with a likely range of their own.`;
  },
};
