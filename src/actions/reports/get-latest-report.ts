import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reportMark } from "../../store/reports/report-mark.ts";
import { idOfLatestReport, latestReport } from "../../store/reports/reports.ts";
import { partTerms, projectId } from "../examples/northwind.ts";
import { viewAnswers, viewTerms } from "../examples/report-answers.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { isHeavyView, reportTool, viewFields } from "../schema/view-terms.ts";
import { ReportSourceWord } from "../schema/words.ts";
import { notReady } from "./steps/not-ready.ts";
import { reportReply } from "./steps/report-reply.ts";
import { ReportView } from "./views/report-view.ts";

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
