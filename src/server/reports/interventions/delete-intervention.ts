import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted, projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reportExamples } from "../report-examples.ts";
import { deleteIntervention as remove } from "./interventions.ts";

export const deleteIntervention = action({
  name: "delete_intervention",
  http: "DELETE /v1/projects/{projectId}/interventions/{interventionId}",
  summary: "Delete an intervention; reports stay as they are.",
  description: "Its effect is no longer shown. Nothing else changes.",
  tag: "analysis",
  scope: "projects:write",
  effect: "deletes",
  limit: "write",
  on: "project",
  problems: ["INTERVENTION_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    interventionId: Type.String({ description: "Id of the intervention." }),
  }),
  output: Deleted,
  example: () => ({
    fields: { projectId, interventionId: reportExamples().intervention.id },
    answers: deleted,
  }),
}).run(async ({ project, write }, { interventionId }) => {
  const id = canonicalUuid(interventionId);
  if (!id) throw new Problem("INTERVENTION_NOT_FOUND");
  return write(async (db) => {
    if (!(await remove(db, project.id, id))) throw new Problem("INTERVENTION_NOT_FOUND");
    return reply({ id, deleted: true });
  });
});
