import { Type } from "typebox";
import { action } from "../api/action.ts";
import { reportId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ReportId } from "../api/schema/id-terms.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { cancelDraft } from "../content/drafts/cancel-draft.ts";
import { draftOf } from "../content/drafts/drafts.ts";
import { GeneratedContentView } from "../content/drafts/generated-content-view.ts";
import { Problem } from "../kernel/problem.ts";
import { cannotChange } from "../reports/report-conflict.ts";
import { summaryReply } from "../reports/report-reply.ts";
import { summaryAnswer } from "../reports/report-reply-examples.ts";
import { SummaryView, summaryView } from "../reports/report-view.ts";
import { findReport } from "../reports/reports.ts";
import { cancelRun } from "./runs.ts";

const EndedReport = showAs(
  Type.Union([SummaryView, GeneratedContentView], { description: "The report in its final state." }),
  { name: "EndedReport", choice: { by: "type" } },
);

export const cancelReport = action({
  name: "cancel_report",
  http: "POST /v1/reports/{reportId}/cancel",
  summary: "Stop a run: its answers become a partial report, the rest is refunded. A draft is dropped.",
  description: "For a run that takes too long or was started by mistake.",
  tag: "reports",
  scope: "visibility:run",
  effect: "writes",
  limit: "write",
  tool: { destructive: true },
  problems: ["REPORT_NOT_FOUND", "REPORT_STATE_CONFLICT"],
  input: Type.Object({ reportId: ReportId }),
  output: EndedReport,
  example: () => ({
    fields: { reportId },
    answers: summaryAnswer(),
  }),
}).run(async (context, { reportId }) => {
  const { db, caller, now, queue, settings, write } = context;
  const report = await findReport(db, caller, reportId);
  if (!report) throw new Problem("REPORT_NOT_FOUND");
  const draft = await draftOf(db, report);
  if (draft) return cancelDraft(context, draft);
  await write(async (db) => {
    const cancelled = await cancelRun(db, report, queue, now());
    if (!cancelled) throw await cannotChange(db, caller, report);
    return reply(summaryView(report, { siteUrl: settings.siteUrl, previous: null, judged: null }));
  });
  queue.stopAsking(report.id);
  queue.wake();
  await queue.finished(report.id, 10_000, context.signal);
  const endedReport = await findReport(db, caller, report.id);
  if (!endedReport) throw new Problem("REPORT_NOT_FOUND");
  return summaryReply(context, endedReport);
});
