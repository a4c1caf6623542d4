import { sql } from "kysely";
import type { Db } from "../../db/db.ts";

/** What is in the bucket of a report. */
export interface ExportedFiles {
  reportId: string;
  projectId: string;
  /** Day in the names of its files, which stays. */
  date: string;
  /** Files of rows. */
  parts: number;
}

/** Ended reports of which the bucket does not have the newest reading, oldest first. */
export async function reportsToExport(db: Db, organizationId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reports r join projects p on p.id = r.project_id and p.deleted_at is null
    left join exported_reports e on e.organization_id = r.user_id and e.report_id = r.id
    where r.user_id = ${organizationId} and r.type in ('visibility_analysis', 'visibility_analysis_api')
      and r.status in ('completed', 'partial') and r.reading > 0 and r.reading is distinct from e.reading
    order by r.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reports that the bucket has and that have been deleted. */
export async function reportsToTakeOut(
  db: Db,
  organizationId: string,
  most: number,
): Promise<ExportedFiles[]> {
  const { rows } = await sql<ExportedFiles>`
    select e.report_id as "reportId", e.project_id as "projectId", e.date, e.parts from exported_reports e
    where e.organization_id = ${organizationId} and not exists (
      select from reports r join projects p on p.id = r.project_id and p.deleted_at is null
      where r.project_id = e.project_id and r.id = e.report_id)
    order by e.report_id limit ${most}`.execute(db);
  return rows;
}

export async function findExported(
  db: Db,
  organizationId: string,
  reportId: string,
): Promise<ExportedFiles | undefined> {
  const row = await db
    .selectFrom("exported_reports")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("report_id", "=", reportId)
    .executeTakeFirst();
  return row && { reportId: row.report_id, projectId: row.project_id, date: row.date, parts: row.parts };
}

/**
 * Notes that a file is about to be in the bucket, before it is: whatever happens next, it is known to be there. Until the export has
 * ended, no reading counts as exported.
 */
export async function noteExported(
  db: Db,
  organizationId: string,
  { reportId, projectId, date, parts }: ExportedFiles,
): Promise<void> {
  await sql`
    insert into exported_reports (organization_id, report_id, project_id, date, reading, parts)
    values (${organizationId}, ${reportId}, ${projectId}, ${date}, 0, ${parts})
    on conflict (organization_id, report_id) do update
      set reading = 0, parts = greatest(exported_reports.parts, excluded.parts)`.execute(db);
}

/** Notes which readings the bucket has, in how many files, and what has been taken out of it. */
export async function settleExported(
  db: Db,
  organizationId: string,
  {
    reports,
    takenOut,
  }: { reports: readonly { id: string; reading: number; parts: number }[]; takenOut: readonly string[] },
): Promise<void> {
  for (const { id, reading, parts } of reports)
    await db
      .updateTable("exported_reports")
      .set({ reading, parts })
      .where("organization_id", "=", organizationId)
      .where("report_id", "=", id)
      .execute();
  if (takenOut.length > 0)
    await db
      .deleteFrom("exported_reports")
      .where("organization_id", "=", organizationId)
      .where("report_id", "in", [...takenOut])
      .execute();
}
