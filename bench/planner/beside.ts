import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** How long other requests to a process take while it does something else, in ms. */
export interface Beside {
  requests: number;
  median: number;
  p99: number;
  /** The longest that the process was held up. */
  longest: number;
}

const everyMs = 2;
const leastMs = 1_500;

/** Asks a server of this process for next to nothing, again and again, while `work` is done. */
export async function beside(work: () => Promise<unknown>): Promise<Beside> {
  await using server = createServer((_, response) => response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await (await fetch(url)).text();
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  const started = performance.now();
  let done = false;
  const working = pause(100)
    .then(work)
    .finally(() => {
      done = true;
    });
  const times: Promise<number>[] = [];
  while (!done || performance.now() - started < leastMs) {
    // By the clock: one that is held up sends late what it would have been sent meanwhile.
    const due = started + everyMs * times.length;
    if (performance.now() < due) await pause(1);
    else times.push(asked(url, due));
  }
  await working;
  held.disable();
  const sorted = (await Promise.all(times)).sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  return { requests: sorted.length, median: at(0.5), p99: at(0.99), longest: held.max / 1e6 };
}

async function asked(url: string, due: number): Promise<number> {
  await (await fetch(url)).text();
  return performance.now() - due;
}
