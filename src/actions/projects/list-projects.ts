import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { listProjects as projectsOf } from "../../store/projects/projects.ts";
import { cursor } from "../examples/northwind.ts";
import { project } from "../examples/projects.ts";
import { pageFields, pageOf } from "../schema/page-terms.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

export const listProjects = action({
  name: "list_projects",
  http: "GET /v1/projects",
  summary: "List your projects, newest first.",
  description: "Start here: most operations take the `id` of a project.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  paged: true,
  input: Type.Object(pageFields("Projects")),
  output: Type.Array(ProjectView),
  example: () => ({
    fields: { limit: 500, cursor },
    answers: { ProjectList: { summary: "One project", data: [project] } },
  }),
}).run(async ({ db, caller, cursors, engines }, terms) => {
  const page = pageOf(cursors, `list_projects ${caller.organizationId}`, terms);
  return page.reply(await projectsOf(db, caller, page.wanted), (project) =>
    projectView(project, engines.configured()),
  );
});
