import type { Done } from "../../../figures/brief/done.ts";
import { type Effect, effectInSteps } from "../../../figures/effect/effect.ts";
import type { Intervention } from "../../../figures/effect/intervention.ts";
import type { Db } from "../../db/db.ts";
import { cacheOfBytes } from "../../db/memory/held-bytes.ts";
import { createPace, inSteps } from "../../kernel/pace.ts";
import { interventionView } from "./intervention-view.ts";
import { cellsAround, interventionsUpTo, type ReadingsAround, readingsAround } from "./interventions.ts";

/** Some ten thousand, keyed by the intervention, which never changes, and the readings that it is judged by. */
const effects = cacheOfBytes<Effect>(4_000_000);
const making = new Map<string, Promise<Effect>>();

/** What came of an intervention, by the reports that there are: worked out once, for all who ask. */
async function effectSoFar(db: Db, intervention: Intervention): Promise<Effect> {
  const around = await readingsAround(db, intervention);
  const key = `${intervention.id} ${around.before.join()} ${around.after.join()}`;
  const cachedEffect = effects.get(key) ?? making.get(key);
  if (cachedEffect) return cachedEffect;
  const computation = effectOver(db, intervention, around).finally(() => making.delete(key));
  making.set(key, computation);
  const effect = await computation;
  effects.set(key, effect);
  return effect;
}

/** In steps: to hand the cells to a thread would take as long as to count them. */
async function effectOver(db: Db, intervention: Intervention, around: ReadingsAround): Promise<Effect> {
  const cells = await cellsAround(db, intervention.projectId, around);
  return inSteps(effectInSteps(cells, intervention), pace);
}

/** One for all: what several ask for at once has gaps in it, too. */
const pace = createPace();

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
  const interventions = await interventionsUpTo(db, projectId, to, most);
  const done: Done[] = [];
  for (const intervention of interventions) {
    const { id, at, title } = intervention;
    if (new Date(at) < from) break;
    done.push({ intervention: { id, at, title }, effect: await effectSoFar(db, intervention) });
  }
  return done;
}
