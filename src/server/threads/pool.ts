import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { lineNow } from "../kernel/turns/on-behalf.ts";
import { createTurns } from "../kernel/turns/turns.ts";
import { BusyError, UnreadableError } from "../outbound/parsing.ts";
import { type TaskBounds, type TaskWatch, watchTask } from "./task-watch.ts";
import type { Tasks } from "./tasks.ts";
import type { Said } from "./thread.ts";

/** A task that exceeds its bounds is ended with its thread. */
export interface PoolTerms extends TaskBounds {
  /** Most threads at once. */
  threads: number;
  /** Most of them for one organization while no other waits for one; while others wait, it has one. */
  each: number;
  /** Heap size of one thread. */
  memoryMb: number;
  /** How long a thread without work is kept. */
  idleMs: number;
}

/** Threads for tasks that must not hold up this one. Disposing of it ends running tasks. */
export interface Pool extends AsyncDisposable {
  /**
   * Runs a task when it is the turn of the organization on whose behalf this is called (`kernel/turns`).
   *
   * Throws UnreadableError at the bounds of time or memory, BusyError if the machine did not let it run, and whatever the
   * task itself throws.
   */
  run<T extends keyof Tasks>(task: T, input: Parameters<Tasks[T]>[0]): ReturnType<Tasks[T]>;
  /** Current number of threads. */
  size(): number;
}

interface Job {
  owner: string;
  task: keyof Tasks;
  input: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Built code has its threads' code built beside it. */
const threadCode = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url);

interface Thread {
  worker: Worker;
  /** Whether it has started and loaded its code. */
  isReady: boolean;
  job: Job | null;
  watch: TaskWatch | null;
  /** Until it ends for want of work. */
  timer: NodeJS.Timeout | undefined;
}

/** A pool that starts its first thread with the first task. */
export function createPool({ threads, each, memoryMb, idleMs, ...bounds }: PoolTerms): Pool {
  const all = new Set<Thread>();
  const turns = createTurns(threads, (_owner, othersWait) => (othersWait ? 1 : each));
  const waiting = new Set<Job>();
  let closed = false;

  /** It is this job's turn: there is a thread without a job, or room for another one. */
  function begin(job: Job): void {
    if (!waiting.delete(job)) return;
    try {
      give([...all].find(({ job }) => job === null) ?? started(), job);
    } catch (cause) {
      job.reject(new BusyError("no thread can be started", { cause }));
      queueMicrotask(() => turns.end(job.owner));
    }
  }

  function started(): Thread {
    const worker = new Worker(threadCode, {
      // A task needs nothing of the process's environment.
      env: {},
      execArgv: [],
      // A small young generation saves 8 MB per thread and is no slower.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
    });
    const thread: Thread = { worker, isReady: false, job: null, watch: null, timer: undefined };
    worker.on("message", (message: Said) => {
      const { job } = thread;
      if (!job) return;
      if ("begunAtMs" in message) {
        thread.isReady = true;
        thread.watch?.begin(message.begunAtMs);
        return;
      }
      rest(thread);
      if ("value" in message) job.resolve(message.value);
      else job.reject(message.error);
      turns.end(job.owner);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") drop(thread, new UnreadableError("memory"));
      else drop(thread, thread.isReady ? error : new BusyError("a thread did not start", { cause: error }));
    });
    worker.on("exit", () =>
      drop(thread, thread.isReady ? new UnreadableError("memory") : new BusyError("a thread did not start")),
    );
    all.add(thread);
    return thread;
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.watch = watchTask(thread.worker, bounds, (error) => drop(thread, error));
    try {
      thread.worker.postMessage({ task: job.task, input: job.input });
    } catch (error) {
      rest(thread);
      job.reject(error);
      queueMicrotask(() => turns.end(job.owner));
    }
  }

  function rest(thread: Thread): void {
    thread.watch?.done();
    thread.job = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => drop(thread, new BusyError("it had no work")), idleMs).unref();
  }

  /** Ends a thread together with its task. */
  function drop(thread: Thread, error: Error): void {
    if (!all.delete(thread)) return;
    thread.watch?.done();
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    if (!thread.job) return;
    thread.job.reject(error);
    turns.end(thread.job.owner);
  }

  return {
    run: <T extends keyof Tasks>(task: T, input: Parameters<Tasks[T]>[0]) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new BusyError("the threads have ended"));
        const { owner, awaited } = lineNow();
        const job = { owner, task, input, resolve, reject };
        waiting.add(job);
        turns.take(owner, () => begin(job), awaited);
      }) as ReturnType<Tasks[T]>,
    size: () => all.size,
    async [Symbol.asyncDispose]() {
      closed = true;
      const closedError = new BusyError("the threads have ended");
      for (const { reject } of waiting) reject(closedError);
      waiting.clear();
      const workers = [...all].map(({ worker }) => worker);
      for (const thread of all) drop(thread, closedError);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
