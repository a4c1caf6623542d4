import { Type } from "typebox";
import { action } from "../kernel/action.ts";
import { latestReport } from "../store/reports.ts";
import { notReady } from "./reports/report-in-timeframe.ts";
import { reportReply } from "./reports/report-reply.ts";
import { ProjectId } from "./terms/id-terms.ts";
import { viewFields } from "./terms/view-terms.ts";
import { ReportView } from "./views/report-view.ts";
import { OneOf } from "./views/schema.ts";

export const getLatestReport = action({
  name: "get_latest_report",
  http: "GET /v1/reports/latest",
  summary: "Read the newest completed report of a project in one of three views.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  resource: "overheard://projects/{projectId}/latest-report",
  paged: true,
  on: "project",
  problems: ["REPORT_NOT_READY"],
  input: Type.Object({
    projectId: ProjectId,
    source: Type.Optional(
      OneOf(["main", "custom"], {
        default: "main",
        description: "Runs of the saved prompts, or ad hoc ones.",
      }),
    ),
    ...viewFields,
  }),
  output: ReportView,
}).run(async (context, { projectId, source = "main", ...terms }) => {
  const report = await latestReport(context.db, projectId, source);
  if (!report) throw await notReady(context, projectId, source);
  return reportReply(context, report, terms);
});
