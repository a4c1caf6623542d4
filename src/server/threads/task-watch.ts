import type { Worker } from "node:worker_threads";
import { BusyError, UnreadableError } from "../outbound/parsing.ts";

/** All in milliseconds. */
export interface TaskBounds {
  /** Processor time for one task. */
  timeMs: number;
  /** The longest that a task may take by the clock, once it has begun. */
  wallMs: number;
  /** The longest until a task begins: a thread has to start first, and loads its code. */
  startMs: number;
}

/** Watches one task of a thread. */
export interface TaskWatch {
  /** The task has begun, when its thread had used this many milliseconds of processor time. */
  begin(usedMs: number): void;
  /** The task has ended. */
  done(): void;
}

/** A thread says within this time what it has used, unless it gets no turn. */
const sayMs = 1_000;
const leastMs = 5;

/**
 * Ends a task at its bounds. What counts is processor time, since the clock also runs while a busy machine gives the
 * thread no turn: `end` is told UnreadableError if the task had its time, and BusyError if it did not get it.
 */
export function watchTask(
  worker: Pick<Worker, "cpuUsage">,
  { timeMs, wallMs, startMs }: TaskBounds,
  end: (error: Error) => void,
): TaskWatch {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let newest = 0;

  // A message that waits is read before the immediate, and counts as in time.
  function after(ms: number, next: () => unknown): void {
    clearTimeout(timer);
    newest += 1;
    const mine = newest;
    timer = setTimeout(() => setImmediate(() => over || mine !== newest || next()), ms);
  }

  /** Milliseconds of processor time that the thread has used; null if it does not say. */
  async function usage(): Promise<number | null> {
    const usedMs = worker.cpuUsage().then(inMs, () => null);
    return Promise.race([usedMs, new Promise<null>((resolve) => setTimeout(resolve, sayMs, null).unref())]);
  }

  function watch(usedBefore: number): void {
    const until = performance.now() + wallMs;
    // Node before 24.6 cannot say what a thread has used.
    const tells = typeof worker.cpuUsage === "function";
    async function look(): Promise<void> {
      const now = tells ? await usage() : null;
      if (over) return;
      const used = now === null ? 0 : now - usedBefore;
      const remaining = until - performance.now();
      if (used >= timeMs || (!tells && remaining <= 0)) end(new UnreadableError("time"));
      else if (remaining <= 0) end(new BusyError("it got too little processor time"));
      else after(Math.max(leastMs, Math.min(remaining, timeMs - used)), look);
    }
    after(Math.min(wallMs, tells ? timeMs : wallMs), look);
  }

  after(startMs, () => end(new BusyError("no thread began it")));
  return {
    begin: (usedMs) => over || watch(usedMs),
    done() {
      over = true;
      clearTimeout(timer);
    },
  };
}

/** Milliseconds, of microseconds. */
export const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
