import { type Static, Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Nullable, Uuid } from "../../api/schema/schema.ts";
import type { SavedPrompt } from "../project.ts";

/** A prompt and what its asker wants. */
export const askedPrompt = {
  prompt_key: Type.String({ description: "Key of the prompt, the same in every run." }),
  prompt: Type.String({ description: "Its text." }),
  intent: Nullable(Type.String(), { description: "What the asker wants." }),
};

export const PromptListView = Type.Object(
  {
    project_id: Uuid("Id of the project."),
    prompt_count: Type.Integer({ description: "Number of saved prompts." }),
    prompts: Type.Array(
      showAs(
        Type.Object(
          {
            ...askedPrompt,
            tags: Type.Array(Type.String(), { description: "Its tags." }),
          },
          { additionalProperties: false },
        ),
        { name: "SavedPrompt" },
      ),
      { description: "The saved prompts in their order." },
    ),
  },
  { additionalProperties: false, title: "PromptList" },
);

export const promptListView = (
  projectId: string,
  prompts: readonly SavedPrompt[],
): Static<typeof PromptListView> => ({
  project_id: projectId,
  prompt_count: prompts.length,
  prompts: prompts.map(({ promptKey, prompt, intent, tags }) => ({
    prompt_key: promptKey,
    prompt,
    intent,
    tags,
  })),
});
