import { dayMs } from "../../../figures/days/calendar.ts";
import { transaction } from "../../db/transaction.ts";
import { mailAdmins } from "../../mail/mail-admins.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import type { ClientReportParts } from "../client-reports/client-report-loop.ts";
import { endRecipient } from "../client-reports/client-reports.ts";

const usefulMs = 7 * dayMs;

/** Sends a client's address nothing more, as the mail server refused it, and tells those who may change it once. */
export async function refuseAddress(
  { db, queue, siteUrl, now }: Pick<ClientReportParts, "db" | "queue" | "siteUrl" | "now">,
  recipientId: string,
): Promise<void> {
  await transaction(db, async (db) => {
    const recipient = await endRecipient(db, recipientId, "bounced");
    if (!recipient) return;
    const { organizationId, projectId, address, project } = recipient;
    const letter = {
      subject: "Overheard: a client's address was refused",
      text: letterText`The mail server refused ${ours(address)}, to which the report of ${project} went. Nothing more is sent there.

Correct the address, or remove it:
${ours(`${siteUrl}/projects/${projectId}/settings#client-report`)}
`,
      until: new Date(now().getTime() + usefulMs),
    };
    await mailAdmins(db, queue, organizationId, letter, { editorsOf: projectId });
  });
  queue.wake();
}
