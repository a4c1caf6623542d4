import { Type } from "typebox";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { project } from "./project-examples.ts";
import { ProjectView, projectView } from "./project-view.ts";

export const getProject = action({
  name: "get_project",
  http: "GET /v1/projects/{projectId}",
  summary: "Read one project.",
  description: "Its settings, and the ids of its newest report and crawl.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: ProjectView,
  example: () => ({
    fields: { projectId },
    answers: { Project: { summary: "A project that has not been run", data: project } },
  }),
}).run(async ({ project, engines }) => projectView(project, engines.configured()));
