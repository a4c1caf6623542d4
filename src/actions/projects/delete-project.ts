import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteProject as removeProject } from "../../store/projects/project-deletion.ts";
import { deleted, projectId } from "../examples/northwind.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { Deleted } from "../schema/schema.ts";

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
  const given = await write(async (db) => {
    running = await removeProject(
      db,
      { organizationId: caller.organizationId, projectId: project.id },
      now(),
    );
    return reply({ id: project.id, deleted: true });
  });
  for (const reportId of running) queue.stopAsking(reportId);
  return given;
});
