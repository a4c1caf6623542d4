import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { listInterventions as interventionsOf } from "../../store/reports/interventions.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { viewFields } from "../schema/view-terms.ts";
import { withEffects } from "./steps/interventions-with-effects.ts";
import { InterventionView } from "./views/intervention-view.ts";

const usual = 10;

export const listInterventions = action({
  name: "list_interventions",
  http: "GET /v1/projects/{projectId}/interventions",
  summary: "List what was done to be named more often, newest first, each with what came of it.",
  tag: "analysis",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
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
}).run(async ({ db, cursors, project }, { limit = usual, cursor }) => {
  const scope = `interventions ${project.id}`;
  const sealed = cursors.open(scope, cursor);
  const before = sealed ? (JSON.parse(sealed) as { at: string; id: string }) : undefined;
  const found = await interventionsOf(db, project.id, { limit: limit + 1, before });
  const page = found.slice(0, limit);
  const more = found.length > limit;
  const { at, id } = page.at(-1) ?? { at: "", id: "" };
  return reply(await withEffects(db, page), {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, JSON.stringify({ at, id })) : null,
      has_more: more,
    },
  });
});
