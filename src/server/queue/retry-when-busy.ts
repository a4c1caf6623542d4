import type { Log } from "../kernel/log.ts";
import { BusyError } from "../outbound/parsing.ts";
import type { Stop } from "./stop.ts";

const firstWaitMs = 250;
const longestWaitMs = 30_000;

/**
 * Reads again for as long as this machine is too busy: an answer that was paid for must not be lost to that. Null if it
 * is stopped before. Throws whatever else `read` throws.
 */
export async function retryWhenBusy<T>(read: () => Promise<T>, stop: Stop, log: Log): Promise<T | null> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      if (stop.stopped()) return null;
      log.warn({ err: error, waitMs }, "too busy to read an answer, which is read again");
    }
    await stopOr(waitMs, stop);
  }
}

function stopOr(waitMs: number, stop: Stop): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, waitMs);
    const off = stop.onStop(end);
    function end() {
      clearTimeout(timer);
      off();
      resolve();
    }
  });
}
