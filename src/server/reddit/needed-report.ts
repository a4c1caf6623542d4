import type { ProjectContext } from "../api/context.ts";
import { notReady } from "../reports/not-ready.ts";
import { latestReport, type Report } from "../reports/reports.ts";

/** The newest report with figures of the saved prompts. Throws REPORT_NOT_READY if there is none. */
export async function neededReport({ db, project }: Pick<ProjectContext, "db" | "project">): Promise<Report> {
  const report = await latestReport(db, project.id, "main");
  if (report) return report;
  throw await notReady(db, project.id, "main");
}
