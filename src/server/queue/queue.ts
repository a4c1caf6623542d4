import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { Queue, QueuedAsk } from "../api/queue.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../kernel/id.ts";
import type { Log } from "../kernel/log.ts";
import type { Vault } from "../kernel/secret/vault.ts";
import { noTracing, type Tracing } from "../kernel/trace.ts";
import { forEverybody } from "../kernel/turns/on-behalf.ts";
import { crawlsBeside, draftsBeside, refreshesBeside } from "../organizations/jobs-beside.ts";
import { emailAddress } from "../outbound/mail/email-address.ts";
import type { LetterTerms, Mail } from "../outbound/mail/mail.ts";
import { ownersOf } from "../projects/projects.ts";
import {
  askQueue,
  crawlQueue,
  draftQueue,
  finishQueue,
  mailQueue,
  ownAskQueue,
  queuedOf,
  redditQueue,
  rereadQueue,
  startBoss,
  within,
} from "./boss.ts";
import { createCalls } from "./calls.ts";
import { claimJobs } from "./claims.ts";
import { type Completions, watchCompletions } from "./completions.ts";

/** The queue as workers use it. */
export interface JobQueue extends Queue, AsyncDisposable {
  boss: PgBoss;
  claimJobs: typeof claimJobs;
  completions: Completions;
  /** Says in calls to other processes who calls. */
  caller: string;
  /** As `wake`, of what each process finds by itself. */
  wakeHere(): void;
  /** Calls back on every `wake`; returns how to stop that. */
  onWake(listener: () => void): () => void;
  /** Calls back on every `stopAsking`; returns how to stop that. */
  onStopAsking(listener: (reportId: string) => void): () => void;
}

/** What every job may carry: the `traceparent` of what it was queued by. */
export interface Traced {
  trace?: string;
}

/** The data of an ask's job: the key of its row, and how often its engine has failed. */
export interface AskJob extends Traced {
  projectId: string;
  reportId: string;
  ordinal: number;
  createdAt: string;
  failures: number;
  /** Whether an earlier answer was cut off before a word of it, so that the next may be longer. */
  roomier?: true;
}

/** The data of a letter's job; the letter is sealed for the job's id. */
export interface MailJob extends Traced {
  sealed: string;
  /** RFC 3339; the letter is not sent after that. */
  until: string;
  /** Failed attempts. */
  failures: number;
  /** Those after which nobody knows whether it was taken; absent: none. */
  unsure?: number;
  /** A letter to a client was about to be sent: if its process has died since, nobody knows whether it was. */
  sending?: true;
  /** The client's address, which ends if the mail server never takes it; absent: a member's. */
  recipientId?: string;
  /** What has to hold when it is sent; absent: nothing. */
  terms?: LetterTerms;
}

export interface ReportJob extends Traced {
  projectId: string;
  reportId: string;
}

export interface RefreshJob extends Traced {
  projectId: string;
  refreshId: string;
}

export interface ProjectJob extends Traced {
  projectId: string;
}

export interface CrawlJob extends Traced {
  recordId: string;
}

/**
 * After the first hundred asks that an organization has waiting, in however many runs, its next ones rank below the first ones of any
 * other, so that a small run accepted later does not wait for all of them.
 */
export const priorityOf = (place: number): number => -Math.floor(place / 100);

/** By which an organization's jobs are passed over while others have a turn. */
const groupOf = (owner: string | undefined) => (owner === undefined ? {} : { group: { id: owner } });

const queueOf = ({ provider, credentialsOf }: QueuedAsk): string =>
  credentialsOf === null ? askQueue(provider) : ownAskQueue(provider);

