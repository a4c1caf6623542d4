import { answerTo, api, type Schemas } from "./client.ts";
import { type PromptList, projectOf, promptsOf, type Suggestions } from "./questions.ts";
import { type Question, refresh } from "./resource.ts";

/** A prompt to be saved. */
export interface NewPrompt {
  prompt: string;
  intent: string | null;
  tags?: readonly string[];
}

/** Adds prompts after those that are saved; what is known of the project follows. Throws ApiProblem. */
export async function addPrompts(
  { project_id: projectId, prompts }: PromptList,
  more: readonly NewPrompt[],
): Promise<void> {
  const body: Schemas["SetPromptsRequest"] = {
    prompts: [...prompts.map((saved) => ({ ...saved, tags: [] })), ...more].map(
      ({ prompt, intent, tags = [] }) => ({
        ...{ prompt, ...(intent ? { intent } : {}) },
        // Those that are saved keep theirs.
        ...(tags.length > 0 ? { tags: [...tags] } : {}),
      }),
    ),
  };
  await answerTo(() => api.PUT("/projects/{projectId}/prompts", { params: { path: { projectId } }, body }));
  await Promise.all([refresh(promptsOf(projectId)), refresh(projectOf(projectId))]);
}

/** Prompts that a crawl suggests for a project, kept as a test to be asked apart, and not among its saved prompts. */
export const suggestionsFor = (projectId: string, crawlRecordId: string): Question<Suggestions> => ({
  key: `suggestions for ${projectId} ${crawlRecordId}`,
  ask: () =>
    answerTo(() => api.POST("/suggest-prompts", { body: { crawlRecordId, projectId, save: false } })),
});
