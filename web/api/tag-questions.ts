import { answerTo, api, type Schemas } from "./client.ts";
import { learn, type Question } from "./resource.ts";

export type TagList = Schemas["TagList"];

/** A project's tags, and its prompts with theirs. */
export const tagsOf = (projectId: string): Question<TagList> => ({
  key: `tags ${projectId}`,
  ask: () => answerTo(() => api.GET("/projects/{projectId}/tags", { params: { path: { projectId } } })),
});

/** Prompts that one request changes at most. */
const promptsAtOnce = 500;

/** Adds a tag to prompts, or takes it from them. Throws ApiProblem. */
export async function changeTag(
  projectId: string,
  promptKeys: readonly string[],
  change: { add: string } | { remove: string },
): Promise<void> {
  const tags = "add" in change ? { add: [change.add] } : { remove: [change.remove] };
  for (let from = 0; from < promptKeys.length; from += promptsAtOnce) {
    const body = { promptKeys: promptKeys.slice(from, from + promptsAtOnce), ...tags };
    const changed = await answerTo(() =>
      api.PATCH("/projects/{projectId}/tags", { params: { path: { projectId } }, body }),
    );
    learn(tagsOf(projectId), changed);
  }
}
