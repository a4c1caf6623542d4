import type { Queue } from "../../api/queue.ts";
import type { Db } from "../../db/db.ts";
import type { OffReason } from "../../db/schema.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import { adminInboxes } from "../../mail/mail-admins.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { switchOff, type Webhook } from "./webhooks.ts";

export interface SwitchingParts {
  db: Db;
  queue: Pick<Queue, "enqueueMail" | "wake">;
  /** Whether this server sends mail. */
  mails: boolean;
  /** Counts a letter of this kind to an inbox, whoever causes it; false: one too many, so do not send it. */
  countOffLetter(address: string): Promise<boolean>;
  /** Where a destination is changed. */
  settingsUrl: string;
  now(): Date;
  log: Log;
}

const usefulMs = 7 * 86_400_000;

/** Why, as admins read it. */
const reasons: Record<Exclude<OffReason, "paused">, string> = {
  gone: "Its address says that it takes no more messages.",
  failing: "It has taken no message for five days.",
  bounced: "The mail server refused its address.",
  unreadable: "Its address cannot be decrypted with this server's secret: enter it again.",
  member_gone: "The member who created it is no longer an admin of the organization.",
  member_disabled: "The account of the member who created it is disabled.",
  member_limited: "The member who created it is now limited to some clients.",
};

/** Switches a destination off, and tells the admins of its organization where mail is set up. What waits for it is kept. */
export async function switchOffAndTell(
  parts: SwitchingParts,
  webhook: Webhook & { claim: number },
  because: Exclude<OffReason, "paused">,
): Promise<void> {
  const { db, queue, settingsUrl, now, log } = parts;
  const adminAddresses = await toldAdmins(parts, webhook);
  const off = await transaction(db, async (db) => {
    if (!(await switchOff(db, webhook, because))) return false;
    if (adminAddresses.length === 0) return true;
    const organization = await findOrganization(db, webhook.organizationId);
    const until = new Date(now().getTime() + usefulMs);
    const facts = { name: webhook.name, organization: organization?.name ?? "", because, settingsUrl, until };
    const terms = { of: "admins", organizationId: webhook.organizationId, editorsOf: null } as const;
    for (const to of adminAddresses) await queue.enqueueMail(db, { ...offLetter(facts), to, terms });
    return true;
  });
  if (!off) return;
  log.warn(
    { webhook: webhook.id, organization_id: webhook.organizationId, kind: webhook.kind, because },
    "a destination was switched off",
  );
  queue.wake();
}

/** Whom to write to. Counted here, since a transaction must not wait for another connection. */
async function toldAdmins(
  { db, mails, countOffLetter }: SwitchingParts,
  { organizationId }: Webhook,
): Promise<string[]> {
  const addresses: string[] = [];
  // Whoever turns a destination on that is gone causes one each time.
  for (const address of mails ? await adminInboxes(db, organizationId) : [])
    if (await countOffLetter(address)) addresses.push(address);
  return addresses;
}

interface OffFacts {
  name: string | null;
  organization: string;
  because: Exclude<OffReason, "paused">;
  settingsUrl: string;
  until: Date;
}

const offLetter = ({ name, organization, because, settingsUrl, until }: OffFacts): Omit<Mail, "to"> => ({
  subject: "Overheard: a destination was turned off",
  text: letterText`Overheard no longer sends messages to ${name === null ? ours("a destination") : name} of the organization ${organization}.
${ours(reasons[because])}

What happens while it is off is kept for 30 days and sent when you turn it on again. What was given up before stands in its log, from where you can send it again.

${ours(settingsUrl)}
`,
  until,
});
