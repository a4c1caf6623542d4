import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { listProjects as projectsOf } from "../../store/projects/projects.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

export const listProjects = action({
  name: "list_projects",
  http: "GET /v1/projects",
  summary: "List your projects, newest first.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  input: Type.Object({}),
  output: Type.Array(ProjectView),
}).run(async ({ db, caller, engines }) => {
  const projects = await projectsOf(db, caller.userId);
  return projects.map((project) => projectView(project, engines.configured()));
});
