import { Type } from "typebox";
import { action } from "../api/action.ts";
import { partTerms, reportId } from "../api/examples/northwind.ts";
import { ReportId } from "../api/schema/id-terms.ts";
import { isHeavyView, reportTool, viewFields } from "../api/schema/view-terms.ts";
import { draft } from "../content/content-examples.ts";
import { Problem } from "../kernel/problem.ts";
import { reportMark } from "./report-mark.ts";
import { reportReply } from "./report-reply.ts";
import { runningAnswer, viewAnswers, viewTerms } from "./report-reply-examples.ts";
import { ReportView } from "./report-view.ts";
import { findComparedReport } from "./reports.ts";

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
  const reportPair = await findComparedReport(context.db, context.caller, reportId);
  if (!reportPair) throw new Problem("REPORT_NOT_FOUND");
  return reportReply(context, reportPair.report, terms, reportPair);
});
