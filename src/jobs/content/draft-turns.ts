import type { Services } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import { isOutage } from "../../kernel/outage.ts";
import { endDraft } from "../../store/content/drafts.ts";
import type { Db } from "../../store/db/db.ts";
import { transaction } from "../../store/db/transaction.ts";
import { draftQueue, within } from "../queue/boss.ts";
import type { Leases } from "../queue/leases.ts";
import type { JobQueue, ReportJob } from "../queue/queue.ts";
import { ourFault } from "../reports/finish-report.ts";
import { several } from "../worker/several.ts";
import { createStops, type Stop } from "../worker/stop.ts";
import type { Turn } from "../worker/turns.ts";

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

/** Writes drafts. */
export function draftTurns(parts: DraftTurnParts): DraftTurn {
  const stops = createStops(parts.stop);
  const terms = { name: draftQueue, most: draftsAtOnce, halted: () => parts.halt.aborted };
  const writing = several<ReportJob>({ ...parts, ...terms }, async (job) => {
    const stop = stops.take(job.reportId);
    try {
      // What reads and writes Markdown is loaded where there is something to write.
      const { writeDraft } = await import("./write-draft.ts");
      return await writeDraft({ ...parts, stop }, job);
    } catch (error) {
      return await endAsFault(parts, job, error);
    } finally {
      stops.giveBack(job.reportId);
    }
  });
  return { ...writing, drop: stops.stop, reports: stops.taken };
}

/** A store that is away comes back; anything else would fail again. */
async function endAsFault({ db, queue, now, log }: DraftTurnParts, job: ReportJob, error: unknown) {
  if (isOutage(error)) throw error;
  log.error({ report: job.reportId, err: error }, "a draft could not be written");
  await transaction(db, async (db) => {
    await endDraft(db, job, { status: "failed", failure: ourFault, costUsd: 0 }, now());
    await queue.boss.deleteJob(draftQueue, [job.reportId], within(db));
  });
  return true;
}
