import type { CrawlSettings } from "../../site/crawl/crawl.ts";
import type { Services } from "../api/context.ts";
import type { FiguresAhead } from "../api/figures-ahead.ts";
import { draftLoop } from "../content/drafts/draft-loop.ts";
import type { Db } from "../db/db.ts";
import { openEngine } from "../engines/engine-choice.ts";
import type { OwnEngines } from "../engines/own-engines.ts";
import { type BucketParts, bucketLoop } from "../exports/bucket/bucket-loop.ts";
import { freeBuckets } from "../exports/bucket/claim-buckets.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";
import { createPace } from "../kernel/pace.ts";
import { noTracing, type Tracing } from "../kernel/trace.ts";
import { forEverybody } from "../kernel/turns/on-behalf.ts";
import { type MailLoopParts, mailLoop } from "../mail/mail-loop.ts";
import type { Parsing } from "../outbound/parsing.ts";
import type { Website } from "../outbound/website/website.ts";
import type { JudgeWatches } from "../projects/watches/tellings.ts";
import {
  crawlQueue,
  draftQueue,
  dueQueues,
  finishQueue,
  freeActiveJobs,
  mailQueue,
  quietMs,
  redditQueue,
  rereadQueue,
} from "../queue/boss.ts";
import { freeClaimsOfDead, hasLapsed } from "../queue/claims.ts";
import { createLeases } from "../queue/leases.ts";
import type { JobQueue } from "../queue/queue.ts";
import { type Loop, serialLoop } from "../queue/serial-loop.ts";
import { createStop } from "../queue/stop.ts";
import { atMost } from "../queue/timeout.ts";
import { createWorkerLiveness, noWorkerLiveness } from "../queue/worker-liveness.ts";
import type { RedditSource } from "../reddit/look-at-reddit.ts";
import { redditLoop } from "../reddit/reddit-loop.ts";
import { endedAmong } from "../reports/reports.ts";
import { createAnswerKeeper } from "../runs/asking/answer-keeper.ts";
import { type AnswerWriter, createAnswerWriter, type SettledOutcome } from "../runs/asking/answer-writer.ts";
import { createBudget } from "../runs/asking/budget.ts";
import type { EndedCall } from "../runs/asking/call-engine.ts";
import { createClaiming } from "../runs/asking/claim-asks.ts";
import { createModelTimeout } from "../runs/asking/model-timeout.ts";
import { createNoteWait } from "../runs/asking/note-waits.ts";
import { type Asking, createAsking } from "../runs/asking/run-asks.ts";
import { type AnswerMeasurer, measuring as ours } from "../runs/measure-answers.ts";
import { finishLoop, rereadLoop } from "../runs/report-loop.ts";
import { enqueueOutdated } from "../runs/rereading/reread-project.ts";
import { type ScheduleParts, scheduleLoop } from "../runs/schedule.ts";
import { createSweep } from "../sweep/sweep.ts";
import { type ClientReportParts, clientReportLoop } from "../telling/client-reports/client-report-loop.ts";
import { freeWebhooks } from "../telling/deliveries/claim-deliveries.ts";
import type { DrainParts } from "../telling/deliveries/drain.ts";
import { refuseAddress } from "../telling/destinations/refused-address.ts";
import { type DigestParts, digestLoop } from "../telling/digests/digest-loop.ts";
import { freeDigests } from "../telling/digests/digests.ts";
import { eventLoops } from "../telling/event-loops.ts";
import { isStillWanted, type WaitingLetter } from "../telling/waiting-letter.ts";
import { crawlLoop } from "../website/crawls/crawl-loop.ts";
import { endDisabled } from "./end-disabled.ts";
import { createIdlePace, type TimedLoop } from "./idle-pace.ts";

/** Runs the queue's jobs in this process. Disposing of it hands back what is not done. */
export interface Worker extends AsyncDisposable {
  start(): Promise<void>;
  /** Does what it is woken for in this process but looks for nothing by itself; `start` does both. For tests. */
  attend(): void;
  /** Works until no job is due; for tests. */
  settle(): Promise<void>;
  /** One pass over what is overdue; `start` runs it regularly. */
  sweep(): Promise<void>;
}

