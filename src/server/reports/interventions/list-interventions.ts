import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor, projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { pageOf } from "../../api/schema/page-terms.ts";
import { viewFields } from "../../api/schema/view-terms.ts";
import { reportExamples } from "../report-examples.ts";
import { InterventionView } from "./intervention-view.ts";
import { listInterventions as interventionsOf } from "./interventions.ts";
import { withEffects } from "./interventions-with-effects.ts";

const usual = 10;

export const listInterventions = action({
  name: "list_interventions",
  http: "GET /v1/projects/{projectId}/interventions",
  summary: "List what was done to be named more often, newest first, each with what came of it.",
  description:
    "An effect is the change in its prompts minus the change in the project's other prompts, over reports of saved prompts on each side.",
  tag: "analysis",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  // Each effect is counted from the answers of up to sixteen reports.
  heavy: () => true,
  on: "project",
  paged: true,
  input: Type.Object({
    projectId: ProjectId,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: usual, description: "Interventions per page." }),
    ),
    cursor: viewFields.cursor,
  }),
  output: Type.Array(InterventionView),
  example: () => ({
    fields: { projectId, limit: 10, cursor },
    answers: {
      InterventionList: { summary: "A new page that worked", data: [reportExamples().intervention] },
    },
  }),
}).run(async ({ db, cursors, project }, { limit = usual, cursor }) => {
  const page = pageOf(cursors, `interventions ${project.id}`, { limit, cursor });
  const interventions = await interventionsOf(db, project.id, page.range);
  const views = new Map(
    (await withEffects(db, interventions.slice(0, limit))).map((view) => [view.id, view]),
  );
  // They are sorted by when they were done.
  const places = interventions.map(({ id, at }) => ({ id, createdAt: at }));
  return page.reply(places, ({ id }) => views.get(id)!);
});
