import { sql } from "kysely";
import { crawlFailures } from "../../site/crawl/crawl.ts";
import { deleteEndedTokens } from "../accounts/connectors/connectors.ts";
import { deleteIdleClients } from "../accounts/connectors/oauth-clients.ts";
import { deleteEndedSessions } from "../accounts/sessions.ts";
import { dropCarried } from "../accounts/usage-carryover/carried-usage.ts";
import { endDraft } from "../content/drafts/drafts.ts";
import type { Db } from "../db/db.ts";
import { keepPartitions } from "../db/partitions.ts";
import { dropOutdated } from "../db/retention.ts";
import { transaction } from "../db/transaction.ts";
import { deleteLeftovers, hasLeftovers } from "../deletion/deletion.ts";
import { hurryFarBuckets } from "../exports/bucket/claim-buckets.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";
import { dropOldAudit } from "../organizations/audit-log/audit-log.ts";
import { deleteOldInvitations } from "../organizations/invitations/invitations.ts";
import { dropOutlived } from "../organizations/retention/retention.ts";
import { replanRuns } from "../projects/schedules.ts";
import { hasAskJob } from "../queue/boss.ts";
import { clusterState } from "../queue/cluster-state.ts";
import type { JobQueue } from "../queue/queue.ts";
import { failRun } from "../reports/report-end.ts";
import { ourFault } from "../runs/finish-report.ts";
import { dropLostStaged } from "../runs/imports/staging.ts";
import { blankOutlivedExcerpts } from "../runs/rereading/correction-retention.ts";
import { timeOutRun } from "../runs/runs.ts";
import {
  asksWithoutJob,
  dropReplays,
  isUnderWay,
  type RunningReport,
  runningReports,
  stalledDrafts,
  unfinishedRuns,
} from "../runs/sweeping.ts";
import { hurryFarClientReports } from "../telling/client-reports/client-reports.ts";
import { dropOldDeliveries, hurryFarDeliveries } from "../telling/deliveries/deliveries.ts";
import { replanDigests } from "../telling/digests/digests.ts";
import {
  crawlsUnderWay,
  endCrawl,
  type RunningCrawl,
  stalledCrawls,
} from "../website/crawls/crawl-records.ts";
import { observe, type Progress, stalledFor } from "./stall-detector.ts";

/** A run in which nothing settles for this long is closed. */
const stalledMs = 30 * 60_000;
/** Between looks for what does not move, and for what is past its time. */
const lookMs = 60_000;
/**
 * What was seen to move is compared by the store's clock alone and outlives processes: workers whose clocks are wrong close nothing that
 * moves, and those that start again and again still close what does not.
 */
const progress = clusterState<Progress>("progress");
/** After this long without a settled ask, a run's missing jobs are queued again. */
const quietMs = 15_000;
const replaysKeptMs = 24 * 3_600_000;
const rowsPerSweep = 1_000;
const seldomMs = 3_600_000;
/** Between looks for what organizations no longer keep. */
const outlivedMs = 10 * 60_000;
/** Clocks that are nearer to each other than this are both taken to be right. */
const agreeingMs = 5 * 60_000;
/** Time per pass for removing deleted data; the rest waits for the next pass. */
const deletingMs = 4_000;

const unwritten = {
  code: "RUN_TIMEOUT",
  message: "Nothing was written for 30 minutes, so the draft was closed.",
  retryable: true,
};

export interface SweepParts {
  db: Db;
  queue: JobQueue;
  now(): Date;
  /** The store's clock, unless given. */
  storeNow?: (() => Promise<Date>) | undefined;
  log: Log;
}

/** Looks after what nothing else would ever touch again. Any process may do so. */
export interface Sweep {
  /** Nobody may have been there before: what is written of when work last moved does not say that it had the time to. */
  begin(): void;
  /** One pass. */
  pass(): Promise<void>;
}

