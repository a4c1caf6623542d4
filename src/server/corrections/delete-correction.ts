import { Type } from "typebox";
import { action } from "../api/action.ts";
import { deleted, projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { Deleted } from "../api/schema/schema.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import { lockProject, updateProject } from "../projects/projects.ts";
import { correction } from "./correction-examples.ts";
import { deleteCorrection as remove } from "./corrections.ts";
import { withoutAlias } from "./project-aliases.ts";

export const deleteCorrection = action({
  name: "delete_correction",
  http: "DELETE /v1/projects/{projectId}/corrections/{correctionId}",
  summary: "Take back a correction, or the name that it added. Stored answers are read again.",
  description: "What it changed is undone once the stored answers have been read again.",
  tag: "projects",
  scope: "projects:write",
  effect: "deletes",
  limit: "write",
  on: "project",
  problems: ["CORRECTION_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    correctionId: Type.String({ description: "Id of the correction." }),
  }),
  output: Deleted,
  example: () => ({
    fields: { projectId, correctionId: correction.id },
    answers: deleted,
  }),
}).run(async ({ caller, project: { id: projectId }, now, queue, write }, { correctionId }) => {
  const id = canonicalUuid(correctionId);
  if (!id) throw new Problem("CORRECTION_NOT_FOUND");
  const replied = await write(async (db) => {
    const project = await lockProject(db, caller, projectId);
    const gone = await remove(db, projectId, id);
    if (!gone) throw new Problem("CORRECTION_NOT_FOUND");
    const { kind, brand, text } = gone;
    const nextProject = kind === "alias" ? withoutAlias(project, { alias: text, brand }) : project;
    if (nextProject !== project) await updateProject(db, nextProject, now());
    await queue.enqueueReread(db, projectId);
    return reply({ id, deleted: true });
  });
  queue.wake();
  return replied;
});
