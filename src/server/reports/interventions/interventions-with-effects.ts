import type { Done } from "../../../figures/brief/done.ts";
import { type Effect, effectInSteps } from "../../../figures/effect/effect.ts";
import type { Intervention } from "../../../figures/effect/intervention.ts";
import type { Db } from "../../db/db.ts";
import { shared } from "../../db/memory/memory.ts";
import { unlessOutage } from "../../kernel/outage.ts";
import { createPace, inSteps } from "../../kernel/pace.ts";
import { interventionView } from "./intervention-view.ts";
import {
  cellsAround,
  findEffects,
  interventionsUpTo,
  keepEffect,
  type ReadingsAround,
  readingsAround,
} from "./interventions.ts";

/** What came of interventions of one project, by the reports that there are: as it lies in the store, otherwise found and kept. */
async function effectsSoFar(db: Db, interventions: readonly Intervention[]): Promise<Effect[]> {
  const [first] = interventions;
  if (!first) return [];
  const storedEffects = await findEffects(
    db,
    first.projectId,
    interventions.map(({ id }) => id),
  );
  const effects: Effect[] = [];
  for (const each of interventions) {
    const { effect, from = null } = storedEffects.get(each.id) ?? {};
    effects.push(effect ?? (await effectFrom(db, each, from)));
  }
  return effects;
}

/** Found once, for all who ask. `from`: null if it is not stored. */
const effectFrom = (db: Db, intervention: Intervention, from: string | null): Promise<Effect> =>
  shared(db, `intervention ${intervention.id} ${from}`, async () => {
    const { projectId, id } = intervention;
    const effect = await effectOver(db, intervention, await readingsAround(db, intervention));
    // What came or went meanwhile may be in it.
    if (from !== null && (await findEffects(db, projectId, [id])).get(id)?.from === from)
      await keepEffect(db, intervention, effect, from).catch(unlessOutage);
    return effect;
  });

/** In steps: to hand the cells to a thread would take as long as to count them. */
async function effectOver(db: Db, intervention: Intervention, around: ReadingsAround): Promise<Effect> {
  const cells = await cellsAround(db, intervention.projectId, around);
  return inSteps(effectInSteps(cells, intervention), pace);
}

/** One for all: what several ask for at once has gaps in it, too. */
const pace = createPace();

/** Interventions of one project, each with what came of it so far. */
export async function withEffects(db: Db, interventions: readonly Intervention[]) {
  const effects = await effectsSoFar(db, interventions);
  return interventions.map((intervention, at) => interventionView(intervention, effects[at]!));
}

/** The newest interventions of a stretch of time, newest first, each with what came of it so far. */
export async function doneBetween(
  db: Db,
  projectId: string,
  { from, to, most }: { from: Date; to: string; most: number },
): Promise<Done[]> {
  const interventions = (await interventionsUpTo(db, projectId, to, most)).filter(
    ({ at }) => new Date(at) >= from,
  );
  const effects = await effectsSoFar(db, interventions);
  return interventions.map(({ id, at, title }, place) => ({
    intervention: { id, at, title },
    effect: effects[place]!,
  }));
}
