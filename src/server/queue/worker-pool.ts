import type { Log } from "../kernel/log.ts";
import type { Tracing } from "../kernel/trace.ts";
import { claimLoop } from "./claim-loop.ts";
import type { Claim, ClaimedJob } from "./claims.ts";
import { groupPlaces } from "./group-places.ts";
import { jobSpan } from "./job-span.ts";
import type { Leases } from "./leases.ts";
import type { Traced } from "./queue.ts";
import type { Loop } from "./serial-loop.ts";

export interface WorkerPoolParts {
  leases: Leases;
  tracing: Tracing;
  log: Log;
  /** The queue to take jobs from. */
  name: string;
  /** Most jobs at once in one process. */
  most: number;
  /** Whether nothing new may begin. */
  halted(): boolean;
}

/**
 * Runs long jobs of a queue, several at a time. `work` returns true when the job is done, and false if it was stopped:
 * it is then handed back with the rest. If it throws, the job is put back, to be claimed again later.
 */
export function workerPool<T extends Traced>(
  { leases, tracing, log, name, most, halted }: WorkerPoolParts,
  work: (data: T, claim: Claim) => Promise<boolean>,
): Loop {
  /** An organization whose jobs take long, such as those that wait for its own key, leaves a place to others. */
  const places = groupPlaces(most > 1 ? most - 1 : most);
  async function one({ data, ...claim }: ClaimedJob<T>): Promise<void> {
    try {
      if (await jobSpan(tracing, { ...claim, data }, () => work(data, claim))) leases.release([claim]);
    } catch (error) {
      log.error({ queue: name, job: claim.id, err: error }, "a job failed");
      await leases.fail(claim);
    }
  }

  return claimLoop(`claim ${name} jobs`, log, async (underWay) => {
    const free = most - underWay.size();
    if (halted() || free <= 0) return;
    for (const job of await leases.claim<T>(name, free, undefined, places.full())) {
      const group = job.group ?? null;
      places.take(group);
      underWay.add(one(job).finally(() => places.leave(group)));
    }
  });
}