export interface WorkerParts {
  db: Db;
  queue: JobQueue;
  engines: Services["engines"];
  ownEngines: OwnEngines;
  settings: { monthlySpendUsd: number; sharedEngines: boolean };
  /** The longest wait for an answer, in milliseconds. */
  engineTimeoutMs?: number;
  crawl: {
    website: Website;
    parsing: Pick<Parsing, "profile" | "draftPages" | "draftMaterial" | "draft" | "threads">;
    settings: CrawlSettings;
  };
  now(): Date;
  /** The store's own, unless given. */
  storeNow?: () => Promise<Date>;
  log: Log;
  /** No other process works on this store: claims found at start were a dead process's, and are freed at once. */
  alone?: boolean;
  /** The server on which to show other processes that this one lives; null or absent: there are no others. */
  connectionString?: string | null;
  /** Between 0 and 1, like Math.random. */
  random?: () => number;
  measuring?: AnswerMeasurer;
  /** How a report that ends judges its project's watches; absent: not at all. */
  judgeWatches?: JudgeWatches;
  /** Told of reports that have ended or been read again; absent: nobody is. */
  figuresAhead?: FiguresAhead;
  /** Told of every finished call of an engine. */
  observeCall?: (call: EndedCall) => void;
  /** Told of every ask that this process settles. */
  observeSettled?: (ask: SettledOutcome) => void;
  /** How to begin scheduled runs; absent: this worker starts none. */
  schedule?: Pick<ScheduleParts, "plan" | "spread">;
  /** How to send letters; absent: they wait for a process that has a mail server. */
  mail?: Pick<MailLoopParts, "sendMail" | "mailVault"> | null;
  /** How to tell destinations what happened; absent: it waits for a process that does. */
  events?: Pick<DrainParts, "destinations" | "vault" | "tell" | "mails" | "countOffLetter" | "settingsUrl">;
  /** How to export to buckets; absent: they wait for a process that does. */
  exports?: Pick<BucketParts, "buckets" | "vault" | "contents" | "spread" | "mails" | "settingsUrl">;
  /** How to tell what a week brought; absent: this worker does not. */
  digests?: Pick<DigestParts, "make" | "settingsUrl" | "unsubscribeUrlOf">;
  /** How to send clients their reports; absent: this worker does not. */
  clientReports?: Pick<ClientReportParts, "prepare" | "mails" | "siteUrl">;
  tracing?: Tracing;
  /** Null or absent: Reddit itself is not searched. */
  reddit?: RedditSource | null;
  timing?: Partial<typeof usualTiming>;
}

/** Milliseconds. */
export const usualTiming = {
  /** Between looks for jobs that nobody woke us for. */
  poll: 500,
  /** Between looks for scheduled runs that are due. */
  schedule: 1_000,
  /** Between looks for digests that are due. */
  digests: 10_000,
  /** Between looks for buckets that are due. */
  buckets: 5_000,
  sweep: 15_000,
  /** Between renewals of the claims. */
  renew: 3_000,
  /** Between looks for reports that somebody else has ended, and for disabled accounts. */
  drop: 3_000,
  /** Between looks for dead workers, whose asks are free again 10 s after their last renewal. */
  free: 3_000,
  /** Between looks whether others see and call this process. */
  stay: 3_000,
  /** After this a call is given up, whatever its adapter says; less where the setting or what is usual says so. */
  callDeadline: 11 * 60_000,
  /** However quick an engine usually is, a call is waited for this long. */
  leastPatience: 30_000,
  /** Time for calls under way to end while the worker stops. */
  grace: 5_000,
};

/** Workers that look for due projects at once plan different ones. */
const dueAmong = 4;

/** Between looks of pg-boss at what it keeps, while every claim is renewed. */
const superviseMs = 600_000;

/** For calls that were cut off to end, in milliseconds. */
const cutMs = 2_000;

/** For a process that shares its queue with nobody and so has less to look for. */
const calmTiming = { poll: 1_000, schedule: 5_000, free: 60_000 };

/** While no job is due and every process that has something to do says so. The rest goes on as usual: no job stands for it. */
const restingTiming = {
  ...{ poll: 15_000, schedule: 15_000, digests: 30_000, buckets: 15_000 },
  ...{ renew: 6_000, drop: 15_000, free: 60_000, stay: 15_000 },
};

/** Calls of other processes that come closer together are one. */
const callsApartMs = 100;

