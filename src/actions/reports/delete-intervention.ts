import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteIntervention as remove } from "../../store/reports/interventions.ts";
import { deleted, projectId } from "../examples/northwind.ts";
import { reportExamples } from "../examples/reports.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { Deleted } from "../schema/schema.ts";

export const deleteIntervention = action({
  name: "delete_intervention",
  http: "DELETE /v1/projects/{projectId}/interventions/{interventionId}",
  summary: "Delete an intervention; reports stay as they are.",
  description: "Its effect is no longer shown. Nothing else changes.",
  tag: "analysis",
  scope: "projects:write",
  effect: "deletes",
  limit: "read",
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
