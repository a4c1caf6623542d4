import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { clientReport } from "../examples/client-reports.ts";
import { projectId } from "../examples/northwind.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { shownClientReport } from "./steps/shown-client-report.ts";
import { ClientReportView } from "./views/client-report-view.ts";

export const getClientReport = action({
  name: "get_client_report",
  http: "GET /v1/projects/{projectId}/client-report",
  summary: "Read to which addresses a project's reports go by themselves, what was sent and what waits.",
  description: "Off until somebody sets it up.",
  tag: "sharing",
  scope: "share:write",
  effect: "reads",
  limit: "read",
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: ClientReportView,
  example: () => ({
    fields: { projectId },
    answers: { ClientReport: { summary: "Every month, once approved", data: clientReport } },
  }),
}).run(({ db, project, settings }) =>
  shownClientReport(
    db,
    { organizationId: project.organizationId, projectId: project.id },
    { mail: settings.mail !== null },
  ),
);
