import { answerTo, api, type Schemas } from "./client.ts";
import { learn, type Question } from "./resource.ts";

export type WatchList = Schemas["WatchList"];
export type Watch = WatchList["watches"][number];

/** What a project watches, with the changes that have been told and are not over. */
export const watchesOf = (projectId: string): Question<WatchList> => ({
  key: `watches ${projectId}`,
  ask: () => answerTo(() => api.GET("/projects/{projectId}/watches", { params: { path: { projectId } } })),
});

/** Replaces the watches. Throws ApiProblem. */
export async function changeWatches(projectId: string, watches: readonly Watch[]): Promise<void> {
  const body = {
    watches: watches.map(({ metric, of, competitor, where, direction, at_least }) => ({
      ...{ metric, of, competitor, where, direction, atLeast: at_least },
    })),
  };
  const changed = await answerTo(() =>
    api.PUT("/projects/{projectId}/watches", { params: { path: { projectId } }, body }),
  );
  learn(watchesOf(projectId), changed);
}
