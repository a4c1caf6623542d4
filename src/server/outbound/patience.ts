import { setTimeout as pause } from "node:timers/promises";
import { BusyError } from "./parsing.ts";

export interface PatienceTerms {
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** The longest after the first try that another one begins, milliseconds. */
  withinMs?: number;
}

const firstWaitMs = 250;
const longestWaitMs = 4_000;

/**
 * Reads again for a while if this machine is too busy. Throws the last BusyError when the time is up or the signal
 * aborts, and whatever else `read` throws.
 */
export async function patiently<T>(
  read: () => Promise<T>,
  { signal, withinMs = 30_000 }: PatienceTerms = {},
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BusyError) || performance.now() + waitMs > until) throw error;
      await pause(waitMs, undefined, { ...(signal ? { signal } : {}) }).catch(() => {
        throw error;
      });
    }
  }
}
