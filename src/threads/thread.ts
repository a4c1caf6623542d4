/** Runs in a thread of the pool: one task after the other, as they are sent. */
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { type Tasks, tasks } from "./tasks.ts";

/** What a task came to: its value, or the error that it ended with. */
export type Outcome = { value: unknown } | { error: unknown };

enableCompileCache();

parentPort?.on("message", ({ task, input }: { task: keyof Tasks; input: never }) => {
  tasks[task](input).then(
    (value) => parentPort?.postMessage({ value } satisfies Outcome),
    (error: unknown) => parentPort?.postMessage({ error } satisfies Outcome),
  );
});
