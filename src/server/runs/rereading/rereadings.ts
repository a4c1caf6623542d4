import { sql } from "kysely";
import type { ScoredReport, TrendPoint } from "../../../figures/report.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import type { GivenCitation, Reading } from "../../../reader/reading.ts";
import { listCorrections, withCorrections } from "../../corrections/corrections.ts";
import { type Db, json } from "../../db/db.ts";
import { storableJson, wholeText } from "../../db/storable.ts";
import { trackedBrands } from "../../projects/project.ts";
import { putTrendPoint } from "../../reports/trends/trends.ts";
import { unreadable } from "../asking/asks.ts";

/** How a report's answers are to be read: for which brands, and by which method. */
export interface ReadingTerms {
  brands: TrackedBrands;
  methodVersion: string;
}

/** A report whose newest reading is on outdated terms. */
export interface Rereading {
  organizationId: string;
  projectId: string;
  reportId: string;
  createdAt: Date;
  source: "main" | "custom";
  sandbox: boolean;
  measuredAt: string | null;
  /** Number of the reading to be made. */
  reading: number;
  terms: ReadingTerms;
}

/**
 * The reports of a project that need a new reading, newest first: those of saved prompts for the project's current
 * brands, ad hoc ones for the brands they were asked for; all with what the project has said of their names. Reports whose answers are past their retention keep the
 * reading they have.
 */
export async function rereadingsOf(
  db: Db,
  projectId: string,
  methodVersion: string,
  reportId: string | null = null,
): Promise<Rereading[]> {
  const project = await db
    .selectFrom("projects")
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .selectAll()
    .executeTakeFirst();
  if (!project) return [];
  const corrections = await listCorrections(db, projectId);
  const corrected = (brands: TrackedBrands) => withCorrections(brands, corrections);
  const settings = trackedBrands({
    brand: project.brand,
    brandAliases: project.brand_aliases,
    about: project.about,
    domain: project.domain,
    websiteUrl: project.website_url,
    competitors: project.competitors,
  });
  const current = corrected(settings);
  const { own: _, rivals: __, ...correctionTerms } = current;
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    source: "main" | "custom";
    sandbox: boolean;
    measured_at: Date | null;
    reading: number;
    brands: TrackedBrands;
  }>`
    select r.id, r.created_at, r.source, r.sandbox, r.measured_at, r.reading, r.brands
    from reports r
    join report_readings rr on rr.project_id = r.project_id and rr.report_id = r.id and rr.reading = r.reading
    where r.project_id = ${projectId} and r.id = coalesce(${reportId}::uuid, r.id) and r.status in ('completed', 'partial') and r.source is not null
      and r.answers_gone_at is null
      and (rr.method_version <> ${methodVersion} or rr.brands <>
        case when r.source = 'main' then ${json(current)}::jsonb else r.brands - 'corrections' || ${json(correctionTerms)}::jsonb end)
      and exists (select from asks a where a.project_id = r.project_id and a.report_id = r.id
        and a.created_at = r.created_at)
    order by r.measured_at desc, r.id desc`.execute(db);
  return rows.map((row) => ({
    organizationId: project.user_id,
    projectId,
    reportId: row.id,
    createdAt: row.created_at,
    source: row.source,
    sandbox: row.sandbox,
    measuredAt: row.measured_at?.toISOString() ?? null,
    reading: row.reading + 1,
    terms: { brands: row.source === "main" ? current : corrected(row.brands), methodVersion },
  }));
}

/**
 * Projects with a report whose newest reading was made by a different method. Every report with figures has a trend
 * point of that reading, whose index skips those of this method at once.
 */
export async function projectsReadOtherwise(
  db: Db,
  methodVersion: string,
): Promise<{ projectId: string; methodVersion: string }[]> {
  const { rows } = await sql<{ projectId: string; methodVersion: string }>`
    select distinct project_id as "projectId", coalesce(method_version, '0') as "methodVersion" from trend_points
    where method_version < ${methodVersion} or method_version > ${methodVersion} or method_version is null`.execute(
    db,
  );
  return rows;
}

/**
 * Begins a reading in the given transaction, or resumes an interrupted one; readings on other terms are dropped. False
 * if the report already has this reading, or is gone.
 */
export async function beginRereading(db: Db, rereading: Rereading, now: Date): Promise<boolean> {
  const { projectId, reportId, reading, terms } = rereading;
  const { newest, same } = await lockRereading(db, rereading);
  if (newest !== reading - 1) return false;
  if (same) return true;
  await db
    .deleteFrom("answer_readings")
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .where("reading", "=", reading)
    .execute();
  const row = { method_version: terms.methodVersion, read_at: now, brands: json(terms.brands) };
  await db
    .insertInto("report_readings")
    .values({ project_id: projectId, report_id: reportId, reading, ...row, scored: null })
    .onConflict((conflict) => conflict.columns(["project_id", "report_id", "reading"]).doUpdateSet(row))
    .execute();
  return true;
}

/** Locks the report; returns its newest reading, and whether the unfinished one is on these terms. */
async function lockRereading(
  db: Db,
  { projectId, reportId, reading, terms }: Rereading,
): Promise<{ newest: number | undefined; same: boolean }> {
  const report = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("id", "=", reportId)
    // Its answers may have gone since it was begun.
    .where("answers_gone_at", "is", null)
    .select("reading")
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<{ same: boolean }>`
    select brands = ${json(terms.brands)}::jsonb and method_version = ${terms.methodVersion} and scored is null as same
    from report_readings
    where project_id = ${projectId} and report_id = ${reportId} and reading = ${reading}`.execute(db);
  return { newest: report?.reading, same: report !== undefined && (rows[0]?.same ?? false) };
}

