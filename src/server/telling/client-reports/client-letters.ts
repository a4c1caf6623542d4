import { dayMs } from "../../../figures/days/calendar.ts";
import { dayIn } from "../../../figures/days/day.ts";
import { barrierTo } from "../../api/access/entitlement.ts";
import type { Services } from "../../api/context.ts";
import { wholeOf } from "../../db/reach.ts";
import { newId } from "../../kernel/id.ts";
import { newShareToken } from "../../kernel/secret/share-token.ts";
import { findOrganization, findPlanHolder } from "../../organizations/organizations.ts";
import { inboxOf } from "../../outbound/mail/email-address.ts";
import { letterText, nameInLetter, ours } from "../../outbound/mail/letter-text.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { findProject } from "../../projects/projects.ts";
import { findReport } from "../../reports/reports.ts";
import { pageOf } from "../../reports/share-links/create-share-link.ts";
import { insertShareLink } from "../../reports/share-links/share-links.ts";
import { escaped, heading, letterPage, line, link } from "../letter-html.ts";
import type { PrepareIssue } from "./client-report.ts";
import { findClientReport, listRecipients, type Recipient } from "./client-reports.ts";

type Parts = Pick<
  Services,
  | "db"
  | "queue"
  | "settings"
  | "now"
  | "countClientLetters"
  | "uncountClientLetters"
  | "clientUnsubscribeUrlOf"
>;

/** How long the page of a report can be read. */
const pageMs = 90 * dayMs;
const usefulMs = 3 * dayMs;

/** Makes a client's report ready: its page, and a letter to each address that takes letters. */
export const prepareIssueFrom =
  (parts: Parts): PrepareIssue =>
  async ({ organizationId, projectId, reportId }) => {
    const { db, queue, settings, now, countClientLetters } = parts;
    const reach = wholeOf(organizationId);
    if (!settings.mail) return { barrier: "mail_not_configured" };
    const project = await findProject(db, reach, projectId);
    const organization = await findOrganization(db, organizationId);
    const holder = await findPlanHolder(db, organizationId);
    if (!project || !organization || !holder) return { barrier: "report_gone" };
    if (barrierTo("share_links", settings.plans, holder, project)) return { barrier: "not_in_plan" };
    // The whole report, which is read only where it can go.
    const report = await findReport(db, reach, reportId);
    if (!report?.scored) return { barrier: "report_gone" };
    const snapshot = await pageOf({ db, project }, { ...report, scored: report.scored }, "90d", now());
    const logoUrl = (await findClientReport(db, { organizationId, projectId }))?.logoUrl ?? null;
    const { token, prefix, hash } = newShareToken();
    const recipients = onePerInbox(
      (await listRecipients(db, { organizationId, projectId })).filter(
        ({ offBecause }) => offBecause === null,
      ),
    );
    // Nobody's report is left out because their inbox has had others: it waits.
    const addresses = recipients.map(({ address }) => address);
    if (!(await countClientLetters(addresses))) return { barrier: "inbox_full" };
    const facts = {
      ...{ organization: organization.name, brand: report.brand },
      day: dayIn(report.measuredAt ?? now().toISOString(), project.timezone),
      url: `${settings.siteUrl}/s/${token}`,
    };
    const at = now();
    return {
      recipients: recipients.length,
      // A count that cannot be taken back ends by itself, and is no reason to fail.
      abandon: () => parts.uncountClientLetters(addresses).catch(() => undefined),
      async send(db, issueId) {
        const expiresAt = new Date(at.getTime() + pageMs).toISOString();
        const page = {
          ...{
            id: newId(),
            organizationId,
            projectId,
            reportId,
            tokenPrefix: prefix,
            tokenHash: hash,
            snapshot,
          },
          ...{ timeframe: "90d" as const, expiresAt, presenterName: organization.name, logoUrl },
          ...{ summary: snapshot.headline, createdAt: at.toISOString() },
        };
        if (!(await insertShareLink(db, page))) return false;
        const terms = { of: "client_report", organizationId, issueId, pageId: page.id } as const;
        const until = new Date(at.getTime() + usefulMs);
        for (const { id, address } of recipients)
          await queue.enqueueMail(db, {
            ...clientLetter(facts, parts.clientUnsubscribeUrlOf(id)),
            ...{ to: address, recipientId: id, terms, until },
          });
        return true;
      },
    };
  };

/** Of several addresses of one inbox the first: it gets one letter. */
const onePerInbox = (recipients: readonly Recipient[]): Recipient[] => [
  ...Map.groupBy(recipients, ({ address }) => inboxOf(address))
    .values()
    .map(([first]) => first!),
];

interface Facts {
  organization: string;
  brand: string;
  day: string;
  url: string;
}

/** A letter to a stranger: of what other people wrote it says two names, and those as letters may say names. */
function clientLetter(
  { organization, brand, day, url }: Facts,
  unsubscribeUrl: string,
): Pick<Mail, "subject" | "text" | "html" | "unsubscribeUrl"> {
  const [from, about] = [nameInLetter(organization), nameInLetter(brand)];
  const says = `${from} sends you its report on what AI assistants say about ${about}, with answers up to ${day}.`;
  const why = `You get this because ${from} added your address.`;
  return {
    subject: `What AI assistants say, up to ${day}`,
    text: letterText`${ours(says)}

${ours(url)}

It can be read and printed for 90 days, by everybody who has the link.

-- 
${ours(why)} To get no more of these:
${ours(unsubscribeUrl)}
`,
    html: letterPage("What AI assistants say", [
      heading("What AI assistants say"),
      line(escaped(says)),
      line(link(url, "Open the report")),
      line("It can be read and printed for 90 days, by everybody who has the link.", "soft"),
      line(`${escaped(why)} ${link(unsubscribeUrl, "Unsubscribe")}.`, "soft"),
    ]),
    unsubscribeUrl,
  };
}
