import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";

/** Work in passes, one at a time; a request during a pass causes one more. */
export interface Loop {
  soon(): void;
  busy(): boolean;
  /** Resolves when no pass is under way. */
  idle(): Promise<void>;
}

/** Never rejects: a failed pass is logged, and the next one tries again. */
export function serialLoop(what: string, log: Log, work: () => Promise<void>): Loop {
  // Whoever asks for a pass does not cause all that it finds to do: a job says itself what it was queued by.
  const outside = AsyncLocalStorage.snapshot();
  let isDue = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (isDue) {
      isDue = false;
      await work().catch((error) => logFailure(log, { work: what, err: error }, "a pass failed"));
    }
  }

  function soon(): void {
    isDue = true;
    running ??= outside(run).finally(() => {
      running = null;
      if (isDue) soon();
    });
  }

  return {
    soon,
    busy: () => running !== null,
    async idle() {
      while (running) await running;
    },
  };
}
