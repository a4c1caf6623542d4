/**
 * Loaded into the server of `bench/faults/slow-input.ts`: notes how long its serving thread computes without a pause, as CPU time,
 * which is the same on a machine that is busy otherwise. A line for each turn: when it ended, and its milliseconds.
 */
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const notedMs = 10;
const file = process.env.BENCH_TURNS;
if (file && isMainThread) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    if (now - before > notedMs) appendFileSync(file, `${Date.now()} ${(now - before).toFixed(1)}\n`);
    before = cpuMs();
  }, 1).unref();
}
