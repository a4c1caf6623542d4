import { type Static, Type } from "typebox";
import { Closed, Count, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { EveryWord } from "./client-report-terms.ts";
import type { ClientIssue, ClientReport, Recipient } from "./client-reports.ts";

export const RecipientView = Closed(
  {
    address: Type.String({ description: "An email address." }),
    off_because: Nullable(OneOf(["unsubscribed", "bounced"]), {
      description:
        "Why nothing is sent there any more: it has unsubscribed from all reports of the organization, or takes no mail until it is taken out and added again; null: it is.",
    }),
  },
  { title: "ClientRecipient", description: "An address of a client." },
);

export const recipientView = ({ address, offBecause }: Recipient): Static<typeof RecipientView> => ({
  address,
  off_because: offBecause,
});

export const ClientIssueView = Closed(
  {
    id: Uuid("Its id, to decide about it."),
    period: Type.String({
      description: "The week or month that it is of.",
      examples: ["2026-W48", "2026-11"],
    }),
    report_id: Type.String({ description: "Id of the report." }),
    state: OneOf(["waiting", "sent", "discarded", "unaddressed"], {
      description:
        "`waiting`: for somebody to approve it; `unaddressed`: no address took letters when it was due.",
    }),
    recipients: Count("Addresses that it was sent to."),
    decided_at: Nullable(Time(), { description: "When somebody approved or discarded it." }),
    created_at: Time("When it was ready."),
  },
  { title: "ClientIssue", description: "A client's report of one week or month." },
);

export const ClientReportView = Closed(
  {
    project_id: Uuid("Id of the project."),
    active: Type.Boolean({ description: "Whether reports are sent." }),
    every: EveryWord,
    approval: Type.Boolean({ description: "Whether each waits until somebody approves it." }),
    logo_url: Nullable(Type.String(), { description: "The logo on the page; null: none." }),
    recipients: Type.Array(RecipientView, { description: "At most 10 addresses." }),
    issues: Type.Array(ClientIssueView, { description: "The newest 20, newest first." }),
    mail: Type.Boolean({ description: "Whether this server sends mail." }),
  },
  { title: "ClientReport", description: "How reports go to a client by themselves." },
);

export const clientIssueView = (issue: ClientIssue): Static<typeof ClientIssueView> => ({
  id: issue.id,
  period: issue.period,
  report_id: issue.reportId,
  state: issue.state,
  recipients: issue.recipients,
  decided_at: issue.decidedAt,
  created_at: issue.createdAt,
});

export const clientReportView = (
  report: Pick<ClientReport, "projectId" | "active" | "every" | "approval" | "logoUrl">,
  {
    recipients,
    issues,
    mail,
  }: { recipients: readonly Recipient[]; issues: readonly ClientIssue[]; mail: boolean },
): Static<typeof ClientReportView> => ({
  project_id: report.projectId,
  active: report.active,
  every: report.every,
  approval: report.approval,
  logo_url: report.logoUrl,
  recipients: recipients.map(recipientView),
  issues: issues.map(clientIssueView),
  mail,
});
