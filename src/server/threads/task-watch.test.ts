import assert from "node:assert/strict";
import test from "node:test";
import { BusyError, UnreadableError } from "../outbound/parsing.ts";
import { watchTask } from "./task-watch.ts";

const minute = 60_000;

/** How a task ends whose thread says that it uses this share of a processor. */
function ends(share: number, bounds: { timeMs?: number; wallMs?: number; startMs?: number }, begins = true) {
  const since = performance.now();
  const worker = {
    cpuUsage: async () => ({ user: 7_000_000 + (performance.now() - since) * share * 1_000, system: 0 }),
  };
  return new Promise<Error>((resolve) => {
    const whole = { timeMs: minute, wallMs: minute, startMs: minute, ...bounds };
    const watch = watchTask(worker, whole, resolve);
    if (begins) watch.begin(7_000);
  });
}

test("a task that has used its processor time takes too long", async () => {
  assert.ok((await ends(1, { timeMs: 20 })) instanceof UnreadableError);
});

test("a task that gets no processor time for as long as it may take is not at fault", async () => {
  assert.ok((await ends(0, { timeMs: 10, wallMs: 50 })) instanceof BusyError);
});

test("a task that never begins is not at fault", async () => {
  assert.ok((await ends(1, { timeMs: 1, startMs: 10 }, false)) instanceof BusyError);
});
