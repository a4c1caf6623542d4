import { LRUCache } from "lru-cache";
import type { Provider } from "../../../reader/provider.ts";
import type { Db } from "../../db/db.ts";
import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../../kernel/outage.ts";
import { noteWait } from "../../queue/vendor-waits.ts";
import type { EngineThrottle } from "./engine-throttle.ts";

/** Says for all to see what keeps calls from being made, where it is not the calls under way. */
export type NoteWait = (provider: Provider, payer: string | null, throttle: EngineThrottle) => Promise<void>;

/** By so much later calls must wait than was said before it is said again, in milliseconds. */
const againMs = 1_000;

export function createNoteWait({ db, now, log }: { db: Db; now(): Date; log: Log }): NoteWait {
  /** When each was last said to wait until, by this process's clock. */
  const untilByKey = new LRUCache<string, number>({ max: 500 });
  return async (provider, payer, throttle) => {
    const wait = throttle.waits();
    const key = `${provider} ${payer}`;
    if (!wait || wait.until - (untilByKey.get(key) ?? 0) < againMs) return;
    untilByKey.set(key, wait.until);
    const at = now();
    const until = new Date(at.getTime() + wait.until - performance.now());
    await noteWait(db, payer, { provider, reason: wait.reason, until }, at).catch((error) => {
      untilByKey.delete(key);
      logFailure(log, { provider, err: error, level: "warn" }, "nobody is told why calls wait");
    });
  };
}