/** Opens the job queue in the store; dispose of it before the store. */
export async function openQueue({
  db,
  pool,
  mailVault,
  log,
  tracing = noTracing,
  shared = false,
}: {
  db: Db;
  pool: Pool;
  /** Whether other processes may work on the store, which are called too. */
  shared?: boolean;
  /** Seals letters while they wait. */
  mailVault: Vault;
  log: Log;
  tracing?: Tracing;
}): Promise<JobQueue> {
  const boss = await startBoss(pool, log);
  const completions = watchCompletions(db, log);
  const listeners = new Set<() => void>();
  const stoppers = new Set<(reportId: string) => void>();
  const caller = newId();
  const calls = shared ? createCalls(pool, caller, log) : null;
  const traced = (trace = tracing.current() ?? undefined): Traced => (trace ? { trace } : {});
  // Whoever wakes it, it goes on with everybody's jobs.
  const wakeHere = () =>
    forEverybody(() => {
      for (const listener of listeners) listener();
    });
  return {
    boss,
    claimJobs,
    completions,
    caller,
    wakeHere,

    async enqueueAsks(db, asks) {
      for (const [queue, group] of Map.groupBy(asks, queueOf)) {
        const jobs = group.map(
          ({ projectId, reportId, ordinal, place, createdAt, askId, credentialsOf }) => ({
            id: askId,
            ...(credentialsOf === null ? {} : { group: { id: credentialsOf } }),
            priority: priorityOf(place),
            data: { projectId, reportId, ordinal, createdAt, failures: 0, ...traced() } satisfies AskJob,
          }),
        );
        await boss.insert(queue, jobs, within(db));
      }
    },

    async enqueueFinish(db, { projectId, id, trace }) {
      const data: ReportJob = { projectId, reportId: id, ...traced(trace) };
      const owner = (await ownersOf(db, [projectId])).get(projectId);
      await boss.insert(finishQueue, [{ id, data, ...groupOf(owner) }], within(db));
    },

    async enqueueReread(db, projectId) {
      const data: ProjectJob = { projectId, ...traced() };
      const owner = (await ownersOf(db, [projectId])).get(projectId);
      const priority = owner === undefined ? 0 : -(await queuedOf(db, rereadQueue, owner));
      await boss.insert(
        rereadQueue,
        [{ singletonKey: projectId, data, priority, ...groupOf(owner) }],
        within(db),
      );
    },

    async enqueueRefresh(db, { projectId, id, awaited }) {
      const data: RefreshJob = { projectId, refreshId: id, ...traced() };
      const priority = -(await refreshesBeside(db, { projectId, id })) - (awaited ? 0 : 1);
      await boss.insert(redditQueue, [{ id, data, priority }], within(db));
    },

    async enqueueCrawl(db, recordId) {
      const data: CrawlJob = { recordId, ...traced() };
      const priority = -(await crawlsBeside(db, recordId));
      await boss.insert(crawlQueue, [{ id: recordId, data, priority }], within(db));
    },

    async enqueueDraft(db, draft) {
      const data: ReportJob = { ...draft, ...traced() };
      const priority = -(await draftsBeside(db, draft));
      const owner = (await ownersOf(db, [draft.projectId])).get(draft.projectId);
      await boss.insert(draftQueue, [{ id: draft.reportId, data, priority, ...groupOf(owner) }], within(db));
    },

    async enqueueMail(db, { until, recipientId, terms, ...letter }) {
      demandLetter(letter);
      const id = newId();
      const data: MailJob = {
        sealed: await mailVault.seal(id, letter),
        until: until.toISOString(),
        failures: 0,
        ...(recipientId === undefined ? {} : { recipientId }),
        ...(terms === undefined ? {} : { terms }),
        ...traced(),
      };
      // Somebody waits for their link, and the letters of one organization to its clients can be thousands: others' come in between.
      const owner = terms?.of === "client_report" ? terms.organizationId : undefined;
      const ahead = owner === undefined ? 0 : await queuedOf(db, mailQueue, owner);
      const priority = recipientId === undefined ? 0 : -1 - ahead;
      await boss.insert(mailQueue, [{ id, data, priority, ...groupOf(owner) }], within(db));
    },

    wake() {
      wakeHere();
      forEverybody(() => calls?.call());
    },

    stopAsking(reportId) {
      for (const stopper of stoppers) stopper(reportId);
    },

    finished: completions.finished,

    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    onStopAsking(listener) {
      stoppers.add(listener);
      return () => stoppers.delete(listener);
    },

    async [Symbol.asyncDispose]() {
      await completions.stop();
      await calls?.idle();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

const letterBytesMax = 64 * 1024;

function demandLetter({ to, subject, text, html = "" }: Omit<Mail, "until" | "recipientId" | "terms">): void {
  const oneLine = (line: string) => line.length <= 320 && !/\p{C}/u.test(line);
  // What keeps a name apart that runs from right to left is no control of ours to fear.
  const plain = text.length <= letterBytesMax && !/[^\P{C}\n\u2068\u2069]/u.test(text);
  if (Buffer.byteLength(html) > 2 * letterBytesMax)
    throw new RangeError("a letter has at most 128 KiB of HTML");
  if (emailAddress(to) === null || !oneLine(subject) || !plain || Buffer.byteLength(text) > letterBytesMax)
    throw new RangeError(
      "a letter has an address, a subject of one line and at most 64 KiB of text without control characters",
    );
}
