import { Type } from "typebox";
import { tagFault, tagLengthMax, tagsPerPrompt } from "../../../figures/tags/tag.ts";
import type { Issue } from "../../kernel/problem.ts";

export const TagList = (description: string) =>
  Type.Array(Type.String({ maxLength: tagLengthMax }), {
    maxItems: tagsPerPrompt,
    description,
  });

/** What is wrong with tags that a request's body has at this path, beyond what their schema says. */
export const checkTags = (tags: readonly string[], path: string): Issue[] =>
  tags.flatMap((tag, index) => {
    const fault = tagFault(tag);
    return fault ? [{ in: "body" as const, path: `${path}/${index}`, ...fault }] : [];
  });
