import { Type } from "typebox";
import { action } from "../kernel/action.ts";
import { previousReport } from "../store/reports.ts";
import { reportInTimeframe } from "./reports/report-in-timeframe.ts";
import { ProjectId } from "./terms/id-terms.ts";
import { timeframeField } from "./terms/timeframe-terms.ts";
import { BriefView, briefView } from "./views/brief-view.ts";
import { changeSince } from "./views/figures-view.ts";

export const getClientBrief = action({
  name: "get_client_brief",
  http: "GET /v1/projects/{projectId}/client-brief",
  summary:
    "Read what to tell a client: trend, rival to watch, cited domains, lost prompts and three next steps.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  on: "project",
  problems: ["REPORT_NOT_READY"],
  input: Type.Object({ projectId: ProjectId, ...timeframeField }),
  output: BriefView,
}).run(async (context, { timeframe = "30d" }) => {
  const { project } = context;
  const { report, outside } = await reportInTimeframe(context, timeframe);
  const previous = await previousReport(context.db, report);
  return briefView({
    projectId: project.id,
    project,
    brand: report.brand,
    domains: report.tracked.own.domains,
    reportId: report.id,
    scored: report.scored,
    sandbox: report.sandbox,
    measuredAt: report.measuredAt,
    change: changeSince(report, previous),
    timeframe,
    outside,
    generatedAt: context.now().toISOString(),
  });
});
