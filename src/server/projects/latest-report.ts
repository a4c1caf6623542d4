import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * The newest report with figures of a project and source, by when its answers were given, as a subquery of one id or
 * null. Made-up answers are skipped once the project has a report of real ones (docs/contract/reports.md), and so is what is
 * dated ahead; `sandbox` leads the sort so that the index `reports_measured` finds the row directly.
 */
export function latestReportId(
  projectId: Expression<unknown>,
  source: Expression<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select r.id from reports r
    where r.project_id = ${projectId} and r.source = ${source} and r.status in ('completed', 'partial')
      and (not r.sandbox or not ${hasRealReport(projectId)}) and not ${isDatedAhead(sql`r`)}
    order by r.sandbox, r.measured_at desc, r.id desc limit 1)`;
}

/**
 * Whether the answers of a report are dated more than a day after it was stored, as an import's could be until that was
 * refused: it is never the newest, or it would be that for years.
 */
export const isDatedAhead = (report: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${report}.measured_at > ${report}.created_at + interval '1 day')`;

/** The failure of a run that a person stopped. */
export const stoppedCode = "RUN_CANCELLED";

/**
 * Whether the run of a trend point was stopped by a person, who may have waited for figures that they liked: it is shown, and nothing is judged
 * by it. Points of before carry no such mark.
 */
export const isStopped = (point: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${point} ? 'stopped')`;

/** Whether a project has a report, of either source, from real engines or an import. */
export function hasRealReport(projectId: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from reports o
    where o.project_id = ${projectId} and o.source in ('main', 'custom') and not o.sandbox
      and o.status in ('completed', 'partial'))`;
}

/**
 * Whether the reports of two trend points are of one kind, which alone are set beside each other by default: answers from the same
 * surfaces, of assistants of which both have at least half of either's, to lists of prompts of which neither is five times as long. So an import
 * of one assistant, or of one prompt, is no neighbour of a run of three; a run in which an assistant failed still is.
 */
export const isSameKind = (
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  (${one}->'surfaces') @> (${other}->'surfaces') and (${other}->'surfaces') @> (${one}->'surfaces')
  and 2 * (
    select count(*) from jsonb_array_elements(${one}->'providers') a
    join jsonb_array_elements(${other}->'providers') b on a->>'provider' = b->>'provider'
  ) >= greatest(jsonb_array_length(${one}->'providers'), jsonb_array_length(${other}->'providers'))
  and (${one}->>'prompts')::int <= 5 * (${other}->>'prompts')::int
  and (${other}->>'prompts')::int <= 5 * (${one}->>'prompts')::int)`;
