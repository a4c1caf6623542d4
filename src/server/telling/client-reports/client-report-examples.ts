import type { Static } from "typebox";
import { earlier, later, projectId, reportId } from "../../api/examples/northwind.ts";
import type { ClientIssueView, ClientReportView } from "./client-report-view.ts";

export const clientIssueId = "019bbf62-3f40-7b5c-8d6e-2e3f4a5b6c7d";

const issue = { id: clientIssueId, period: "2026-01", report_id: reportId, created_at: earlier };

export const sentIssue: Static<typeof ClientIssueView> = {
  ...{ ...issue, state: "sent", recipients: 1, decided_at: later },
};

export const clientReport: Static<typeof ClientReportView> = {
  ...{ project_id: projectId, active: true, every: "month", approval: true, mail: true },
  logo_url: "https://northwind.example/logo.svg",
  recipients: [{ address: "kim@northwind.example", off_because: null }],
  issues: [{ ...issue, state: "waiting", recipients: 0, decided_at: null }],
};