export function createWorker(parts: WorkerParts): Worker {
  const {
    db,
    queue,
    engines,
    ownEngines,
    settings,
    crawl,
    now,
    log,
    random = Math.random,
    measuring = ours,
    tracing = noTracing,
  } = parts;
  const timing = { ...usualTiming, ...(parts.alone ? calmTiming : {}), ...parts.timing };
  const resting: typeof usualTiming = {
    ...timing,
    ...restingTiming,
    ...parts.timing,
  };
  const { boss } = queue;
  const halt = new AbortController();
  const cut = createStop();
  const presence = parts.connectionString
    ? createWorkerLiveness({
        ...{ db, connectionString: parts.connectionString, log },
        called: (from) => from !== queue.caller && forEverybody(stirredElsewhere),
      })
    : noWorkerLiveness;
  const leases = createLeases({ db, queue, presence, log, alone: parts.alone ?? false });
  const tellWait = createNoteWait({ db, now, log });
  const common = { db, queue, leases, measuring, pace: createPace(), now, tracing, log, stop: halt.signal };
  const calling = { random, stop: cut };
  const patience = createModelTimeout({
    leastMs: timing.leastPatience,
    mostMs: parts.engineTimeoutMs ?? timing.callDeadline,
  });
  const halted = () => halt.signal.aborted;

  const budget = createBudget(db, settings.monthlySpendUsd, now);
  const answerWriter: AnswerWriter = createAnswerWriter({
    ...common,
    moreToCome: () => asking.busy(),
    ...(parts.observeSettled ? { observeSettled: parts.observeSettled } : {}),
  });
  const answerKeeper = createAnswerKeeper(common);
  const asking: Asking = createAsking({
    ...{ ...common, ...calling, patience, answerKeeper, answerWriter, budget, tellWait },
    ...(parts.observeCall ? { observeCall: parts.observeCall } : {}),
  });
  const claiming = createClaiming({
    ...{ ...common, engines, ownEngines, asking, answerWriter, budget, halted, tellWait },
  });
  const ahead = { figuresAhead: parts.figuresAhead };
  const finishing = finishLoop({ ...common, ...ahead, engines, settings, judgeWatches: parts.judgeWatches });
  const supply = { db, engines, ownEngines, settings };
  const writing = draftLoop({
    ...{ ...common, ...calling, callDeadlineMs: timing.callDeadline, halt: halt.signal },
    openEngine: (request) => openEngine(supply, request),
    parsing: crawl.parsing,
  });
  const { clientReports } = parts;
  const refused = clientReports && ((id: string) => refuseAddress({ ...common, ...clientReports }, id));
  const isWanted = clientReports && ((letter: WaitingLetter, to: string) => isStillWanted(db, letter, to));
  const mailing = parts.mail && mailLoop({ ...common, ...parts.mail, isWanted, refuseAddress: refused });
  const byQueue = new Map<string, Loop>([
    [finishQueue, finishing],
    [rereadQueue, rereadLoop({ ...common, ...ahead })],
    [redditQueue, redditLoop({ ...common, parsing: crawl.parsing, reddit: parts.reddit ?? null })],
    [crawlQueue, crawlLoop({ ...common, ...crawl })],
    [draftQueue, writing],
    ...(mailing ? [[mailQueue, mailing] as [string, Loop]] : []),
  ]);

  const telling = parts.events && eventLoops({ ...common, random, ...parts.events });
  const exporting = parts.exports && bucketLoop({ ...common, random, ...parts.exports });

  const idlePace = createIdlePace();
  const lookForJobs = async (): Promise<boolean> => {
    const due = await dueQueues(db);
    for (const [name, loop] of byQueue) if (due.has(name)) loop.soon();
    claiming.soon(due);
    return due.size > 0;
  };
  const look = serialLoop("look for jobs", log, async () => {
    if (halted()) return;
    const restMs = await lookForWork().catch((error) => {
      idlePace.stir();
      throw error;
    });
    if (restMs > 0) idlePace.rest(restMs);
    else idlePace.stir();
  });
  /** Sets everybody to what is due. For how many milliseconds nothing will be; 0 if something is, or may be. */
  async function lookForWork(): Promise<number> {
    // Neither keeps the other from what it finds.
    const [jobs, events] = await Promise.allSettled([
      lookForJobs(),
      telling?.look() ?? Number.POSITIVE_INFINITY,
    ]);
    if (jobs.status === "rejected") throw jobs.reason;
    if (events.status === "rejected") throw events.reason;
    if (jobs.value || !(parts.alone || presence.hears())) return 0;
    if (workers.some((loop) => loop.busy())) return 0;
    return Math.min(events.value, await quietMs(db));
  }
  /** There may be something to do. */
  function stirred(): void {
    idlePace.stir();
    look.soon();
    exporting?.soon();
  }
  let stirredAt = Number.NEGATIVE_INFINITY;
  let stirsLater: NodeJS.Timeout | undefined;
  /** The first call at once, those that follow closely together. */
  function stirredElsewhere(): void {
    if (halted()) return;
    const waitMs = stirredAt + callsApartMs - performance.now();
    if (waitMs > 0) {
      stirsLater ??= setTimeout(() => {
        stirsLater = undefined;
        stirredElsewhere();
      }, waitMs);
      return;
    }
    stirredAt = performance.now();
    stirred();
  }
  answerWriter.onSaved((_saved, countdowns) => {
    if (countdowns.some(({ pending }) => pending === 0)) finishing.soon();
  });

  const sweep = createSweep({ db, queue, now, storeNow: parts.storeNow, log });
  const sweeping = serialLoop("sweep", log, async () => {
    await sweep.pass();
    if (!halted()) await claiming.refuseUnconfigured(await dueQueues(db));
  });
  const scheduling =
    parts.schedule &&
    scheduleLoop({ ...common, random, among: parts.alone ? 1 : dueAmong, ...parts.schedule });
  const digesting =
    parts.digests && digestLoop({ ...common, ...parts.digests, sendMail: parts.mail?.sendMail ?? null });
  const reporting = clientReports && clientReportLoop({ ...common, ...clientReports });
  const dropping = serialLoop("drop ended reports", log, async () => {
    if (!halted()) await endDisabled(common, now());
    for (const calls of [asking, writing]) {
      const reports = calls.reports();
      if (reports.length > 0) calls.drop(await endedAmong(db, reports));
    }
  });
  let supervisedAt = performance.now();
  const freeing = serialLoop("free lapsed claims", log, async () => {
    await leases.confirm();
    if (!parts.alone && !leases.steady()) return;
    if (await hasLapsed(db)) await freeClaimsOfDead(db);
    else if (performance.now() - supervisedAt < superviseMs) return;
    supervisedAt = performance.now();
    await boss.supervise();
  });
  const renewing = serialLoop("renew claims", log, leases.renew);
  const staying = serialLoop("stay present", log, presence.keep);

  const every = (loop: Loop | undefined, name: keyof typeof usualTiming): TimedLoop[] =>
    loop ? [{ loop, usual: timing[name], seldom: Math.max(timing[name], resting[name]) }] : [];
  const timed = [
    ...every(look, "poll"),
    ...every(sweeping, "sweep"),
    ...every(dropping, "drop"),
    ...every(freeing, "free"),
    ...every(exporting, "buckets"),
    ...every(scheduling, "schedule"),
    ...every(digesting, "digests"),
    ...every(reporting, "digests"),
  ];
  // These keep running while the rest ends.
  const living = [...every(renewing, "renew"), ...every(staying, "stay")];

  const workers = [
    asking,
    answerWriter,
    claiming,
    ...byQueue.values(),
    ...(telling?.loops ?? []),
    ...(exporting ? [exporting] : []),
  ];
  const all = [...workers, ...[...timed, ...living].map(({ loop }) => loop)];
  const allIdle = async (some = all) => {
    while (some.some((one) => one.busy())) await Promise.all(some.map((one) => one.idle()));
  };
  const ends = new DisposableStack();
  const lastEnds = new DisposableStack();

  function attend(): void {
    ends.defer(queue.onWake(stirred));
    ends.defer(() => clearTimeout(stirsLater));
    ends.defer(
      queue.onStopAsking((reportId) => {
        asking.drop([reportId]);
        writing.drop([reportId]);
      }),
    );
  }

  async function start(): Promise<void> {
    await presence
      .keep()
      .catch((error) =>
        logFailure(log, { err: error, level: "warn" }, "other workers cannot see this one yet"),
      );
    if (parts.alone) {
      await freeActiveJobs(db, boss);
      await freeWebhooks(db);
      await freeBuckets(db);
      await freeDigests(db);
    }
    await enqueueOutdated(db, queue, measuring.methodVersion);
    if (halted()) return;
    sweep.begin();
    attend();
    ends.use(idlePace.repeat(timed));
    lastEnds.use(idlePace.repeat(living));
    sweeping.soon();
    look.soon();
  }

  async function end(): Promise<void> {
    halt.abort();
    ends.dispose();
    await atMost(timing.grace, Promise.all([asking.idle(), writing.idle()]));
    cut.stop();
    // An answer that a busy machine is still reading is not waited for: it is handed back.
    await atMost(cutMs, asking.idle());
    lastEnds.dispose();
    // A store that is away does not hold us up: what it did not get is asked again.
    await atMost(timing.grace, allIdle(all.filter((one) => one !== asking)));
    await leases.handBack();
    await presence[Symbol.asyncDispose]();
  }
  let ending: Promise<void> | null = null;

  return {
    start,
    attend,

    async settle() {
      // Once stopped, nobody here does what is still due.
      do {
        scheduling?.soon();
        digesting?.soon();
        reporting?.soon();
        exporting?.soon();
        look.soon();
        await allIdle();
      } while (
        !halted() &&
        ((await dueQueues(db)).size > 0 || (await telling?.isDue()) || (await exporting?.isDue()))
      );
    },

    async sweep() {
      sweeping.soon();
      await sweeping.idle();
    },

    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}
