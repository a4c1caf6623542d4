import { sql } from "kysely";
import { type Db, json } from "../../db/db.ts";
import { hasRealReport, isDatedAhead } from "../../projects/latest-report.ts";

/** What ended in a project within a stretch of time. */
export interface Ran {
  projectId: string;
  runs: number;
  /** Runs of them that failed. */
  failed: number;
  /** Calls of those runs that were answered. */
  calls: number;
  imports: number;
  drafts: number;
  costUsd: number;
  /** Runs whose cost nobody knows. */
  unpriced: number;
}

interface Stretch {
  organizationId: string;
  projectIds: readonly string[];
  from: Date;
  to: Date;
}

const projectTable = (projectIds: readonly string[]) =>
  sql`json_to_recordset(${json(projectIds.map((id) => ({ id })))}) as p(id uuid)`;

/** What ended in these projects of an organization; those in which nothing did are left out. */
export async function ranBetween(db: Db, { organizationId, projectIds, from, to }: Stretch): Promise<Ran[]> {
  const isRun = sql`r.source is not null and not r.surfaces @> '["import"]'`;
  const { rows } = await sql<Ran>`
    select r.project_id as "projectId", count(*) filter (where ${isRun})::int as runs,
      count(*) filter (where ${isRun} and r.status = 'failed')::int as failed,
      coalesce(sum(r.jobs_done) filter (where ${isRun}), 0)::int as calls,
      count(*) filter (where r.source is not null and r.surfaces @> '["import"]')::int as imports,
      count(*) filter (where r.type = 'generated_content' and r.status <> 'failed')::int as drafts,
      coalesce(sum(r.cost_usd), 0)::float8 as "costUsd",
      count(*) filter (where ${isRun} and r.jobs_done > 0 and r.cost_usd is null)::int as unpriced
    from ${projectTable(projectIds)} join reports r on r.project_id = p.id
    where r.user_id = ${organizationId} and r.status <> 'processing'
      and r.completed_at >= ${from}::timestamptz and r.completed_at < ${to}::timestamptz
    group by r.project_id`.execute(db);
  return rows;
}

/** Reports looked at in one project. */
const mostLookedAt = 10;

/**
 * The reports with figures of the saved prompts and imports that ended in a stretch, by project and newest first. Answers given more than a
 * week before it are history that somebody brought in.
 */
export async function measuredBetween(
  db: Db,
  { projectIds, from, to }: Omit<Stretch, "organizationId">,
): Promise<Map<string, { id: string; reading: number }[]>> {
  const { rows } = await sql<{ project: string; id: string; reading: number }>`
    select p.id as project, m.id, m.reading from ${projectTable(projectIds)} cross join lateral (
      select r.id, r.reading, r.measured_at from reports r
      where r.project_id = p.id and r.source = 'main' and r.status in ('completed', 'partial')
        and r.completed_at >= ${from}::timestamptz and r.completed_at < ${to}::timestamptz
        and r.measured_at >= ${from}::timestamptz - interval '7 days' and not ${isDatedAhead(sql`r`)}
        and (not r.sandbox or not ${hasRealReport(sql`p.id`)})
      order by r.measured_at desc, r.id desc limit ${mostLookedAt}) m
    order by m.measured_at desc, m.id desc`.execute(db);
  const reportsByProject = Map.groupBy(rows, ({ project }) => project);
  return new Map(
    [...reportsByProject].map(([project, reports]) => [
      project,
      reports.map(({ id, reading }) => ({ id, reading })),
    ]),
  );
}

/** Those of a project's reports that ended in a stretch, with how often each was read; made-up answers are none once there are real ones. */
export async function endedBetween(
  db: Db,
  {
    projectId,
    reportIds,
    from,
    to,
  }: Pick<Stretch, "from" | "to"> & {
    projectId: string;
    reportIds: readonly string[];
  },
): Promise<Map<string, number>> {
  if (reportIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; reading: number }>`
    select r.id, r.reading from reports r
    where r.project_id = ${projectId} and r.id = any(${[...reportIds]}::uuid[])
      and r.completed_at >= ${from}::timestamptz and r.completed_at < ${to}::timestamptz
      and (not r.sandbox or not ${hasRealReport(sql`r.project_id`)})`.execute(db);
  return new Map(rows.map(({ id, reading }) => [id, reading]));
}
