import { Type } from "typebox";
import { action } from "../api/action.ts";
import { partTerms, projectId } from "../api/examples/northwind.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { isHeavyView, reportTool, viewFields } from "../api/schema/view-terms.ts";
import { ReportSourceWord } from "../api/schema/words.ts";
import { notReady } from "./not-ready.ts";
import { reportMark } from "./report-mark.ts";
import { reportReply } from "./report-reply.ts";
import { viewAnswers, viewTerms } from "./report-reply-examples.ts";
import { ReportView } from "./report-view.ts";
import { idOfLatestReport, latestReport } from "./reports.ts";

export const getLatestReport = action({
  name: "get_latest_report",
  http: "GET /v1/reports/latest",
  summary: "Read the newest completed report of a project in one of three views.",
  description:
    "`summary` has the figures, `full` also trends, prompts and sources, `raw` every answer as a row.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: isHeavyView,
  tool: reportTool,
  resource: "overheard://projects/{projectId}/latest-report",
  paged: true,
  on: "project",
  problems: ["REPORT_NOT_READY"],
  async mark({ db, caller, now, project }, { source, view }) {
    const id = source === "custom" ? await idOfLatestReport(db, project.id, source) : project.latestReportId;
    return id && reportMark(db, caller, id, { answers: isHeavyView({ view }), now: now() });
  },
  input: Type.Object({
    projectId: ProjectId,
    source: Type.Optional(
      ReportSourceWord({
        default: "main",
        description: "Runs of the saved prompts, or ad hoc ones.",
      }),
    ),
    ...viewFields,
  }),
  output: ReportView,
  example: () => ({
    fields: { projectId, ...viewTerms, ...partTerms, source: "main" },
    answers: viewAnswers(),
  }),
}).run(async (context, { projectId, source = "main", ...terms }) => {
  const report = await latestReport(context.db, projectId, source);
  if (!report) throw await notReady(context.db, projectId, source);
  return reportReply(context, report, terms);
});
