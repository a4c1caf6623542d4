import type { ProjectContext } from "../../../kernel/context.ts";
import { Problem } from "../../../kernel/problem.ts";
import { latestReport, newestReport, type Report } from "../../../store/reports/reports.ts";

/** The newest report with figures of the saved prompts. Throws REPORT_NOT_READY where there is none. */
export async function neededReport({ db, project }: Pick<ProjectContext, "db" | "project">): Promise<Report> {
  const report = await latestReport(db, project.id, "main");
  if (report) return report;
  const newest = await newestReport(db, project.id, "main");
  throw new Problem("REPORT_NOT_READY", {
    details: newest ? { report_id: newest.id, status: newest.status } : null,
  });
}
