/** Runs in a thread of the pool: one task after the other, as sent. */
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { type Tasks, tasks } from "./tasks.ts";

/** The outcome of a task: its value, or the error that ended it. */
export type Outcome = { value: unknown } | { error: unknown };

enableCompileCache();

parentPort?.on("message", ({ task, input }: { task: keyof Tasks; input: never }) => {
  tasks[task](input).then(
    (value) => parentPort?.postMessage({ value } satisfies Outcome),
    (error: unknown) => parentPort?.postMessage({ error } satisfies Outcome),
  );
});
