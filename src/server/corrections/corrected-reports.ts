import { sql } from "kysely";
import type { TrackedBrands } from "../../reader/brand.ts";
import { type Db, rfc3339 } from "../db/db.ts";

/** A report whose stored answers a correction concerns. */
export interface CorrectedReport {
  projectId: string;
  id: string;
  createdAt: string;
  reading: number;
  source: "main" | "custom";
  /** What it was asked for. */
  brands: TrackedBrands;
}

/** A project's reports that still have their answers, the newest first. */
export async function reportsWithAnswers(
  db: Db,
  projectId: string,
  limit: number,
): Promise<CorrectedReport[]> {
  const { rows } = await sql<Omit<CorrectedReport, "projectId" | "createdAt"> & { created_at: Date }>`
    select r.id, r.created_at, r.reading, r.source, r.brands from reports r
    where r.project_id = ${projectId} and r.status in ('completed', 'partial') and r.source is not null
      and r.answers_gone_at is null
      and exists (select from asks a where a.project_id = r.project_id and a.report_id = r.id
        and a.created_at = r.created_at)
    order by r.measured_at desc, r.id desc limit ${limit}`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, projectId, createdAt: rfc3339(created_at) }));
}
