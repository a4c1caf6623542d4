import type { Services } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import { isOutage } from "../kernel/outage.ts";
import type { Db } from "../store/db.ts";
import { endDraft } from "../store/drafts.ts";
import { draftQueue, within } from "./boss.ts";
import { ourFault } from "./finish-report.ts";
import type { Leases } from "./leases.ts";
import type { JobQueue, ReportJob } from "./queue.ts";
import { createStops, type Stop } from "./stop.ts";
import { type Turn, turns } from "./turns.ts";

export interface DraftTurnParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  engines: Pick<Services["engines"], "get">;
  callDeadlineMs: number;
  /** Nothing more is begun. */
  halt: AbortSignal;
  /** What is under way is cut off. */
  stop: Stop;
  random(): number;
  now(): Date;
  log: Log;
}

export interface DraftTurn extends Turn {
  /** Ends the writing of these reports, which nobody waits for any more. */
  drop(reportIds: readonly string[]): void;
  /** Reports that are being written. */
  reports(): string[];
}

/** Drafts of one process at once: they mostly wait for their engines. */
const draftsAtOnce = 4;

/** Writes drafts, a few at a time. */
export function draftTurns(parts: DraftTurnParts): DraftTurn {
  const { queue, leases, halt, log } = parts;
  const stops = createStops(parts.stop);
  const underWay = new Set<Promise<void>>();

  async function write(id: string, job: ReportJob): Promise<void> {
    leases.hold(draftQueue, [id]);
    const ending = stops.take(job.reportId);
    try {
      // What reads and writes Markdown is loaded where there is something to write.
      const { writeDraft } = await import("./write-draft.ts");
      const done = await writeDraft({ ...parts, stop: ending }, job).catch((error) => fault(job, error));
      // Stopped: it is handed back with all the rest.
      if (done) leases.release(draftQueue, [id]);
    } catch (error) {
      // Claimed again when its lease has run out.
      leases.release(draftQueue, [id]);
      log.error({ report: job.reportId, err: error }, "a draft failed");
    } finally {
      stops.giveBack(job.reportId);
    }
  }

  /** A store that is away comes back; anything else would fail again. */
  async function fault(job: ReportJob, error: unknown): Promise<boolean> {
    if (isOutage(error)) throw error;
    log.error({ report: job.reportId, err: error }, "a draft could not be written");
    await parts.db.transaction().execute(async (db) => {
      await endDraft(db, job, { status: "failed", failure: ourFault, costUsd: 0 }, parts.now());
      await queue.boss.deleteJob(draftQueue, [job.reportId], within(db));
    });
    return true;
  }

  const claims = turns("claim drafts", log, async () => {
    const free = draftsAtOnce - underWay.size;
    if (halt.aborted || free <= 0) return;
    const jobs = await queue.boss.fetch<ReportJob>(draftQueue, { batchSize: free });
    for (const { id, data } of jobs) {
      const one = write(id, data).finally(() => {
        underWay.delete(one);
        claims.soon();
      });
      underWay.add(one);
    }
  });

  return {
    soon: claims.soon,
    drop: stops.stop,
    reports: stops.taken,
    busy: () => claims.busy() || underWay.size > 0,
    async idle() {
      await claims.idle();
      await Promise.all(underWay);
      await claims.idle();
    },
  };
}
