import { Problem } from "../../../kernel/problem.ts";
import type { Db } from "../../../store/db/db.ts";
import { newestReport } from "../../../store/reports/reports.ts";

/** REPORT_NOT_READY for a project without a completed report of this source; says which report is under way, if any. */
export async function notReady(db: Db, projectId: string, source: "main" | "custom"): Promise<Problem> {
  const newest = await newestReport(db, projectId, source);
  return new Problem("REPORT_NOT_READY", {
    details: newest ? { report_id: newest.id, status: newest.status } : null,
  });
}
