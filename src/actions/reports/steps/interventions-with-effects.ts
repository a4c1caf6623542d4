import { effectOf } from "../../../domain/report/effect/effect.ts";
import type { Intervention } from "../../../domain/report/effect/intervention.ts";
import type { Db } from "../../../store/db/db.ts";
import { cellsAround } from "../../../store/reports/interventions.ts";
import { interventionView } from "../views/intervention-view.ts";

/** Interventions of one project, each with what came of it so far. */
export async function withEffects(db: Db, interventions: readonly Intervention[]) {
  const views = [];
  for (const intervention of interventions) {
    const reports = await cellsAround(db, intervention.projectId, intervention.at);
    views.push(
      interventionView(intervention, effectOf(reports, intervention.promptKeys, intervention.smallestWorth)),
    );
  }
  return views;
}
