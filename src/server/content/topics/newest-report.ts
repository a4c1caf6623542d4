import type { ProjectContext } from "../../api/context.ts";
import { latestReport, type Report } from "../../reports/reports.ts";

/** The newest report with figures, of either source; reports of real answers come before made-up ones. */
export async function newestReportOf(
  db: ProjectContext["db"],
  projectId: string,
): Promise<Report | undefined> {
  return newer(await latestReport(db, projectId, "main"), await latestReport(db, projectId, "custom"));
}

function newer(one: Report | undefined, other: Report | undefined): Report | undefined {
  if (!one || !other) return one ?? other;
  if (one.sandbox !== other.sandbox) return one.sandbox ? other : one;
  return (other.measuredAt ?? "") > (one.measuredAt ?? "") ? other : one;
}
