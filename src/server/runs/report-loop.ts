import type { Db } from "../db/db.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";
import type { Pace } from "../kernel/pace.ts";
import type { Tracing } from "../kernel/trace.ts";
import { createTurns } from "../kernel/turns/turns.ts";
import { BusyError } from "../outbound/parsing.ts";
import { ownersOf } from "../projects/projects.ts";
import { finishQueue, rereadQueue } from "../queue/boss.ts";
import { claimLoop } from "../queue/claim-loop.ts";
import { type ClaimedJob, deleteClaimed, putBackClaimed } from "../queue/claims.ts";
import { groupPlaces } from "../queue/group-places.ts";
import { jobSpan } from "../queue/job-span.ts";
import type { Leases } from "../queue/leases.ts";
import type { JobQueue, ProjectJob, ReportJob } from "../queue/queue.ts";
import type { Loop } from "../queue/serial-loop.ts";
import { type FinishParts, finishReport } from "./finish-report.ts";
import type { AnswerMeasurer } from "./measure-answers.ts";
import { rereadProject } from "./rereading/reread-project.ts";

export interface ReportLoopParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  measuring: AnswerMeasurer;
  pace: Pace;
  stop: AbortSignal;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

const finishesPerClaim = 10;
/** Reports claimed at once in one process, and with how many of an organization it claims no more of its own. */
const [claimedMost, claimedEach] = [50, 10];
/** Reports ended at once: the work is computing, but watches may make it long. */
const finishesAtOnce = 2;

/** Ends reports whose asks have all settled, those of an organization one after the other; organizations take turns. */
export function finishLoop(parts: ReportLoopParts & FinishParts): Loop {
  const { db, queue, leases, tracing, stop, log } = parts;
  const turns = createTurns(finishesAtOnce, () => 1);
  const claimed = groupPlaces(claimedEach);
  async function one(job: ClaimedJob<ReportJob>, owner: string): Promise<void> {
    await new Promise<void>((go) => turns.take(owner, go));
    const { reportId } = job.data;
    try {
      // Stopped: it is handed back with the rest.
      if (stop.aborted) return;
      const isFinished = await jobSpan(tracing, job, () => finishReport(parts, job));
      leases.release([job]);
      if (isFinished) queue.completions.announce(reportId);
    } catch (error) {
      log.error({ report: reportId, err: error }, "a report was not ended");
      if (error instanceof BusyError) await postpone(parts, job);
      else await leases.fail(job);
    } finally {
      turns.end(owner);
    }
  }

  return claimLoop("finish reports", log, async (underWay) => {
    while (!stop.aborted) {
      const jobsMost = Math.min(finishesPerClaim, claimedMost - underWay.size());
      if (jobsMost <= 0) return;
      const jobs = await leases.claim<ReportJob>(finishQueue, jobsMost, undefined, claimed.full());
      const owners = await ownersOf(
        db,
        jobs.map(({ data }) => data.projectId),
      );
      for (const job of jobs) {
        const owner = owners.get(job.data.projectId) ?? "";
        claimed.take(owner);
        underWay.add(
          one(job, owner)
            .catch((error) =>
              logFailure(log, { report: job.data.reportId, err: error }, "a report was not ended"),
            )
            .finally(() => claimed.leave(owner)),
        );
      }
      if (jobs.length < jobsMost) return;
    }
  });
}

/** Milliseconds until a busy machine tries again. */
const busyMs = 10_000;

/** A busy machine costs a job no attempt. */
async function postpone({ db, leases }: ReportLoopParts, job: ClaimedJob<object>): Promise<void> {
  await putBackClaimed(db, { ...job, afterMs: busyMs });
  leases.release([job]);
}

/** Projects whose answers one process reads again at once, each of another organization. */
const rereadsAtOnce = 2;
/** Then a project waits behind those that wait by now. */
const rereadTurnMs = 5_000;

/** Reads stored answers again, project by project; those with many answers in several turns. */
export function rereadLoop(parts: ReportLoopParts): Loop {
  const { db, leases, tracing, stop, log } = parts;
  const underTurn = new Set<string>();
  async function one(job: ClaimedJob<ProjectJob>): Promise<void> {
    const until = performance.now() + rereadTurnMs;
    const turn = { isOver: () => performance.now() > until };
    try {
      const outcome = await jobSpan(tracing, job, () => rereadProject(parts, job.data.projectId, turn));
      // Stopped: it is handed back with the rest.
      if (outcome === "stopped") return;
      if (outcome === "later") await putBackClaimed(db, { ...job, afterMs: 0, behind: true });
      else await deleteClaimed(db, [job]);
      leases.release([job]);
    } catch (error) {
      logFailure(log, { project: job.data.projectId, err: error }, "answers were not read again");
      // Claimed again later, to continue where it stopped.
      if (error instanceof BusyError) await postpone(parts, job);
      else await leases.fail(job);
    }
  }

  return claimLoop("read answers again", log, async (underWay) => {
    while (!stop.aborted && underWay.size() < rereadsAtOnce) {
      const [job] = await leases.claim<ProjectJob>(rereadQueue, 1, undefined, [...underTurn]);
      if (!job) return;
      const { projectId } = job.data;
      const owner = (await ownersOf(db, [projectId])).get(projectId) ?? "";
      underTurn.add(owner);
      underWay.add(
        one(job)
          .catch((error) =>
            logFailure(log, { project: projectId, err: error }, "answers were not read again"),
          )
          .finally(() => underTurn.delete(owner)),
      );
    }
  });
}
