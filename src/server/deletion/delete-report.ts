import { Type } from "typebox";
import { action } from "../api/action.ts";
import { deleted, reportId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ReportId } from "../api/schema/id-terms.ts";
import { Deleted } from "../api/schema/schema.ts";
import { isPublishing, publicationState } from "../content/publishing/publications.ts";
import { Problem } from "../kernel/problem.ts";
import { cannotChange } from "../reports/report-conflict.ts";
import { findReport } from "../reports/reports.ts";
import { deleteReport as removeReport } from "./deletion.ts";

export const deleteReport = action({
  name: "delete_report",
  http: "DELETE /v1/reports/{reportId}",
  summary: "Delete a finished report and its answers.",
  description:
    "Share links to it are deleted too; the post of a published draft stays on the blog. This cannot be undone.",
  tag: "reports",
  scope: "projects:write",
  effect: "deletes",
  limit: "write",
  problems: ["REPORT_NOT_FOUND", "REPORT_STATE_CONFLICT"],
  input: Type.Object({ reportId: ReportId }),
  output: Deleted,
  example: () => ({ fields: { reportId }, answers: deleted }),
}).run(async ({ db, caller, now, write, warn }, { reportId }) => {
  const report = await findReport(db, caller, reportId);
  if (!report) throw new Problem("REPORT_NOT_FOUND");
  const { projectId, type } = report;
  const posted =
    type === "generated_content" ? await publicationState(db, { projectId, reportId }) : undefined;
  if (posted?.publication)
    warn({
      code: "POST_STAYS",
      path: null,
      message: "The post that was made of this draft stays on the blog. Take it down there.",
    });
  else if (isPublishing(posted, now()))
    warn({
      code: "POST_STAYS",
      path: null,
      message:
        "This draft was being sent to the blog. Its post may be there, and stays there. Take it down there.",
    });
  return write(async (db) => {
    if (!(await removeReport(db, report))) throw await cannotChange(db, caller, report);
    return reply({ id: report.id, deleted: true });
  });
});
