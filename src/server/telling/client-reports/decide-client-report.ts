import { Type } from "typebox";
import { hasProvenAddress } from "../../accounts/users.ts";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { OneOf } from "../../api/schema/schema.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { prepareIssueFrom } from "./client-letters.ts";
import type { Barrier } from "./client-report.ts";
import { clientIssueId, sentIssue } from "./client-report-examples.ts";
import { ClientIssueView, clientIssueView } from "./client-report-view.ts";
import { decideIssue, findIssue } from "./client-reports.ts";

export const decideClientReport = action({
  name: "decide_client_report",
  http: "POST /v1/projects/{projectId}/client-report/issues/{clientIssueId}",
  summary: "Approve a client's report that waits, which sends it, or discard it.",
  description: "Decides once: one that was sent or discarded stays so.",
  tag: "sharing",
  scope: "share:write",
  effect: "writes",
  limit: "invite",
  on: "project",
  feature: "share_links",
  sessionOnly: true,
  audit: ({ decision }, { recipients }) => ({ details: { decision, recipients } }),
  problems: ["CLIENT_ISSUE_NOT_FOUND", "EMAIL_NOT_CONFIRMED"],
  input: Type.Object({
    projectId: ProjectId,
    clientIssueId: Type.String({ minLength: 1, maxLength: 128, description: "Id of the report that waits." }),
    decision: OneOf(["approve", "discard"], { description: "What becomes of it." }),
  }),
  output: ClientIssueView,
  example: () => ({
    fields: { projectId, clientIssueId },
    bodies: { usual: { summary: "Sent", value: { decision: "approve" } } },
    answers: { ClientIssue: { summary: "It was sent", data: sentIssue } },
  }),
}).run(async (context, { clientIssueId, decision }) => {
  const { caller, db, project, now, queue, write } = context;
  const place = { organizationId: project.organizationId, projectId: project.id };
  const pendingIssue = await findIssue(db, place, clientIssueId);
  if (!pendingIssue) throw new Problem("CLIENT_ISSUE_NOT_FOUND");
  const isSent = decision === "approve" && pendingIssue.state === "waiting";
  if (isSent && !(await hasProvenAddress(db, caller.userId))) throw new Problem("EMAIL_NOT_CONFIRMED");
  const prepared = isSent ? await prepareIssueFrom(context)(pendingIssue) : null;
  if (prepared && "barrier" in prepared) throw cannotApprove(prepared.barrier, barriers[prepared.barrier]);
  let isDecided = false;
  try {
    const replied = await write(async (db) => {
      isDecided = false;
      const issue = await findIssue(db, place, pendingIssue.id, { lock: true });
      if (!issue) throw new Problem("CLIENT_ISSUE_NOT_FOUND");
      if (issue.state !== "waiting") return reply(clientIssueView(issue));
      const state = decision === "approve" ? "sent" : "discarded";
      const recipients = prepared?.recipients ?? 0;
      if (state === "sent" && recipients === 0) throw cannotApprove("no_recipients", noRecipients);
      if (prepared && !(await prepared.send(db, issue.id)))
        throw cannotApprove("report_gone", barriers.report_gone);
      await decideIssue(db, issue, { state, recipients, userId: caller.userId, now: now() });
      isDecided = true;
      return reply(clientIssueView({ ...issue, state, recipients, decidedAt: now().toISOString() }));
    });
    queue.wake();
    return replied;
  } catch (error) {
    isDecided = false;
    throw error;
  } finally {
    // Of several who decide at once, one does.
    if (!isDecided) await prepared?.abandon();
  }
});

const barriers: Record<Barrier, string> = {
  mail_not_configured: "This server sends no mail. Its operator can set up SMTP_URL.",
  report_gone: "The report is deleted. Discard this one; the next period's run is sent as usual.",
  not_in_plan:
    "The organization's plan has no reports to clients. Choose one that has, or discard this report.",
  inbox_full:
    "An inbox gets at most three reports in 15 minutes, and one of these has had them. Approve this one a little later.",
};
const noRecipients =
  "No address takes letters: each has unsubscribed or was refused, or there is none. Add one with PUT /v1/projects/{projectId}/client-report, or discard this report.";
const cannotApprove = (code: string, message: string) =>
  invalid([{ in: "body", path: "/decision", code, message }]);
