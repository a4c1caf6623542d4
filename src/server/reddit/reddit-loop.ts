import type { Db } from "../db/db.ts";
import type { Log } from "../kernel/log.ts";
import { isOutage } from "../kernel/outage.ts";
import type { Tracing } from "../kernel/trace.ts";
import { BusyError, type Parsing } from "../outbound/parsing.ts";
import { redditQueue } from "../queue/boss.ts";
import type { Claim } from "../queue/claims.ts";
import type { Leases } from "../queue/leases.ts";
import type { JobQueue, RefreshJob } from "../queue/queue.ts";
import type { Loop } from "../queue/serial-loop.ts";
import { workerPool } from "../queue/worker-pool.ts";
import type { RedditSource } from "./look-at-reddit.ts";
import { endAsFault, refreshOpportunities } from "./refresh-opportunities.ts";

export interface RedditLoopParts {
  db: Db;
  queue: JobQueue;
  leases: Leases;
  parsing: Pick<Parsing, "threads">;
  reddit: RedditSource | null;
  stop: AbortSignal;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

/** Looks for Reddit threads, one project at a time: all of them share the calls that Reddit grants this client. */
export function redditLoop(parts: RedditLoopParts): Loop {
  const terms = { name: redditQueue, most: 1, halted: () => parts.stop.aborted };
  return workerPool<RefreshJob>({ ...parts, ...terms }, (job, claim) =>
    refreshOpportunities(parts, job, claim).catch((error) => faultOf(parts, job, claim, error)),
  );
}

/** Lets an outage pass, since the store comes back, and a busy machine; any other error would happen again. */
async function faultOf(
  parts: RedditLoopParts,
  job: RefreshJob,
  claim: Claim,
  error: unknown,
): Promise<boolean> {
  if (isOutage(error) || error instanceof BusyError) throw error;
  parts.log.error({ refresh: job.refreshId, err: error }, "a search for threads failed");
  await endAsFault(parts, job, claim);
  return true;
}
