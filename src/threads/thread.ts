/** Runs in a thread of the pool: one task after the other, as sent. */
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { inMs } from "./task-watch.ts";
import { type Tasks, tasks } from "./tasks.ts";

/** What a thread says of a task: that it begins, and its outcome, which is a value or the error that ended it. */
export type Said = { begunAtMs: number } | { value: unknown } | { error: unknown };

enableCompileCache();

parentPort?.on("message", ({ task, input }: { task: keyof Tasks; input: never }) => {
  parentPort?.postMessage({ begunAtMs: inMs(process.threadCpuUsage()) } satisfies Said);
  tasks[task](input).then(
    (value) => parentPort?.postMessage({ value } satisfies Said),
    (error: unknown) => parentPort?.postMessage({ error } satisfies Said),
  );
});
