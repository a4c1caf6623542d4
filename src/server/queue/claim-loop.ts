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
  const begun = new Set<Promise<void>>();
  const underWay: UnderWay = {
    size: () => begun.size,
    add(work) {
      const one = work.finally(() => {
        begun.delete(one);
        claims.soon();
      });
      begun.add(one);
    },
  };
  const claims = serialLoop(what, log, () => claim(underWay));
  return {
    soon: claims.soon,
    busy: () => claims.busy() || begun.size > 0,
    async idle() {
      await claims.idle();
      await Promise.all(begun);
      await claims.idle();
    },
  };
}
