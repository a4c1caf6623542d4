import { type Static, Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor, earlier, projectId } from "../../api/examples/northwind.ts";
import { pageFields, pageOf } from "../../api/schema/page-terms.ts";
import { Closed, Nullable, Time, Uuid } from "../../api/schema/schema.ts";
import { clientReport } from "./client-report-examples.ts";
import { EveryWord } from "./client-report-terms.ts";
import { RecipientView, recipientView } from "./client-report-view.ts";
import { listClientReports as clientReportsOf } from "./client-reports.ts";

const ListedClientReport = Closed(
  {
    project_id: Uuid("Id of the project."),
    project_name: Type.String({ description: "Name of the project." }),
    active: Type.Boolean({ description: "Whether reports are sent." }),
    every: EveryWord,
    approval: Type.Boolean({ description: "Whether each waits until somebody approves it." }),
    recipients: Type.Array(RecipientView, { description: "At most 10 addresses." }),
    set_by: Nullable(Uuid(), {
      description:
        "The user who set it up; null for members who see some client workspaces, unless it is they.",
    }),
    set_by_email: Nullable(Type.String(), { description: "Their address, likewise; null if they are gone." }),
    created_at: Time("When it was first set up."),
  },
  { title: "ListedClientReport", description: "A project whose reports go to a client by themselves." },
);

const northwind: Static<typeof ListedClientReport> = {
  ...{ project_id: projectId, project_name: "Northwind", active: true, every: "month", approval: true },
  ...{ recipients: clientReport.recipients, set_by: null, set_by_email: null, created_at: earlier },
};

export const listClientReports = action({
  name: "list_client_reports",
  http: "GET /v1/client-reports",
  summary: "List the projects whose reports go to a client by themselves, to which addresses and how often.",
  description:
    "Also those that are turned off. Members who see some client workspaces see those of their projects.",
  tag: "sharing",
  scope: "share:write",
  effect: "reads",
  limit: "read",
  paged: true,
  input: Type.Object(pageFields("Projects")),
  output: Type.Array(ListedClientReport),
  example: () => ({
    fields: { limit: 500, cursor },
    answers: { ClientReportList: { summary: "One project", data: [northwind] } },
  }),
}).run(async ({ db, caller, cursors }, terms) => {
  const page = pageOf(cursors, `list_client_reports ${caller.organizationId}`, terms);
  return page.reply(await clientReportsOf(db, caller, page.range), (report) => {
    const showsSetter = caller.workspaceIds === null || report.userId === caller.userId;
    return {
      ...{ project_id: report.id, project_name: report.name, active: report.active, every: report.every },
      ...{ approval: report.approval, recipients: report.recipients.map(recipientView) },
      ...{ set_by: showsSetter ? report.userId : null, set_by_email: showsSetter ? report.email : null },
      created_at: report.createdAt,
    };
  });
});
