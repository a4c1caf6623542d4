import { Type } from "typebox";
import { action } from "../api/action.ts";
import { cursor } from "../api/examples/northwind.ts";
import { pageFields, pageOf } from "../api/schema/page-terms.ts";
import { project } from "./project-examples.ts";
import { ProjectView, projectView } from "./project-view.ts";
import { listProjects as projectsOf } from "./projects.ts";

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
  return page.reply(await projectsOf(db, caller, page.range), (project) =>
    projectView(project, engines.configured()),
  );
});
