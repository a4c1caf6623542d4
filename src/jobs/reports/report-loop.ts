import type { Log } from "../../kernel/log.ts";
import type { Pace } from "../../kernel/pace.ts";
import type { Db } from "../../store/db/db.ts";
import { finishQueue, rereadQueue } from "../queue/boss.ts";
import type { Leases } from "../queue/leases.ts";
import type { JobQueue, ProjectJob, ReportJob } from "../queue/queue.ts";
import { type Loop, serialLoop } from "../worker/serial-loop.ts";
import { finishReport } from "./finish-report.ts";
import type { Measuring } from "./measuring.ts";
import { rereadProject } from "./reread-project.ts";

export interface ReportLoopParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  measuring: Measuring;
  pace: Pace;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

const finishesPerClaim = 10;

/** Ends the reports whose asks have all settled, one after the other: it is computing, not waiting. */
export function finishLoop(parts: ReportLoopParts): Loop {
  const { queue, leases, stop, log } = parts;
  return serialLoop("finish reports", log, async () => {
    while (!stop.aborted) {
      const jobs = await queue.boss.fetch<ReportJob>(finishQueue, { batchSize: finishesPerClaim });
      const ids = jobs.map(({ id }) => id);
      leases.hold(finishQueue, ids);
      for (const { id, data } of jobs) {
        // One that fails is claimed again when its lease has run out.
        await finishReport(parts, data).then(
          () => queue.completions.announce(data.reportId),
          (error) => log.error({ report: id, err: error }, "a report was not ended"),
        );
        leases.release(finishQueue, [id]);
      }
      if (jobs.length < finishesPerClaim) return;
    }
  });
}

/** Reads stored answers again, a project at a time. */
export function rereadLoop(parts: ReportLoopParts): Loop {
  const { queue, leases, stop, log } = parts;
  return serialLoop("read answers again", log, async () => {
    while (!stop.aborted) {
      const [job] = await queue.boss.fetch<ProjectJob>(rereadQueue, { batchSize: 1 });
      if (!job) return;
      leases.hold(rereadQueue, [job.id]);
      try {
        const done = await rereadProject(parts, job.data.projectId);
        // Stopped: it is handed back with all the rest.
        if (!done) return;
        await queue.boss.deleteJob(rereadQueue, [job.id]);
        leases.release(rereadQueue, [job.id]);
      } catch (error) {
        // Claimed again, to go on where it was, when its lease has run out.
        leases.release(rereadQueue, [job.id]);
        throw error;
      }
    }
  });
}
