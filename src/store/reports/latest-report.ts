import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * The newest report with figures of a project and source, by when its answers were given, as a subquery of one id or
 * null. Made-up answers are skipped once the project has a report of real ones (docs/contract/reports.md); `sandbox`
 * leads the sort so that the index `reports_measured` finds the row directly.
 */
export function latestReportId(
  projectId: Expression<unknown>,
  source: Expression<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select r.id from reports r
    where r.project_id = ${projectId} and r.source = ${source} and r.status in ('completed', 'partial')
      and (not r.sandbox or not ${hasRealReport(projectId)})
    order by r.sandbox, r.measured_at desc, r.id desc limit 1)`;
}

/** Whether a project has a report, of either source, from real engines or an import. */
export function hasRealReport(projectId: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from reports o
    where o.project_id = ${projectId} and o.source in ('main', 'custom') and not o.sandbox
      and o.status in ('completed', 'partial'))`;
}
