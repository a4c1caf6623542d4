import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { clientReport } from "./client-report-examples.ts";
import { ClientReportView } from "./client-report-view.ts";
import { shownClientReport } from "./shown-client-report.ts";

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
