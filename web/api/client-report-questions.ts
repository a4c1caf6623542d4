import { answerTo, api, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type ClientReport = Schemas["ClientReport"];
export type ClientIssue = Schemas["ClientIssue"];

/** To whom a project's reports go by themselves; of editors and above alone. */
export const clientReportOf = (projectId: string): Question<ClientReport> => ({
  key: `client report ${projectId}`,
  ask: () =>
    answerTo(() => api.GET("/projects/{projectId}/client-report", { params: { path: { projectId } } })),
});

/** The projects whose reports go to clients, as many as one answer has. */
export const clientReportList = (): Question<Schemas["ListedClientReport"][]> => ({
  key: "client reports",
  ask: () => answerTo(() => api.GET("/client-reports")),
});
