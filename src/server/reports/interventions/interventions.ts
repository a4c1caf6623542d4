import { hash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { type CellsAroundIntervention, type Effect, reportsPerSide } from "../../../figures/effect/effect.ts";
import type { Intervention } from "../../../figures/effect/intervention.ts";
import type { TrendPoint } from "../../../figures/report.ts";
import type { CallsOfBoth } from "../../../figures/uncertainty/change.ts";
import { callsOf } from "../../../figures/watching/quantity.ts";
import { type Db, json, rfc3339 } from "../../db/db.ts";
import type { NewestFirst } from "../../db/newest-first.ts";
import type { Schema } from "../../db/schema.ts";
import { storableText } from "../../db/storable.ts";
import { edition } from "../../kernel/edition.ts";
import { isStopped } from "../../projects/latest-report.ts";
import { cellsOfReadings } from "../part/earlier-cells.ts";

/** The most that a project keeps. */
export const interventionsPerProject = 500;

/** Stores an intervention; false if the project has as many as it can, or the draft already is one. */
export async function insertIntervention(db: Db, intervention: Intervention): Promise<boolean> {
  const { projectId, url, note } = intervention;
  const { rows } = await sql`
    insert into interventions (project_id, id, at, title, prompt_keys, control_keys, url, report_id, note, smallest_worth, created_at)
    select ${projectId}::uuid, ${intervention.id}::uuid, ${intervention.at}::timestamptz,
      ${storableText(intervention.title)}, ${json(intervention.promptKeys)}::jsonb,
      ${intervention.controlKeys && json(intervention.controlKeys)}::jsonb, ${url && storableText(url)},
      ${intervention.reportId}::uuid, ${note && storableText(note)}, ${intervention.smallestWorth}::float8,
      ${intervention.createdAt}::timestamptz
    where (select count(*) from interventions where project_id = ${projectId}) < ${interventionsPerProject}
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** Interventions of a project, sorted by when they were done, the newest first. */
export async function listInterventions(
  db: Db,
  projectId: string,
  { limit, after }: NewestFirst,
): Promise<Intervention[]> {
  let query = db.selectFrom("interventions").select(ownColumns).where("project_id", "=", projectId);
  if (after)
    query = query.where(sql<boolean>`(at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map(interventionOf);
}

/** Sorts after every id. */
const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last interventions up to a time, newest first. */
export const interventionsUpTo = (db: Db, projectId: string, at: string, limit: number) =>
  listInterventions(db, projectId, { limit, after: { createdAt: at, id: lastUuid } });

/** What is known of the effect of an intervention. */
interface KnownEffect {
  /** Undefined if it was found from other reports than there are, or never. */
  effect: Effect | undefined;
  /** Identifies the reports that it follows from at present, and this state of the program. */
  from: string;
}

/** The same of several, by their ids; of one that is not stored nothing is known. */
export async function findEffects(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, KnownEffect>> {
  const { rows } = await sql<{
    id: string;
    effect: Effect | null;
    effect_from: string | null;
    beside: string;
  }>`
    select i.id, i.effect, i.effect_from, concat_ws(' ', (
        select md5(string_agg(concat_ws(' ', t.report_id, t.reading, extract(epoch from t.measured_at)), ','
          order by t.measured_at, t.report_id))
        from trend_points t where t.project_id = ${projectId} and t.source = 'main'),
      (select extract(epoch from r.created_at) from reports r where r.project_id = i.project_id and r.id = i.report_id)
    ) as beside
    from interventions i where i.project_id = ${projectId} and i.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, effect, effect_from, beside }) => {
      const from = hash("sha256", JSON.stringify([edition(), beside]), "base64url");
      return [id, { effect: effect_from === from ? effect! : undefined, from }];
    }),
  );
}

export async function keepEffect(
  db: Db,
  { projectId, id }: Intervention,
  effect: Effect,
  from: string,
): Promise<void> {
  await db
    .updateTable("interventions")
    .set({ effect: json(effect), effect_from: from })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** Deletes an intervention; false if there is none. */
export async function deleteIntervention(db: Db, projectId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("interventions")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Prompts of the newest planned topic of this title; none if there is no such topic. */
export async function promptsOfTopic(db: Db, projectId: string, title: string): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select topic -> 'promptKeys' as keys from content_topics
    where project_id = ${projectId} and topic ->> 'title' = ${title} order by updated_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.keys ?? [];
}

const ownColumns = [
  ...(["id", "project_id", "at", "title", "prompt_keys", "control_keys", "url"] as const),
  ...(["report_id", "note", "smallest_worth", "created_at"] as const),
] satisfies (keyof Schema["interventions"])[];

const interventionOf = (
  row: Pick<Selectable<Schema["interventions"]>, (typeof ownColumns)[number]>,
): Intervention => ({
  id: row.id,
  projectId: row.project_id,
  at: rfc3339(row.at),
  title: row.title,
  promptKeys: row.prompt_keys,
  controlKeys: row.control_keys,
  url: row.url,
  reportId: row.report_id,
  note: row.note,
  smallestWorth: row.smallest_worth,
  createdAt: rfc3339(row.created_at),
});

/**
 * What was counted in the reports of saved prompts nearest to an intervention, on each side; by the method and for the brand
 * of the newest report, made-up answers with their like. Unless chance drew its prompts, the newest report from before
 * they were chosen is left out: from before its draft was begun, or before it was done.
 */
export async function readingsAround(
  db: Db,
  {
    projectId,
    at,
    reportId,
    controlKeys,
  }: Pick<Intervention, "projectId" | "at" | "reportId" | "controlKeys">,
): Promise<ReadingsAround> {
  const { rows } = await sql<AroundRow>`
    with newest as (
      select sandbox, brand, method_version from trend_points
      where project_id = ${projectId} and source = 'main' order by measured_at desc, report_id desc limit 1),
    chosen as (
      select least(${at}::timestamptz, (
        select created_at from reports where project_id = ${projectId} and id = ${reportId}::uuid)) as at),
    like_it as (
      select t.report_id, t.reading, t.measured_at, t.point -> 'providers' as providers from trend_points t join newest n
        on n.sandbox = t.sandbox and n.brand = t.brand and n.method_version = t.method_version
      where t.project_id = ${projectId} and t.source = 'main' and not ${isStopped(sql`t.point`)}),
    chosen_on as (
      select l.report_id from like_it l, chosen where l.measured_at < chosen.at and ${controlKeys === null}::boolean
      order by l.measured_at desc, l.report_id desc limit 1)
    (select report_id, reading, providers, false as later from like_it
      where measured_at < ${at}::timestamptz and report_id not in (select report_id from chosen_on)
      order by measured_at desc, report_id desc limit ${reportsPerSide})
    union all
    (select report_id, reading, providers, true as later from like_it where measured_at >= ${at}::timestamptz
      order by measured_at, report_id limit ${reportsPerSide})`.execute(db);
  const side = (later: boolean) => rows.filter((row) => row.later === later);
  const [before, after] = [side(false), side(true)];
  const keyOf = ({ report_id, reading }: AroundRow) => `${report_id} ${reading}`;
  return {
    ...{ before: before.map(keyOf), after: after.map(keyOf) },
    calls: {
      before: before.flatMap((row) => callsOf(row) ?? []),
      after: after.flatMap((row) => callsOf(row) ?? []),
    },
  };
}

interface AroundRow extends Pick<TrendPoint, "providers"> {
  report_id: string;
  reading: number;
  later: boolean;
}

/** Readings, each named by its report's id and its number with a space between, and how their calls went. */
export interface ReadingsAround {
  before: readonly string[];
  after: readonly string[];
  calls: CallsOfBoth;
}

/** What was counted in them. */
export const cellsAround = async (
  db: Db,
  projectId: string,
  { before, after, calls }: ReadingsAround,
): Promise<CellsAroundIntervention> => ({
  before: await cellsOfReadings(db, projectId, before),
  after: await cellsOfReadings(db, projectId, after),
  calls,
});
