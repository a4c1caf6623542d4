import { type Static, Type } from "typebox";
import { promptsByTag, type TagsByPrompt } from "../../../domain/project/tag.ts";
import { Closed, Uuid } from "../../schema/schema.ts";
import { showAs } from "../../schema/shown-as.ts";

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
          tags: Type.Array(Type.String(), { description: "Its tags." }),
        }),
        { name: "TaggedPrompt" },
      ),
      { description: "The prompts that have tags, saved or only in reports." },
    ),
  },
  { title: "TagList", description: "The tags of a project and which prompts have them." },
);

export const tagListView = (projectId: string, tags: TagsByPrompt): Static<typeof TagListView> => ({
  project_id: projectId,
  tags: promptsByTag(tags).map(({ tag, promptKeys }) => ({ tag, prompt_count: promptKeys.length })),
  prompts: [...tags].map(([prompt_key, tags]) => ({ prompt_key, tags: [...tags] })),
});
