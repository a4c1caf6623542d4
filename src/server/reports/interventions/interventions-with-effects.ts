import type { Done } from "../../../figures/brief/done.ts";
import { type Effect, effectOf } from "../../../figures/effect/effect.ts";
import type { Intervention } from "../../../figures/effect/intervention.ts";
import type { Db } from "../../db/db.ts";
import { interventionView } from "./intervention-view.ts";
import { cellsAround, interventionsUpTo } from "./interventions.ts";

/** What came of an intervention, by the reports that there are. */
async function effectSoFar(db: Db, intervention: Intervention): Promise<Effect> {
  return effectOf(await cellsAround(db, intervention), intervention);
}

/** Interventions of one project, each with what came of it so far. */
export async function withEffects(db: Db, interventions: readonly Intervention[]) {
  const views = [];
  for (const intervention of interventions) {
    views.push(interventionView(intervention, await effectSoFar(db, intervention)));
  }
  return views;
}

/** The newest interventions of a stretch of time, newest first, each with what came of it so far. */
export async function doneBetween(
  db: Db,
  projectId: string,
  { from, to, most }: { from: Date; to: string; most: number },
): Promise<Done[]> {
  const found = await interventionsUpTo(db, projectId, to, most);
  const done: Done[] = [];
  for (const intervention of found) {
    const { id, at, title } = intervention;
    if (new Date(at) < from) break;
    done.push({ intervention: { id, at, title }, effect: await effectSoFar(db, intervention) });
  }
  return done;
}
