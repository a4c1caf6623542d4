import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteConnection } from "../../store/content/cms-connections.ts";
import { deleted, projectId } from "../examples/northwind.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { Deleted } from "../schema/schema.ts";

export const deleteCmsConnection = action({
  name: "delete_cms_connection",
  http: "DELETE /v1/projects/{projectId}/cms-connection",
  summary: "Disconnect a project's blog and delete its credentials.",
  description: "Published posts stay on the blog.",
  tag: "setup",
  scope: "projects:write",
  role: "admin",
  effect: "deletes",
  limit: "write",
  on: "project",
  problems: ["CMS_CONNECTION_NOT_FOUND"],
  input: Type.Object({ projectId: ProjectId }),
  output: Deleted,
  example: () => ({ fields: { projectId }, answers: deleted }),
}).run(async ({ project, write }) =>
  write(async (db) => {
    if (!(await deleteConnection(db, project.id))) throw new Problem("CMS_CONNECTION_NOT_FOUND");
    return reply({ id: project.id, deleted: true });
  }),
);
