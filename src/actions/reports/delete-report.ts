import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteReport as removeReport } from "../../store/projects/deletion.ts";
import { findReport } from "../../store/reports/reports.ts";
import { deleted, reportId } from "../examples/northwind.ts";
import { ReportId } from "../schema/id-terms.ts";
import { Deleted } from "../schema/schema.ts";
import { cannotChange } from "./steps/cannot-change.ts";

export const deleteReport = action({
  name: "delete_report",
  http: "DELETE /v1/reports/{reportId}",
  summary: "Delete a finished report and its answers.",
  description: "Share links to it are deleted too. This cannot be undone.",
  tag: "reports",
  scope: "projects:write",
  effect: "deletes",
  limit: "write",
  problems: ["REPORT_NOT_FOUND", "REPORT_STATE_CONFLICT"],
  input: Type.Object({ reportId: ReportId }),
  output: Deleted,
  example: () => ({ fields: { reportId }, answers: deleted }),
}).run(async ({ db, caller, write }, { reportId }) => {
  const report = await findReport(db, caller, reportId);
  if (!report) throw new Problem("REPORT_NOT_FOUND");
  return write(async (db) => {
    if (!(await removeReport(db, report))) throw await cannotChange(db, caller, report);
    return reply({ id: report.id, deleted: true });
  });
});
