import type { Log } from "../kernel/log.ts";
import { type Loop, serialLoop } from "./serial-loop.ts";

/** What a loop has begun and not ended. */
export interface UnderWay {
  size(): number;
  /** Takes over something that has begun and does not reject; when it ends, the loop claims again. */
  add(work: Promise<void>): void;
}

/** A loop of several things at a time: `claim` takes what there is and begins it, one pass after the other. */
export function claimLoop(what: string, log: Log, claim: (underWay: UnderWay) => Promise<void>): Loop {
  const tasks = new Set<Promise<void>>();
  const underWay: UnderWay = {
    size: () => tasks.size,
    add(work) {
      const one = work.finally(() => {
        tasks.delete(one);
        claims.soon();
      });
      tasks.add(one);
    },
  };
  const claims = serialLoop(what, log, () => claim(underWay));
  return {
    soon: claims.soon,
    busy: () => claims.busy() || tasks.size > 0,
    async idle() {
      await claims.idle();
      await Promise.all(tasks);
      await claims.idle();
    },
  };
}
