import type { Log } from "../../kernel/log.ts";
import type { Claim } from "../queue/claims.ts";
import type { Leases } from "../queue/leases.ts";
import { type Loop, serialLoop } from "./serial-loop.ts";

export interface WorkerPoolParts {
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
 * Does long jobs of a queue, several at a time. `work` is true when the job is done with, and false if it was
 * stopped: it is then handed back with all the rest. One that throws is put back, to be claimed again after a while.
 */
export function workerPool<T extends object>(
  { leases, log, name, most, halted }: WorkerPoolParts,
  work: (data: T, claim: Claim) => Promise<boolean>,
): Loop {
  const underWay = new Set<Promise<void>>();

  async function one(claim: Claim, data: T): Promise<void> {
    try {
      if (await work(data, claim)) leases.release([claim]);
    } catch (error) {
      log.error({ queue: name, job: claim.id, err: error }, "a job failed");
      await leases.fail(claim);
    }
  }

  const claims = serialLoop(`claim ${name} jobs`, log, async () => {
    const free = most - underWay.size;
    if (halted() || free <= 0) return;
    for (const { data, ...claim } of await leases.claim<T>(name, free)) {
      const begun = one(claim, data).finally(() => {
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
