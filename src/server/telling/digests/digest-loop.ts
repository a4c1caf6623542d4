import { dayMs } from "../../../figures/days/calendar.ts";
import { hasProvenAddress } from "../../accounts/users.ts";
import type { Queue } from "../../api/queue.ts";
import type { Db } from "../../db/db.ts";
import { wholeOf } from "../../db/reach.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../../kernel/outage.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import { mailAdmins } from "../../mail/mail-admins.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { letterText, ours } from "../../outbound/mail/letter-text.ts";
import { MailError, type SendMail } from "../../outbound/mail/mail.ts";
import { digestBefore, nextDigest } from "../../projects/schedule.ts";
import { type Loop, serialLoop } from "../../queue/serial-loop.ts";
import type { Digest, MakeDigest } from "./digest.ts";
import {
  beginSending,
  type ClaimedDigest,
  claimDigests,
  endDigest,
  postponeDigest,
  queueChannelDigest,
  renewDigest,
  settleDigest,
} from "./digests.ts";

export interface DigestParts {
  db: Db;
  queue: Pick<Queue, "enqueueMail" | "wake">;
  make: MakeDigest;
  /** Null: this server sends no mail, and members' digests wait. */
  sendMail: SendMail | null;
  /** Where a digest is changed. */
  settingsUrl: string;
  /** Where one request ends it. */
  unsubscribeUrlOf(digestId: string): string;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

/** Digests that this process makes at once. */
const atOnce = 4;
/** A Monday that is longer ago is left out: news of it is old. */
const lateMs = dayMs;
/** Pauses before a mail server is tried again that has certainly not taken a letter; the last one repeats. */
const pausesMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);
const usefulMs = 7 * dayMs;

/** Tells members and channels on Mondays what their week brought, each at most once. */
export function digestLoop(parts: DigestParts): Loop {
  const { db, sendMail, stop, now, log } = parts;
  return serialLoop("send digests", log, async () => {
    while (!stop.aborted) {
      const due = await claimDigests(db, { now: now(), mails: sendMail !== null, most: atOnce });
      await Promise.all(
        due.map((digest) =>
          asJobOf(digest.organizationId, () => tell(parts, digest)).catch((error) =>
            logFailure(log, { digest: digest.id, err: error }, "a digest could not be sent"),
          ),
        ),
      );
      if (due.length < atOnce) return;
    }
  });
}

async function tell(parts: DigestParts, digest: ClaimedDigest): Promise<void> {
  const { log, now } = parts;
  const dueAt = new Date(digest.dueAt);
  if (digest.sending) {
    log.warn({ digest: digest.id }, "nobody knows whether a digest was sent; it is not sent again");
    return leaveOut(parts, digest);
  }
  if (now().getTime() - dueAt.getTime() > lateMs) {
    log.warn({ digest: digest.id, due_at: digest.dueAt }, "a digest was left out: its Monday is over");
    return leaveOut(parts, digest);
  }
  return digest.webhookId === null ? tellMember(parts, digest, dueAt) : tellChannel(parts, digest, dueAt);
}

/** When the next one is due. */
const nextOf = ({ now }: DigestParts, { timezone, dueAt }: ClaimedDigest): Date =>
  nextDigest(timezone, new Date(Math.max(now().getTime(), Date.parse(dueAt))));

async function leaveOut(parts: DigestParts, digest: ClaimedDigest): Promise<void> {
  await settleDigest(parts.db, digest, { next: nextOf(parts, digest), sentAt: null });
}

/** Between renewals of a claim while a digest is made. */
const renewMs = 60_000;

function termsOf({ db, now }: DigestParts, digest: ClaimedDigest, to: Date) {
  const { timezone } = digest;
  let renewed = now().getTime();
  const goOn = async () => {
    if (now().getTime() - renewed < renewMs) return true;
    renewed = now().getTime();
    return renewDigest(db, digest);
  };
  return { timezone, from: digestBefore(timezone, to), to, goOn };
}

