import { Type } from "typebox";
import { action } from "../api/action.ts";
import { deleted, projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { Deleted } from "../api/schema/schema.ts";
import { deleteProject as removeProject } from "./project-deletion.ts";

export const deleteProject = action({
  name: "delete_project",
  http: "DELETE /v1/projects/{projectId}",
  summary: "Delete a project and everything in it.",
  description: "Deletes its reports, answers, drafts and links. This cannot be undone.",
  tag: "setup",
  scope: "projects:write",
  effect: "deletes",
  limit: "write",
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: Deleted,
  example: () => ({ fields: { projectId }, answers: deleted }),
}).run(async ({ caller, now, project, queue, write }) => {
  let running: string[] = [];
  const response = await write(async (db) => {
    running = await removeProject(
      db,
      { organizationId: caller.organizationId, projectId: project.id },
      now(),
    );
    return reply({ id: project.id, deleted: true });
  });
  for (const reportId of running) queue.stopAsking(reportId);
  return response;
});
