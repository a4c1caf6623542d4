import { answerTo, api, everyPrompt, type Schemas } from "./client.ts";
import { learn, type Question } from "./resource.ts";

export type TagList = Schemas["TagList"];

/** A project's tags, and its prompts with theirs. */
export const tagsOf = (projectId: string): Question<TagList> => ({
  key: `tags ${projectId}`,
  of: projectId,
  ask: () =>
    everyPrompt(({ cursor }) =>
      api.GET("/projects/{projectId}/tags", {
        params: { path: { projectId }, query: cursor === undefined ? {} : { cursor } },
      }),
    ),
});

/** A project's tags, the commonest first. */
export const tagNames = (projectId: string): Question<TagList["tags"]> => ({
  key: `tag names ${projectId}`,
  of: projectId,
  ask: async () => {
    const params = { path: { projectId }, query: { limit: 1 } };
    return (await answerTo(() => api.GET("/projects/{projectId}/tags", { params }))).tags;
  },
});

/** Prompts that one request changes at most. */
const promptsAtOnce = 500;

/** Adds a tag to prompts, takes one from them, or does both in one, which renames a tag also where it is watched. Throws ApiProblem. */
export async function changeTag(
  list: TagList,
  promptKeys: readonly string[],
  { add, remove }: { add?: string; remove?: string },
): Promise<void> {
  const projectId = list.project_id;
  const tagChange = { ...(remove ? { remove: [remove] } : {}), ...(add ? { add: [add] } : {}) };
  const changed = new Map(list.prompts.map((each) => [each.prompt_key, each]));
  for (let from = 0; from < promptKeys.length; from += promptsAtOnce) {
    const body = { promptKeys: promptKeys.slice(from, from + promptsAtOnce), ...tagChange };
    const { tags, prompts } = await answerTo(() =>
      api.PATCH("/projects/{projectId}/tags", { params: { path: { projectId } }, body }),
    );
    for (const each of prompts) changed.set(each.prompt_key, { ...changed.get(each.prompt_key), ...each });
    learn(tagsOf(projectId), { project_id: projectId, tags, prompts: [...changed.values()] });
  }
}
