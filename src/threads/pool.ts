import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { UnreadableError } from "../kernel/outside/parsing.ts";
import type { Tasks } from "./tasks.ts";
import type { Outcome } from "./thread.ts";

export interface PoolTerms {
  /** Most threads at once. */
  threads: number;
  /** Time for one task, from when a thread has it; a longer one is ended with its thread. */
  timeMs: number;
  /** Heap size of one thread. */
  memoryMb: number;
  /** How long a thread without work is kept. */
  idleMs: number;
}

/** Threads for tasks that must not hold up this one. Disposing of it ends running tasks. */
export interface Pool extends AsyncDisposable {
  /** Throws UnreadableError at the bounds of time or memory, and whatever the task itself throws. */
  run<T extends keyof Tasks>(task: T, input: Parameters<Tasks[T]>[0]): ReturnType<Tasks[T]>;
  /** Current number of threads. */
  size(): number;
}

interface Job {
  task: keyof Tasks;
  input: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Compiled code has its threads' code compiled beside it. */
const threadCode = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url);

interface Thread {
  worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** A pool that starts its first thread with the first task. */
export function createPool({ threads, timeMs, memoryMb, idleMs }: PoolTerms): Pool {
  const all = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;

  function next(): void {
    while (waiting.length > 0 && !closed) {
      const thread = [...all].find(({ job }) => job === null) ?? (all.size < threads ? started() : null);
      if (!thread) return;
      give(thread, waiting.shift()!);
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
    const thread: Thread = { worker, job: null, timer: undefined };
    worker.on("message", (outcome: Outcome) => {
      const { job } = thread;
      if (!job) return;
      rest(thread);
      if ("value" in outcome) job.resolve(outcome.value);
      else job.reject(outcome.error);
      next();
    });
    worker.on("error", (error: NodeJS.ErrnoException) =>
      drop(thread, error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new UnreadableError("memory") : error),
    );
    worker.on("exit", () => drop(thread, new UnreadableError("memory")));
    all.add(thread);
    return thread;
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => drop(thread, new UnreadableError("time")), timeMs);
    thread.worker.postMessage({ task: job.task, input: job.input });
  }

  function rest(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => drop(thread, new UnreadableError("time")), idleMs).unref();
  }

  /** Ends a thread together with its task. */
  function drop(thread: Thread, error: Error): void {
    if (!all.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.job?.reject(error);
    void thread.worker.terminate();
    next();
  }

  return {
    run: <T extends keyof Tasks>(task: T, input: Parameters<Tasks[T]>[0]) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("the threads have ended"));
        waiting.push({ task, input, resolve, reject });
        next();
      }) as ReturnType<Tasks[T]>,
    size: () => all.size,
    async [Symbol.asyncDispose]() {
      closed = true;
      const ended = new Error("the threads have ended");
      for (const { reject } of waiting.splice(0)) reject(ended);
      const workers = [...all].map(({ worker }) => worker);
      for (const thread of all) drop(thread, ended);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
