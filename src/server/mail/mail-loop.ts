import type { Db } from "../db/db.ts";
import type { Log } from "../kernel/log.ts";
import type { Vault } from "../kernel/secret/vault.ts";
import type { Tracing } from "../kernel/trace.ts";
import { MailError, type SendMail } from "../outbound/mail/mail.ts";
import { mailQueue } from "../queue/boss.ts";
import { type ClaimedJob, deleteClaimed, noteClaimed, postponeClaimed } from "../queue/claims.ts";
import { jobSpan } from "../queue/job-span.ts";
import type { Leases } from "../queue/leases.ts";
import type { MailJob } from "../queue/queue.ts";
import { type Loop, serialLoop } from "../queue/serial-loop.ts";

export interface MailLoopParts {
  db: Db;
  leases: Leases;
  sendMail: SendMail;
  mailVault: Vault;
  /** Whether a letter that has waited is still to be sent to that address; absent: each is. */
  isWanted?: ((letter: Pick<MailJob, "recipientId" | "terms">, to: string) => Promise<boolean>) | undefined;
  /** Told of a client's address that the mail server refused for good. */
  refuseAddress?: ((recipientId: string) => Promise<void>) | undefined;
  stop: AbortSignal;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

const lettersPerClaim = 5;

/** Pauses between attempts at one letter, in ms; the last one repeats. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];

/** A letter that may have been taken so often is not sent again; to a client, not once. */
const unsureMost = 3;

/** Sends due letters, a few at a time; retries what the server does not take for now, until the letter is of no use. */
export function mailLoop(parts: MailLoopParts): Loop {
  const { leases, tracing, stop, log } = parts;
  return serialLoop("send mail", log, async () => {
    while (!stop.aborted) {
      const jobs = await leases.claim<MailJob>(mailQueue, lettersPerClaim);
      await Promise.all(jobs.map((job) => jobSpan(tracing, job, () => deliver(parts, job))));
      if (jobs.length < lettersPerClaim) return;
    }
  });
}

async function deliver(parts: MailLoopParts, job: ClaimedJob<MailJob>): Promise<void> {
  const { db, leases, log } = parts;
  try {
    const isOnce = job.data.recipientId !== undefined;
    if (isOnce && job.data.sending) {
      log.warn({ job: job.id }, "nobody knows whether a letter was taken; it is not sent again");
      await deleteClaimed(db, [job]);
      return leases.release([job]);
    }
    const letter = await letterToSend(parts, job);
    // Noted last: a letter that is noted and not sent is never sent.
    if (letter && isOnce && !(await noteClaimed(db, { ...job, data: { ...job.data, sending: true } })))
      return leases.release([job]);
    const again = letter && (await attempt(parts, job, letter));
    if (again === null) await deleteClaimed(db, [job]);
    else {
      const data = { ...job.data, failures: job.data.failures + 1, unsure: again.unsure };
      await postponeClaimed(db, [{ ...job, data, afterMs: again.afterMs }]);
    }
    leases.release([job]);
  } catch (error) {
    log.error({ job: job.id, err: error }, "a letter could not be sent");
    await leases.fail(job);
  }
}

/** Only mail servers with SMTPUTF8 (RFC 6531) take a local part beyond ASCII. */
const isInternational = (address: string): boolean => /[^\0-\x7f]/.test(address);

type Letter = Parameters<SendMail>[0];

const remainingMsOf = ({ until }: MailJob, now: Date): number => Date.parse(until) - now.getTime();

/** What is to be sent; null if it is of no use any more. */
async function letterToSend(
  { mailVault, isWanted, now, log }: MailLoopParts,
  { id, data }: ClaimedJob<MailJob>,
): Promise<Letter | null> {
  const letter = (await mailVault.open(id, data.sealed)) as Letter | null;
  if (!letter || remainingMsOf(data, now()) <= 0) {
    log.warn({ job: id, failures: data.failures }, "a letter was given up");
    return null;
  }
  if (isWanted && !(await isWanted(data, letter.to))) {
    log.info({ job: id, failures: data.failures }, "a letter that is not to be sent any more was left out");
    return null;
  }
  return letter;
}

/** Tries once; returns when it is tried again, null if it is not, and how often it may have been taken by then. */
async function attempt(
  { sendMail, refuseAddress, now, log }: MailLoopParts,
  { id, data }: ClaimedJob<MailJob>,
  letter: Letter,
): Promise<{ afterMs: number; unsure: number } | null> {
  try {
    await sendMail(letter);
    log.info({ job: id, failures: data.failures }, "mail sent");
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { final, fault } = error;
    const facts = { job: id, final, fault, failures: data.failures };
    if (error.final && isInternational(letter.to))
      log.warn(facts, "mail was not taken; its address needs SMTPUTF8, which this mail server may lack");
    else log.warn(facts, "mail was not taken");
    const { response } = error.cause as { response?: unknown };
    if (typeof response === "string") log.debug({ job: id, foreign: response }, "what the mail server said");
    if (error.refusesAddress && data.recipientId !== undefined) await refuseAddress?.(data.recipientId);
    if (error.final) return null;
    const unsure = (data.unsure ?? 0) + (error.unsure ? 1 : 0);
    if (unsure >= (data.recipientId === undefined ? unsureMost : 1)) {
      log.warn(facts, "nobody knows whether a letter was taken; it is not sent again");
      return null;
    }
    const pauseMs = pausesMs[data.failures] ?? pausesMs.at(-1)!;
    return { afterMs: Math.min(pauseMs, Math.max(0, remainingMsOf(data, now()))), unsure };
  }
}
