import { type Static, Type } from "typebox";
import { promptsByTag, type TagsByPrompt } from "../../../figures/tags/tag.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Closed, Nullable, Uuid } from "../../api/schema/schema.ts";

export const TagListView = Closed(
  {
    project_id: Uuid("Id of the project."),
    tags: Type.Array(
      showAs(
        Closed({
          tag: Type.String({ description: "The tag." }),
          prompt_count: Type.Integer({ minimum: 1, description: "Prompts that have it." }),
        }),
        { name: "Tag" },
      ),
      { description: "The project's tags, the commonest first." },
    ),
    prompts: Type.Array(
      showAs(
        Closed({
          prompt_key: Type.String({ description: "Key of the prompt." }),
          prompt: Nullable(Type.String(), {
            description: "Its text; null if it is neither saved nor in the newest report.",
          }),
          tags: Type.Array(Type.String(), { description: "Its tags." }),
        }),
        { name: "TaggedPrompt" },
      ),
      {
        description:
          "The saved prompts, then those that are only in the newest report, then others that have tags; after a change those that it was about.",
      },
    ),
  },
  { title: "TagList", description: "The tags of a project and which prompts have them." },
);

/** All tags, and these prompts with theirs. `promptTexts`: the texts of prompts. */
export const tagListView = (
  projectId: string,
  tags: TagsByPrompt,
  promptKeys: readonly string[],
  promptTexts: ReadonlyMap<string, string>,
): Static<typeof TagListView> => ({
  project_id: projectId,
  tags: promptsByTag(tags).map(({ tag, promptKeys }) => ({ tag, prompt_count: promptKeys.length })),
  prompts: promptKeys.map((key) => ({
    prompt_key: key,
    prompt: promptTexts.get(key) ?? null,
    tags: [...(tags.get(key) ?? [])],
  })),
});
