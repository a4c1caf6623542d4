import { setTimeout as delay } from "node:timers/promises";
import type { CrawlSettings } from "../../domain/website/crawl/crawl.ts";
import type { Services } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import type { Parsing } from "../../kernel/outside/parsing.ts";
import type { Website } from "../../kernel/outside/website.ts";
import { createPace } from "../../kernel/pace.ts";
import type { Db } from "../../store/db/db.ts";
import { endedAmong } from "../../store/reports/reports.ts";
import { projectsReadOtherwise } from "../../store/reports/rereadings.ts";
import { draftTurns } from "../content/draft-turns.ts";
import {
  crawlQueue,
  draftQueue,
  dueQueues,
  finishQueue,
  freeActiveJobs,
  redditQueue,
  rereadQueue,
} from "../queue/boss.ts";
import { createLeases } from "../queue/leases.ts";
import type { JobQueue } from "../queue/queue.ts";
import type { RedditSource } from "../reddit/look-at-reddit.ts";
import { redditTurns } from "../reddit/reddit-turns.ts";
import { type Asking, createAsking } from "../reports/asking.ts";
import { createClaiming } from "../reports/claiming.ts";
import { type Measuring, measuring as ours } from "../reports/measuring.ts";
import { finishTurns, rereadTurns } from "../reports/report-turns.ts";
import { type ScheduleParts, scheduleTurns } from "../reports/schedule.ts";
import { createSettler } from "../reports/settler.ts";
import { createSweep } from "../reports/sweep.ts";
import { crawlTurns } from "../website/crawl-turns.ts";
import { createBudget } from "./budget.ts";
import { createStop } from "./stop.ts";
import { type Turn, turns } from "./turns.ts";

/** Does the jobs of the queue in this process. Disposing of it hands back what is not done. */
export interface Worker extends AsyncDisposable {
  start(): Promise<void>;
  /** Works until no job is due; for tests. */
  settle(): Promise<void>;
  /** One pass over what is overdue; `start` does it regularly. */
  sweep(): Promise<void>;
}

export interface WorkerParts {
  db: Db;
  queue: JobQueue;
  engines: Pick<Services["engines"], "get" | "configured">;
  settings: { monthlySpendUsd: number };
  crawl: { website: Website; parsing: Pick<Parsing, "profile">; settings: CrawlSettings };
  now(): Date;
  log: Log;
  /** No other process works on this store: what is claimed when it starts was a dead one's, and free at once. */
  alone?: boolean;
  /** Between 0 and 1, as Math.random. */
  random?: () => number;
  measuring?: Measuring;
  /** How scheduled runs begin; absent: this worker starts none. */
  schedule?: Pick<ScheduleParts, "accept" | "spread">;
  /** Null or absent: Reddit itself is not searched. */
  reddit?: RedditSource | null;
  timing?: Partial<typeof usualTiming>;
}

/** Milliseconds. */
export const usualTiming = {
  /** Between two looks for jobs that nobody woke us for. */
  poll: 500,
  /** Between two looks for scheduled runs that are due. */
  schedule: 1_000,
  sweep: 15_000,
  /** Leases last 10 s; a dead worker's asks are free again after at most this, that and one poll. */
  refresh: 3_000,
  supervise: 3_000,
  /** Past this a call counts as timed out, whatever its adapter says. */
  callDeadline: 11 * 60_000,
  /** Calls under way may still end while the worker stops. */
  grace: 5_000,
};

/** Where nobody else puts jobs on the queue or could die with them, there is less to look for. */
const calmTiming = { poll: 1_000, supervise: 10_000 };