export function createSweep({ db, queue, now, storeNow = storeClock(db), log }: SweepParts): Sweep {
  const looks = cadence(lookMs);
  const tables = cadence(lookMs);
  const seldom = cadence(seldomMs);
  const outlived = cadence(outlivedMs);
  const comebacks = cadence(seldomMs);
  /** Whether what is written of when work last moved may be older than anybody to do it. */
  let trusted = true;

  /** What of this has not moved for so long that it is closed; empty between the looks that all processes share. */
  async function stalled(at: Date, reports: RunningReport[], crawls: RunningCrawl[]): Promise<Set<string>> {
    const storeMs = (await storeNow()).getTime();
    const last = await progress.read(db);
    if (last && Math.abs(storeMs - last.at) < lookMs) return new Set();
    const ago = (since: Date) => at.getTime() - since.getTime();
    const running = [
      ...reports.map(({ id, mark, settledAt }) => ({ id, mark, agoMs: ago(settledAt) })),
      ...crawls.map(({ record: { id }, mark, touchedAt }) => ({ id, mark, agoMs: ago(touchedAt) })),
    ];
    let gapMs: number | null = null;
    const watched = await progress.change(db, (earlier) => {
      const { gapMs: gap, ...observed } = observe(earlier, { now: storeMs, running, trusted });
      gapMs = gap;
      return observed;
    });
    if (gapMs !== null)
      log.warn(
        { minutes: Math.round(gapMs / 60_000) },
        "nothing was watched for a while; runs get time to go on",
      );
    return stalledFor(watched, stalledMs);
  }

  /** Notes that somebody watched even where nothing runs, or what begins next would find a gap. */
  async function closeStalled(at: Date): Promise<void> {
    if (!looks.due(at)) return;
    const reports = await runningReports(db, rowsPerSweep);
    const crawls = await crawlsUnderWay(db, rowsPerSweep);
    const ids = await stalled(at, reports, crawls);
    looks.take(at);
    for (const report of reports) if (ids.has(report.id)) await close(report, at);
    for (const { record } of crawls) {
      if (!ids.has(record.id)) continue;
      const failure = { code: "CRAWL_INTERRUPTED", ...crawlFailures.CRAWL_INTERRUPTED };
      await transaction(db, (db) => endCrawl(db, record, { status: "failed", failure }, at));
      log.warn({ crawl: record.id }, "a stalled crawl was closed");
    }
  }

  async function close(report: RunningReport, at: Date): Promise<void> {
    const { projectId, id, kind, pending } = report;
    if (kind === "draft") {
      const end = { status: "failed", failure: unwritten, costUsd: 0 } as const;
      await transaction(db, (db) => endDraft(db, { projectId, reportId: id }, end, at));
      log.warn({ report: id }, "a stalled draft was closed");
    } else if (pending > 0) {
      const closed = await transaction(db, (db) => timeOutRun(db, report, queue, at));
      if (closed) log.warn({ report: id }, "a stalled run was closed");
    } else {
      const closed = await transaction(db, (db) => failRun(db, report, ourFault, at));
      if (closed) log.error({ report: id }, "a run that could not be finished was closed");
    }
  }

  /** A job that exists keeps its place: an id is queued only once. */
  async function requeueMissing(at: Date): Promise<void> {
    if (!(await isUnderWay(db))) return;
    const before = new Date(at.getTime() - quietMs);
    for (const report of await unfinishedRuns(db, before, rowsPerSweep))
      await queue.enqueueFinish(db, report);
    for (const { id } of await stalledCrawls(db, before, rowsPerSweep)) await queue.enqueueCrawl(db, id);
    for (const { projectId, id } of await stalledDrafts(db, before, rowsPerSweep))
      await queue.enqueueDraft(db, { projectId, reportId: id });
    const asks = await asksWithoutJob(db, hasAskJob, before, rowsPerSweep);
    if (asks.length > 0) await queue.enqueueAsks(db, asks);
    queue.wakeHere();
  }

  /** By the earlier of both clocks: what one that is ahead calls old cannot be brought back when it is set right. */
  const surely = async (at: Date): Promise<Date> =>
    new Date(Math.min(at.getTime(), (await storeNow()).getTime()));

  async function keepTables(at: Date): Promise<void> {
    if (!tables.due(at)) return;
    const then = await surely(at);
    const dropped = await dropReplays(db, new Date(then.getTime() - replaysKeptMs), rowsPerSweep);
    // The next pass continues what was too much for this one.
    if (dropped < rowsPerSweep) tables.take(at);
    if (!seldom.due(at)) return;
    seldom.take(at);
    await keepPartitions(db, at, log);
    await deleteEndedSessions(db, then);
    await deleteEndedTokens(db, then);
    await deleteIdleClients(db, then);
    await dropOutdated(db, then);
    await deleteOldInvitations(db, then);
    await dropOldAudit(db, then);
    await dropOldDeliveries(db, then);
    await dropCarried(db, then);
  }

  /** Brings back what a clock that was ahead has put off, once both clocks agree. */
  async function bringBack(at: Date): Promise<void> {
    if (!comebacks.due(at) || Math.abs(at.getTime() - (await storeNow()).getTime()) > agreeingMs) return;
    await replanRuns(db, at);
    await hurryFarDeliveries(db, at);
    await replanDigests(db, at);
    await hurryFarBuckets(db, at);
    await hurryFarClientReports(db, at);
    comebacks.take(at);
    queue.wakeHere();
  }

  async function deleteGone(now: Date): Promise<void> {
    const isDue = outlived.due(now);
    if (!isDue && !(await hasLeftovers(db))) return;
    const at = await surely(now);
    const until = performance.now() + deletingMs;
    const enough = () => performance.now() > until;
    if (isDue) await dropOutlived(db, { now: at, enough });
    await dropLostStaged(db, rowsPerSweep);
    await deleteLeftovers(db, { now: at, enough });
    while (!enough() && (await blankOutlivedExcerpts(db, at)) > 0);
    // The next pass continues what there was no time for.
    if (isDue && !enough()) outlived.take(now);
  }

  return {
    begin() {
      trusted = false;
    },
    async pass() {
      const at = now();
      for (const step of [closeStalled, requeueMissing, keepTables, bringBack, deleteGone]) {
        await step(at).catch((error) => logFailure(log, { step: step.name, err: error }, "a sweep failed"));
      }
    },
  };
}

/** What is done again after so long, by the clock that is given. */
function cadence(everyMs: number) {
  let takenAt = Number.NEGATIVE_INFINITY;
  return {
    /** A clock that was set back must not keep it waiting. */
    due(at: Date): boolean {
      const since = at.getTime() - takenAt;
      return since >= everyMs || since < 0;
    },
    take(at: Date): void {
      takenAt = at.getTime();
    },
  };
}

const storeClock = (db: Db) => async (): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
};