/** A stored answer that the reading lacks. */
export interface UnreadAnswer {
  ordinal: number;
  /** No reading has it yet. */
  neverRead: boolean;
  prompt: string;
  answer: string;
  citations: GivenCitation[];
  truncated: boolean;
  declined: boolean;
}

/**
 * The report's next answers after an ordinal that the reading still lacks, in order: at most `limit`, and no more than one beyond
 * `bytes`.
 */
export async function unreadAnswers(
  db: Db,
  rereading: Rereading,
  { after, limit, bytes }: { after: number; limit: number; bytes: number },
): Promise<UnreadAnswer[]> {
  const { projectId, reportId, createdAt, reading } = rereading;
  const { rows } = await sql<UnreadAnswer>`
    with next as (
      select a.ordinal, a.status <> 'ok' as "neverRead", a.prompt, a.answer, coalesce(a.citations, '[]') as citations,
        a.truncated, coalesce(a.declined, false) as declined
      from asks a
      where a.project_id = ${projectId} and a.report_id = ${reportId} and a.created_at = ${createdAt}
        and (a.status = 'ok' or a.error_code = ${unreadable})
        and a.answer is not null and a.ordinal > ${after} and a.ordinal > coalesce((
          select max(ordinal) from answer_readings ar where ar.project_id = ${projectId} and ar.report_id = ${reportId}
            and ar.reading = ${reading} and ar.created_at = ${createdAt}), -1)
      order by a.ordinal limit ${limit}),
    measured as (
      select next.*, coalesce(sum(octet_length(answer) + pg_column_size(citations))
        over (order by ordinal rows between unbounded preceding and 1 preceding), 0) as before
      from next)
    select ordinal, "neverRead", prompt, ${wholeText(sql`answer`)} as answer, citations, truncated, declined
    from measured where before <= ${bytes} order by ordinal`.execute(db);
  return rows;
}

export interface RereadAnswer {
  ordinal: number;
  branded: boolean;
  reading: Reading;
}

/** Adds answers to a reading in the given transaction. False if it has been restarted on other terms: stop. */
export async function addToRereading(
  db: Db,
  rereading: Rereading,
  answers: readonly RereadAnswer[],
): Promise<boolean> {
  const { projectId, reportId, createdAt, reading } = rereading;
  if (!(await lockRereading(db, rereading)).same) return false;
  await sql`
    insert into answer_readings (project_id, report_id, reading, ordinal, created_at, branded, data)
    select ${projectId}, ${reportId}, ${reading}, g.ordinal, ${createdAt}::timestamptz, g.branded, g.reading
    from json_to_recordset(${storableJson(answers)}) as g(ordinal int, branded boolean, reading json)
    on conflict do nothing`.execute(db);
  return true;
}

/**
 * Ends a reading in the given transaction: every view now returns it, the trend point follows it, and answers that it was
 * the first to read no longer count as failed. False if it has been restarted on other terms.
 */
export async function endRereading(
  db: Db,
  rereading: Rereading,
  {
    scored,
    point,
    branded,
  }: { scored: ScoredReport; point: TrendPoint; branded: ReadonlyMap<string, boolean> },
  now: Date,
): Promise<boolean> {
  const { projectId, reportId, createdAt, reading } = rereading;
  if (!(await lockRereading(db, rereading)).same) return false;
  await db
    .updateTable("report_readings")
    .set({ scored: storableJson(scored), read_at: now })
    .where("project_id", "=", projectId)
    .where("report_id", "=", reportId)
    .where("reading", "=", reading)
    .execute();
  const keys = [...branded.keys()];
  const brandedKeys = keys.filter((key) => branded.get(key));
  // Failed calls have no reading, so whether their prompt is branded is stored with the ask. Arrays are looked up by hash; a
  // join may compare each ask with each prompt.
  await sql`
    update asks a set branded = not a.branded
    where a.project_id = ${projectId} and a.report_id = ${reportId} and a.created_at = ${createdAt}
      and a.prompt_key = any(${keys}::text[])
      and a.branded <> (a.prompt_key = any(${brandedKeys}::text[]))`.execute(db);
  await putTrendPoint(db, { ...rereading, id: reportId }, reading, point);
  await sql`
    with recovered as (
      update asks a set status = 'ok', error_code = null
      from answer_readings ar
      where a.project_id = ${projectId} and a.report_id = ${reportId} and a.created_at = ${createdAt}
        and a.status = 'failed' and a.error_code = ${unreadable}
        and ar.project_id = a.project_id and ar.report_id = a.report_id and ar.ordinal = a.ordinal
        and ar.created_at = ${createdAt} and ar.reading = ${reading}
      returning 1)
    update reports r set reading = ${reading}, jobs_done = r.jobs_done + n.recovered, jobs_failed = r.jobs_failed - n.recovered,
      status = case when n.recovered > 0 and r.jobs_failed = n.recovered then 'completed' else r.status end
    from (select count(*)::int as recovered from recovered) n
    where r.project_id = ${projectId} and r.id = ${reportId} and r.reading = ${reading - 1}`.execute(db);
  return true;
}