/** A channel is told like of an event, which is tried again and logged; what it says is made then. */
async function tellChannel(parts: DigestParts, digest: ClaimedDigest, dueAt: Date): Promise<void> {
  const { db, make, now, queue } = parts;
  const { organizationId, webhookId, projectId, id } = digest;
  const terms = termsOf(parts, digest, dueAt);
  if (digest.onlyChanges) {
    const preview = await make({ ...terms, reach: wholeOf(organizationId), projectId });
    if (!preview) return;
    if (preview.projects === 0 || preview.isQuiet) return leaveOut(parts, digest);
  }
  const facts = { timezone: terms.timezone, from: terms.from.toISOString(), to: terms.to.toISOString() };
  await transaction(db, async (db) => {
    const settled = { next: nextOf(parts, digest), sentAt: now() };
    if (await settleDigest(db, digest, settled))
      await queueChannelDigest(db, { organizationId, webhookId: webhookId!, id }, { facts, now: now() });
  });
  queue.wake();
}

async function tellMember(parts: DigestParts, digest: ClaimedDigest, dueAt: Date): Promise<void> {
  const { db, make, settingsUrl, unsubscribeUrlOf } = parts;
  const { member, organizationId } = digest;
  const to = member && emailAddress(member.email);
  if (!member || to === null || !(await hasProvenAddress(db, member.userId))) return leaveOut(parts, digest);
  const reach = { organizationId, workspaceIds: member.workspaceIds };
  const memberDigest = await make({ ...termsOf(parts, digest, dueAt), reach, projectId: null });
  if (!memberDigest) return;
  if (memberDigest.projects === 0 || (digest.onlyChanges && memberDigest.isQuiet))
    return leaveOut(parts, digest);
  await send(parts, digest, {
    to,
    content: memberDigest,
    links: { settingsUrl, unsubscribeUrl: unsubscribeUrlOf(digest.id) },
  });
}

interface Sending {
  to: string;
  content: Digest;
  links: { settingsUrl: string; unsubscribeUrl: string };
}

/** The store knows that it is under way before the mail server does, so that nobody sends it twice. */
async function send(
  parts: DigestParts,
  digest: ClaimedDigest,
  { to, content, links }: Sending,
): Promise<void> {
  const { db, sendMail, now, log } = parts;
  if (!sendMail || !(await beginSending(db, digest))) return;
  const facts = { digest: digest.id, organization_id: digest.organizationId };
  try {
    await sendMail({ to, ...content.letter(links), unsubscribeUrl: links.unsubscribeUrl });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn({ ...facts, final: error.final, fault: error.fault }, "a digest was not taken");
    if (error.refusesAddress) return bounced(parts, digest, to);
    if (error.final || error.unsure) return leaveOut(parts, digest);
    const pauseMs = pausesMs[digest.failures] ?? pausesMs.at(-1)!;
    return postponeDigest(db, digest, new Date(now().getTime() + pauseMs));
  }
  await settleDigest(db, digest, { next: nextOf(parts, digest), sentAt: now() });
  log.info(facts, "a digest was sent");
}

/** Ends the digest of an address that the mail server will never take, and tells the admins, but not at that address. */
async function bounced(parts: DigestParts, digest: ClaimedDigest, to: string): Promise<void> {
  const { db, queue, now } = parts;
  const { organizationId } = digest;
  await transaction(db, async (db) => {
    if (!(await endDigest(db, digest.id, "bounced"))) return;
    const organization = (await findOrganization(db, organizationId))?.name ?? "";
    const letter = {
      subject: "Overheard: a Monday digest was turned off",
      text: letterText`The mail server refused the address of a member of the organization ${organization}: ${ours(to)}.

Their Monday digest was turned off. They can turn it on again once their address works.
`,
      until: new Date(now().getTime() + usefulMs),
    };
    await mailAdmins(db, queue, organizationId, letter, { except: to });
  });
  queue.wake();
}
