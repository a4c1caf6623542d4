import type { Queue } from "../../api/queue.ts";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import { mailAdmins } from "../../mail/mail-admins.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { switchBucketOff } from "./buckets.ts";
import type { BucketOff, ClaimedBucket } from "./claim-buckets.ts";

export interface SwitchingOffParts {
  db: Db;
  queue: Pick<Queue, "enqueueMail" | "wake">;
  /** Whether this server sends mail. */
  mails: boolean;
  /** Where the bucket is changed. */
  settingsUrl: string;
  now(): Date;
  log: Log;
}

/** Why, as admins read it. */
const reasons: Record<BucketOff, string> = {
  failing: "It has taken no export for five days.",
  unreadable: "Its access key cannot be decrypted with this server's secret: enter it again.",
  member_gone: "The member who saved it is no longer an admin of the organization.",
  member_disabled: "The account of the member who saved it is disabled.",
  member_limited: "The member who saved it is now limited to some clients.",
};

const usefulMs = 7 * 86_400_000;

/** Switches a bucket off, and tells the admins of its organization where mail is set up. */
export async function switchBucketOffAndTell(
  { db, queue, mails, settingsUrl, now, log }: SwitchingOffParts,
  bucket: ClaimedBucket,
  because: BucketOff,
): Promise<void> {
  const { organizationId } = bucket;
  const off = await transaction(db, async (db) => {
    if (!(await switchBucketOff(db, bucket, because))) return false;
    if (!mails) return true;
    const organization = (await findOrganization(db, organizationId))?.name ?? "";
    const until = new Date(now().getTime() + usefulMs);
    await mailAdmins(db, queue, organizationId, offLetter({ organization, because, settingsUrl, until }));
    return true;
  });
  if (!off) return;
  log.warn({ organization_id: organizationId, because }, "a bucket was switched off");
  queue.wake();
}

interface OffFacts {
  organization: string;
  because: BucketOff;
  settingsUrl: string;
  until: Date;
}

const offLetter = ({ organization, because, settingsUrl, until }: OffFacts): Omit<Mail, "to"> => ({
  subject: "Overheard: the nightly export was turned off",
  text: letterText`Overheard no longer writes exports to the bucket of the organization ${organization}.
${ours(reasons[because])}

Nothing was lost: what is missing in the bucket is written when you turn the export on again.

${ours(settingsUrl)}
`,
  until,
});
