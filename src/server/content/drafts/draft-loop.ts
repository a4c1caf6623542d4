import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import type { Log } from "../../kernel/log.ts";
import { isOutage } from "../../kernel/outage.ts";
import type { Tracing } from "../../kernel/trace.ts";
import { BusyError } from "../../outbound/parsing.ts";
import { draftQueue } from "../../queue/boss.ts";
import { type Claim, deleteClaimed, lockClaim } from "../../queue/claims.ts";
import type { Leases } from "../../queue/leases.ts";
import type { JobQueue, ReportJob } from "../../queue/queue.ts";
import type { Loop } from "../../queue/serial-loop.ts";
import { createStops, type Stop } from "../../queue/stop.ts";
import { workerPool } from "../../queue/worker-pool.ts";
import { ourFault } from "../../runs/finish-report.ts";
import { endDraft } from "./drafts.ts";
import type { WriteParts } from "./write-draft.ts";

export interface DraftLoopParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  openEngine: WriteParts["openEngine"];
  parsing: WriteParts["parsing"];
  callDeadlineMs: number;
  /** Once aborted, nothing new begins. */
  halt: AbortSignal;
  /** Once stopped, what is under way is cut off. */
  stop: Stop;
  random(): number;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

export interface DraftLoop extends Loop {
  /** Stops writing these reports, which nobody waits for any more. */
  drop(reportIds: readonly string[]): void;
  /** Reports being written. */
  reports(): string[];
}

/** Concurrent drafts per process: they mostly wait for their engines. */
const draftsAtOnce = 4;

/** Writes drafts. */
export function draftLoop(parts: DraftLoopParts): DraftLoop {
  const stops = createStops(parts.stop);
  const terms = { name: draftQueue, most: draftsAtOnce, halted: () => parts.halt.aborted };
  const writing = workerPool<ReportJob>({ ...parts, ...terms }, async (job, claim) => {
    const stop = stops.take(job.reportId);
    try {
      // The modules that read and write Markdown are loaded only when there is something to write.
      const { writeDraft } = await import("./write-draft.ts");
      return await writeDraft({ ...parts, stop }, job, claim);
    } catch (error) {
      return await endAsFault(parts, job, claim, error);
    } finally {
      stops.giveBack(job.reportId);
    }
  });
  return { ...writing, drop: stops.stop, reports: stops.reportIds };
}

/** Lets an outage pass, since the store comes back, and a busy machine; ends the draft on any other error, which would happen again. */
async function endAsFault(
  { db, now, log }: DraftLoopParts,
  job: ReportJob,
  claim: Claim,
  error: unknown,
): Promise<true> {
  if (isOutage(error) || error instanceof BusyError) throw error;
  log.error({ report: job.reportId, err: error }, "a draft could not be written");
  await transaction(db, async (db) => {
    if (!(await lockClaim(db, claim))) return;
    await endDraft(db, job, { status: "failed", failure: ourFault, costUsd: 0 }, now());
    await deleteClaimed(db, [claim]);
  });
  return true;
}
