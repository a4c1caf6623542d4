import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { reportMark } from "../../store/reports/report-mark.ts";
import { findComparedReport } from "../../store/reports/reports.ts";
import { draft } from "../examples/content.ts";
import { partTerms, reportId } from "../examples/northwind.ts";
import { runningAnswer, viewAnswers, viewTerms } from "../examples/report-answers.ts";
import { ReportId } from "../schema/id-terms.ts";
import { isHeavyView, reportTool, viewFields } from "../schema/view-terms.ts";
import { reportReply } from "./steps/report-reply.ts";
import { ReportView } from "./views/report-view.ts";

export const getReport = action({
  name: "get_report",
  http: "GET /v1/reports/{reportId}",
  summary: "Read a report in one of three views; poll it until its status is terminal.",
  description:
    "`type` tells a draft from a report with figures, and `view` tells the three views apart. Send `If-None-Match` while polling: an unchanged report is 304.",
  tag: "reports",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: isHeavyView,
  tool: reportTool,
  paged: true,
  problems: ["REPORT_NOT_FOUND"],
  mark: ({ db, caller, now }, { reportId, view }) =>
    reportMark(db, caller, reportId, { answers: isHeavyView({ view }), now: now() }),
  input: Type.Object({ reportId: ReportId, ...viewFields }),
  output: ReportView,
  example: () => ({
    fields: { reportId, ...viewTerms, ...partTerms },
    answers: {
      ...viewAnswers(),
      ...runningAnswer(),
      GeneratedContentReport: { summary: "A draft", data: draft },
    },
  }),
}).run(async (context, { reportId, ...terms }) => {
  const found = await findComparedReport(context.db, context.caller, reportId);
  if (!found) throw new Problem("REPORT_NOT_FOUND");
  return reportReply(context, found.report, terms, found.previous);
});
