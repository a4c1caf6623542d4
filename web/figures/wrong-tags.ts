import { hiddenInTag } from "../../src/figures/tags/tags-in-cell.ts";
import { limits } from "../api/limits.ts";

/** Whether the server would refuse the tags of a prompt. */
export function areWrongTags(tags: readonly string[]): boolean {
  const { max, each } = limits.SavedPromptInput.tags;
  return tags.length > max || tags.some((tag) => [...tag].length > each.max || hiddenInTag.test(tag));
}
