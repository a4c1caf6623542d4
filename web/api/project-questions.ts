import { answerTo, api, everyPage, type Schemas } from "./client.ts";
import type { Project } from "./questions.ts";
import { projectList, projectOf } from "./questions.ts";
import { type Question, refresh } from "./resource.ts";

export type ShareLink = Schemas["ShareLink"];
export type Blog = Schemas["CmsConnection"];

/** The blog of a project that has one. */
export const blogOf = (projectId: string): Question<Blog> => ({
  key: `blog ${projectId}`,
  ask: () =>
    answerTo(() => api.GET("/projects/{projectId}/cms-connection", { params: { path: { projectId } } })),
});

export const shareLinksOf = (projectId: string): Question<ShareLink[]> => ({
  key: `shares ${projectId}`,
  of: projectId,
  ask: () =>
    everyPage((cursor) =>
      api.GET("/projects/{projectId}/share-links", {
        params: { path: { projectId }, query: { limit: 200, ...(cursor ? { cursor } : {}) } },
      }),
    ),
});

/** How many reports a project has; `more` where there are more than were counted. */
export const reportCount = (
  projectId: string,
): Question<{ reports: number; drafts: number; more: boolean }> => ({
  key: `report count ${projectId}`,
  of: projectId,
  ask: async () => {
    const limit = 100;
    const reports = await answerTo(() => api.GET("/reports", { params: { query: { projectId, limit } } }));
    const drafts = reports.filter(({ type }) => type === "generated_content").length;
    return { reports: reports.length - drafts, drafts, more: reports.length === limit };
  },
});

/** Changes a project's settings; what is known of it follows. Throws ApiProblem. */
export async function changeProject(
  projectId: string,
  terms: Schemas["UpdateProjectRequest"],
): Promise<Project> {
  const changed = await answerTo(() =>
    api.PATCH("/projects/{projectId}", { params: { path: { projectId } }, body: terms }),
  );
  await Promise.all([refresh(projectOf(projectId)), refresh(projectList())]);
  return changed;
}
