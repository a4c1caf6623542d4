import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted, projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { Problem } from "../../kernel/problem.ts";
import { deleteConnection } from "./cms-connections.ts";

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
