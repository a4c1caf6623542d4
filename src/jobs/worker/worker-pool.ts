import type { Log } from "../../kernel/log.ts";
import type { Leases } from "../queue/leases.ts";
import type { JobQueue } from "../queue/queue.ts";
import { type Loop, serialLoop } from "./serial-loop.ts";

export interface WorkerPoolParts {
  queue: JobQueue;
  leases: Leases;
  log: Log;
  /** The queue they are taken from. */
  name: string;
  /** Of one process at once. */
  most: number;
  /** Nothing more is begun. */
  halted(): boolean;
}

/**
 * Does long jobs of a queue, several at a time. `work` is true when the job is done with, and false where it was
 * stopped: it is then handed back with all the rest. One that throws is claimed again when its lease has run out.
 */
export function workerPool<T extends object>(
  { queue, leases, log, name, most, halted }: WorkerPoolParts,
  work: (data: T) => Promise<boolean>,
): Loop {
  const underWay = new Set<Promise<void>>();

  async function one(id: string, data: T): Promise<void> {
    leases.hold(name, [id]);
    try {
      if (await work(data)) leases.release(name, [id]);
    } catch (error) {
      leases.release(name, [id]);
      log.error({ queue: name, job: id, err: error }, "a job failed");
    }
  }

  const claims = serialLoop(`claim ${name} jobs`, log, async () => {
    const free = most - underWay.size;
    if (halted() || free <= 0) return;
    const jobs = await queue.boss.fetch<T>(name, { batchSize: free });
    for (const { id, data } of jobs) {
      const begun = one(id, data).finally(() => {
        underWay.delete(begun);
        claims.soon();
      });
      underWay.add(begun);
    }
  });

  return {
    soon: claims.soon,
    busy: () => claims.busy() || underWay.size > 0,
    async idle() {
      await claims.idle();
      await Promise.all(underWay);
      await claims.idle();
    },
  };
}