export function createWorker(parts: WorkerParts): Worker {
  const { db, queue, engines, settings, crawl, now, log, random = Math.random, measuring = ours } = parts;
  const timing = { ...usualTiming, ...(parts.alone ? calmTiming : {}), ...parts.timing };
  const { boss } = queue;
  const halt = new AbortController();
  const cut = createStop();
  const leases = createLeases(boss, log);
  const common = { db, queue, leases, measuring, pace: createPace(), now, log };

  const budget = createBudget(db, settings.monthlySpendUsd, now);
  const settler = createSettler({
    ...common,
    onSettled(settled, countdowns) {
      asking.saved(settled);
      if (countdowns.some(({ pending }) => pending === 0)) finishing.soon();
      if (claiming.hungry()) look.soon();
    },
  });
  const asking = createAsking({
    ...common,
    settler,
    budget,
    callDeadlineMs: timing.callDeadline,
    stop: cut,
    random,
  });
  const claiming = createClaiming({ ...common, engines, asking, settler, budget });
  const finishing = finishTurns({ ...common, stop: halt.signal });
  const rereading = rereadTurns({ ...common, stop: halt.signal });
  const lookingAtReddit = redditTurns({ ...common, reddit: parts.reddit ?? null, stop: halt.signal });
  const crawling = crawlTurns({ ...common, ...crawl, stop: halt.signal });
  const writing = draftTurns({
    ...common,
    engines,
    callDeadlineMs: timing.callDeadline,
    halt: halt.signal,
    stop: cut,
    random,
  });

  const look = turns("look for jobs", log, async () => {
    if (halt.signal.aborted) return;
    const due = await dueQueues(db);
    if (due.has(finishQueue)) finishing.soon();
    if (due.has(rereadQueue)) rereading.soon();
    if (due.has(redditQueue)) lookingAtReddit.soon();
    if (due.has(crawlQueue)) crawling.soon();
    if (due.has(draftQueue)) writing.soon();
    await claiming.claim(due);
  });

  const scheduling = parts.schedule
    ? scheduleTurns({ ...parts.schedule, db, queue, stop: halt.signal, now, log })
    : null;
  const sweep = createSweep({ db, queue, now, log });
  const sweeping = turns("sweep", log, async () => {
    await sweep();
    await claiming.refuseUnconfigured(await dueQueues(db));
  });
  const refreshing = turns("refresh leases", log, async () => {
    await leases.refresh();
    await dropEnded(db, asking);
    await dropEnded(db, writing);
  });
  const supervising = turns("free void leases", log, () => boss.supervise());

  const all: Pick<Turn, "busy" | "idle">[] = [
    look,
    asking,
    settler,
    finishing,
    rereading,
    lookingAtReddit,
    crawling,
    writing,
    sweeping,
    refreshing,
    supervising,
  ].concat(scheduling ?? []);
  const allIdle = async () => {
    while (all.some((one) => one.busy())) await Promise.all(all.map((one) => one.idle()));
  };
  const timers: NodeJS.Timeout[] = [];
  const unwake = queue.onWake(look.soon);
  const unstop = queue.onStopAsking((reportId) => {
    asking.drop([reportId]);
    writing.drop([reportId]);
  });

  const bothIdle = async () => void (await Promise.all([asking.idle(), writing.idle()]));

  async function end(): Promise<void> {
    halt.abort();
    unwake();
    unstop();
    for (const timer of timers) clearInterval(timer);
    await atMost(timing.grace, bothIdle());
    cut.stop();
    await asking.idle();
    // A store that is away does not keep us: what it has not got is asked again.
    await atMost(timing.grace, allIdle());
    await leases.handBack();
  }
  let ending: Promise<void> | null = null;

  return {
    async start() {
      if (parts.alone) await freeActiveJobs(db, boss);
      await enqueueOutdated(db, queue, measuring.methodVersion);
      for (const [turn, ms] of [
        [look, timing.poll],
        [refreshing, timing.refresh],
        [supervising, timing.supervise],
        [sweeping, timing.sweep],
      ] as const) {
        timers.push(setInterval(turn.soon, ms));
      }
      if (scheduling) timers.push(setInterval(scheduling.soon, timing.schedule));
      sweeping.soon();
      look.soon();
    },

    async settle() {
      // Once stopped, nobody here does what is still due.
      do {
        scheduling?.soon();
        look.soon();
        await allIdle();
      } while (!halt.signal.aborted && (await dueQueues(db)).size > 0);
    },

    async sweep() {
      sweeping.soon();
      await sweeping.idle();
    },

    [Symbol.asyncDispose]: () => (ending ??= end()),
  };
}

/** Another process may have cancelled or deleted what this one still asks for. */
async function dropEnded(db: Db, calls: Pick<Asking, "reports" | "drop">): Promise<void> {
  const reports = calls.reports();
  if (reports.length > 0) calls.drop(await endedAmong(db, reports));
}

/** Reports read by an older method than ours are read again; a newer method is a newer worker's business. */
async function enqueueOutdated(db: Db, queue: JobQueue, methodVersion: string): Promise<void> {
  for (const project of await projectsReadOtherwise(db, methodVersion)) {
    if (Number(project.methodVersion) < Number(methodVersion))
      await queue.enqueueReread(db, project.projectId);
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  over.abort();
}
