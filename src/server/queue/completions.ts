import type { Db } from "../db/db.ts";
import type { Log } from "../kernel/log.ts";
import { endedAmong } from "../reports/reports.ts";
import { serialLoop } from "./serial-loop.ts";

/** Callers in this process that wait for a report to end. */
export interface Completions {
  finished(reportId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Tells those who wait that a report has ended here. */
  announce(reportId: string): void;
  /** Releases everybody. */
  stop(): Promise<void>;
}

/** Milliseconds between checks for reports that another process may have ended. */
const pollMs = 250;

/** One query serves all who wait. */
export function watchCompletions(db: Db, log: Log): Completions {
  const waiting = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const announce = (reportId: string) => {
    for (const tell of waiting.get(reportId) ?? []) tell();
  };

  const looking = serialLoop("look for ended reports", log, async () => {
    timer = undefined;
    if (waiting.size === 0) return;
    try {
      for (const id of await endedAmong(db, [...waiting.keys()])) announce(id);
    } finally {
      lookLater(pollMs);
    }
  });

  function lookLater(afterMs: number): void {
    if (timer || stopped || waiting.size === 0) return;
    timer = setTimeout(looking.soon, afterMs);
  }

  return {
    announce,
    finished(reportId, timeoutMs, signal) {
      if (stopped || signal.aborted || timeoutMs <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const tellers = waiting.get(reportId) ?? new Set();
        const end = () => {
          clearTimeout(timeout);
          signal.removeEventListener("abort", end);
          tellers.delete(end);
          if (tellers.size === 0) waiting.delete(reportId);
          resolve();
        };
        const timeout = setTimeout(end, timeoutMs);
        signal.addEventListener("abort", end);
        waiting.set(reportId, tellers.add(end));
        lookLater(0);
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const id of [...waiting.keys()]) announce(id);
      await looking.idle();
    },
  };
}
