/** Runs in a thread of the pool: one task after the other, as sent. */
import { readlinkSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { inMs } from "./task-watch.ts";
import { type Tasks, tasks } from "./tasks.ts";

/** What a thread says of a task: that it begins, and its outcome, which is a value or the error that ended it. */
export type Said = { begunAtMs: number } | { value: unknown } | { error: unknown };

/** Behind the thread that serves requests, which would wait for it where there are fewer cores than threads. */
const niceness = 10;

enableCompileCache();
yieldToRequests();

parentPort?.on("message", ({ task, input }: { task: keyof Tasks; input: never }) => {
  parentPort?.postMessage({ begunAtMs: inMs(process.threadCpuUsage()) } satisfies Said);
  tasks[task](input).then(
    (value) => parentPort?.postMessage({ value } satisfies Said),
    (error: unknown) => parentPort?.postMessage({ error } satisfies Said),
  );
});

/** On Linux each thread has a priority of its own; elsewhere there is no way to say it of one thread. */
function yieldToRequests(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), niceness);
  } catch {
    // Without /proc, or where it is forbidden, the thread goes on as it is.
  }
}
