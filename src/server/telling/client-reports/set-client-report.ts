import { Type } from "typebox";
import { hasProvenAddress } from "../../accounts/users.ts";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { Nullable } from "../../api/schema/schema.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { LogoUrl, logoAddress, noLogo } from "../../reports/share-links/share-link-terms.ts";
import { clientReport } from "./client-report-examples.ts";
import { Address, EveryWord, recipientsMax } from "./client-report-terms.ts";
import { ClientReportView } from "./client-report-view.ts";
import { findClientReport, putClientReport, putRecipients } from "./client-reports.ts";
import { shownClientReport } from "./shown-client-report.ts";

export const setClientReport = action({
  name: "set_client_report",
  http: "PUT /v1/projects/{projectId}/client-report",
  summary: "Send a project's report to a client's addresses after each week's or month's scheduled run.",
  description:
    "Each gets a letter under the organization's name with a link to a page that can be printed and is open for 90 days, and may unsubscribe. With `approval`, each report waits until somebody approves it. Runs that began before this are not sent, nor made-up answers.",
  tag: "sharing",
  scope: "share:write",
  effect: "writes",
  // Each may have letters sent to strangers.
  limit: "invite",
  on: "project",
  feature: "share_links",
  sessionOnly: true,
  audit: (_, { active, every, approval, recipients }) => ({
    details: { active, every, approval, recipients: recipients.length },
  }),
  problems: ["EMAIL_NOT_CONFIRMED"],
  input: Type.Object({
    projectId: ProjectId,
    active: Type.Boolean({ description: "Whether reports are sent." }),
    every: EveryWord,
    approval: Type.Boolean({ description: "Whether each waits until somebody approves it." }),
    recipients: Type.Array(Address, { maxItems: recipientsMax, description: "At most 10 email addresses." }),
    logoUrl: Type.Optional(
      Nullable(LogoUrl, {
        description: "https URL of the logo on the page, loaded by the reader's browser only; null: none.",
      }),
    ),
  }),
  output: ClientReportView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "Every month, once approved",
        value: { active: true, every: "month", approval: true, recipients: ["kim@northwind.example"] },
      },
    },
    answers: { ClientReport: { summary: "Every month, once approved", data: clientReport } },
  }),
}).run(
  async (
    { caller, db, project, settings, now, write },
    { active, every, approval, recipients, logoUrl: logoInput },
  ) => {
    const mail = settings.mail !== null;
    if (active && !mail) throw refused("/active", "mail_not_configured", noMail);
    if (active && !(await hasProvenAddress(db, caller.userId))) throw new Problem("EMAIL_NOT_CONFIRMED");
    const place = { organizationId: project.organizationId, projectId: project.id };
    const addresses = recipients.map((input, at) => {
      const address = emailAddress(input);
      if (address === null)
        throw refused(`/recipients/${at}`, "bad_format", "This is not a plain email address.");
      return address;
    });
    const logo = logoInput && logoAddress(logoInput);
    if (logoInput && !logo) throw refused("/logoUrl", "bad_format", noLogo);
    return write(async (db) => {
      const storedLogo = logoInput === undefined ? (await findClientReport(db, place))?.logoUrl : logo;
      const schedule = { every, approval, active, logoUrl: storedLogo ?? null };
      await putClientReport(db, { ...place, userId: caller.userId, ...schedule }, now());
      await putRecipients(db, place, [...new Set(addresses)], now());
      return reply(await shownClientReport(db, place, { mail }));
    });
  },
);

const noMail = "This server sends no mail. Its operator can set up SMTP_URL.";

const refused = (path: string, code: string, message: string) =>
  invalid([{ in: "body", path, code, message }]);
