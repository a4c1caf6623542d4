import { type Effect, effectOf } from "../../../domain/report/effect/effect.ts";
import type { Intervention } from "../../../domain/report/effect/intervention.ts";
import type { Db } from "../../../store/db/db.ts";
import { cellsAround } from "../../../store/reports/interventions.ts";
import { interventionView } from "../views/intervention-view.ts";

/** What came of an intervention, by the reports that there are. */
export async function effectSoFar(
  db: Db,
  { projectId, at, promptKeys, smallestWorth }: Intervention,
): Promise<Effect> {
  return effectOf(await cellsAround(db, projectId, at), promptKeys, smallestWorth);
}

/** Interventions of one project, each with what came of it so far. */
export async function withEffects(db: Db, interventions: readonly Intervention[]) {
  const views = [];
  for (const intervention of interventions) {
    views.push(interventionView(intervention, await effectSoFar(db, intervention)));
  }
  return views;
}
