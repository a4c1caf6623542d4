import { sql } from "kysely";
import { bareSurroundings, type Surroundings } from "../../../reader/correction.ts";
import { type Db, json } from "../../db/db.ts";
import { monthsKept } from "../../db/partitions.ts";
import { transaction } from "../../db/transaction.ts";

interface Outlived {
  project_id: string;
  id: string;
  surroundings: Surroundings;
}

/** Corrections in one round. */
const batch = 200;

/**
 * Takes the excerpts out of corrections whose answer is gone: deleted with its report, or past its time. What is left is the
 * rule: the name as it was written, and the nearest words. The same is taken out of the terms that reports were read on, so that
 * none is read again for it. Returns how many there were.
 */
export async function blankOutlivedExcerpts(db: Db, now: Date): Promise<number> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1));
  const { rows } = await sql<Outlived>`
    select c.project_id, c.id, c.surroundings from corrections c
    where jsonb_typeof(c.surroundings -> 'place') = 'object' and c.answer is not null
      and not exists (select from reports r where r.project_id = c.project_id
        and r.id = (c.answer ->> 'reportId')::uuid and r.answers_gone_at is null and r.rows_gone_at is null
        and r.created_at >= ${oldest})
    order by c.project_id, c.id limit ${batch}`.execute(db);
  for (const [projectId, outlived] of Map.groupBy(rows, ({ project_id }) => project_id))
    await transaction(db, (db) => blank(db, projectId, outlived));
  return rows.length;
}

async function blank(db: Db, projectId: string, outlived: readonly Outlived[]): Promise<void> {
  const bare = json(
    Object.fromEntries(outlived.map(({ id, surroundings }) => [id, bareSurroundings(surroundings)])),
  );
  await sql`
    update corrections c set surroundings = ${bare}::jsonb -> c.id::text
    where c.project_id = ${projectId} and ${bare}::jsonb ? c.id::text`.execute(db);
  const without = sql`jsonb_set(t.brands, '{corrections}', (
    select jsonb_agg(each.said || coalesce(${bare}::jsonb -> (each.said ->> 'id'), '{}') order by each.nth)
    from jsonb_array_elements(t.brands -> 'corrections') with ordinality as each(said, nth)))`;
  const concerned = sql`t.project_id = ${projectId} and exists (
    select from jsonb_array_elements(t.brands -> 'corrections') as each(said)
    where ${bare}::jsonb ? (each.said ->> 'id'))`;
  await sql`update reports t set brands = ${without} where ${concerned}`.execute(db);
  await sql`update report_readings t set brands = ${without} where ${concerned}`.execute(db);
}
