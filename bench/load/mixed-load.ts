/**
 * Memory and file descriptors of a server and a worker under mixed load: reads, changes, runs, imports, downloads, callers
 * who are refused. `npm run bench -- mixed-load`; BENCH_MINUTES says how long (2; 30 with BENCH_FULL=1).
 * What grows is told by a line through the least that was held in each minute, which is what V8 leaves after a collection: between two of
 * them it lets up to 100 MB wait. Before that is a warm-up of a fifth of the time, but not less than the caches take to fill.
 */
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { residentMb } from "../../test/server-process.ts";
import { atPace, quantile } from "./system/pace.ts";
import { startSystem } from "./system/system.ts";

const minutes = Number(process.env.BENCH_MINUTES ?? (fullSize ? 30 : 2));
const seconds = 60 * minutes;
const perSecond = 30;
/** MB a minute. */
const mostMb = 1;
/** This load fills the caches of reports, cells and trends (some 100 MB) in this time. */
const fillMinutes = 6;
const leastMinutes = 15;
const warmUp = minutes < leastMinutes ? minutes / 5 : Math.max(minutes / 5, fillMinutes);
/** Descriptors by which the end may be above the beginning: connections come and go. */
const mostDescriptors = 5;

await using system = await startSystem({ answerMs: 500, atOnce: 50 });
const worker = await system.startWorker();
const { me, projectId, server } = system;
let reportId = await system.begin(5);
await system.ended(reportId);
const imported = reportId;

const rows = Array.from({ length: 20 }, (_, number) => ({
  prompt: `best crm number ${number}?`,
  provider: "chatgpt",
  answer: `1. **Acme**\n2. Bolt ${number}`,
}));
const requests: ((number: number) => Promise<{ status: number }>)[] = [
  () => me.call("GET", `/v1/projects/${projectId}`),
  () => me.call("GET", `/v1/reports/${reportId}?view=full`),
  (number) => me.call("PATCH", `/v1/projects/${projectId}`, { name: `Load ${number}` }),
  () => me.call("GET", `/v1/reports?projectId=${projectId}`),
  async () => {
    reportId = await system.begin(5);
    return { status: 200 };
  },
  () => me.call("GET", `/v1/projects/${projectId}/visibility-trends`),
  () => me.call("POST", `/v1/projects/${projectId}/imports`, rows),
  () => me.call("GET", "/v1/projects"),
  // Refused, as it should be.
  async () => ({ status: (await get("/v1/projects", "nobody's")).status === 401 ? 200 : 500 }),
  () => me.call("GET", `/v1/reports/${reportId}`),
  () => get(`/v1/reports/${imported}/export?format=csv`, me.key),
  () => me.call("GET", "/v1/account-status"),
];

interface Held {
  minute: number;
  mb: number;
  descriptors: number;
}

const processes = { server: server.child.pid!, worker: worker.pid! };
const held: Record<string, Held[]> = { server: [], worker: [] };
let over = false;
const watching = watch();
const paced = await atPace(perSecond, seconds, (number) => requests[number % requests.length]!(number));
over = true;
await watching;

console.log(
  `${paced.ms.length} requests, ${paced.failed} failed, p99 ${quantile(paced.ms, 0.99).toFixed(0)} ms`,
);
let [met, flat] = [paced.failed === 0, true];
const words: string[] = [];
for (const [name, all] of Object.entries(held)) {
  const later = all.filter(({ minute }) => minute >= warmUp);
  const slope = slopeOf(leastOfEachMinute(later));
  const [first, last] = [later.slice(0, 10), later.slice(-10)].map((some) => ({
    mb: quantile(
      some.map(({ mb }) => mb),
      0.5,
    ),
    descriptors: quantile(
      some.map(({ descriptors }) => descriptors),
      0.5,
    ),
  })) as [Held, Held];
  const more = last.descriptors - first.descriptors;
  console.log(
    `${name.padEnd(8)} ${first.mb.toFixed(0)} → ${last.mb.toFixed(0)} MB, ${slope.toFixed(2)} MB a minute (at most ${mostMb}); ` +
      `descriptors ${first.descriptors} → ${last.descriptors} (at most ${mostDescriptors} more)`,
  );
  flat &&= slope <= mostMb;
  met &&= more <= mostDescriptors;
  words.push(`${name} ${slope.toFixed(2)} MB a minute, ${more} descriptors more`);
}
const long = minutes >= leastMinutes;
if (!long)
  console.log(`memory is judged from ${leastMinutes} minutes on: before, it is still filling its caches`);
met &&= flat || !long;
tellGoal("mixed-load", {
  measured: `${words.join("; ")}; ${minutes} minutes, ${paced.failed} of ${paced.ms.length} requests failed`,
  met: met && !long ? null : met,
  small: minutes < 30,
});
if (!met) process.exitCode = 1;

async function watch(): Promise<void> {
  const began = performance.now();
  for (; !over; await delay(1_000)) {
    const minute = (performance.now() - began) / 60_000;
    for (const [name, pid] of Object.entries(processes)) {
      const descriptors = readdirSync(`/proc/${pid}/fd`).length;
      held[name]!.push({ minute, mb: await residentMb(pid), descriptors });
    }
  }
}

/** Reads an answer of any form to its end. */
async function get(path: string, key: string): Promise<{ status: number }> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response;
}

/** A minute that has hardly begun says nothing. */
function leastOfEachMinute(points: readonly Held[]): [minute: number, mb: number][] {
  const byMinute = Map.groupBy(points, ({ minute }) => Math.floor(minute));
  return [...byMinute]
    .filter(([, some]) => some.length >= 30)
    .map(([minute, some]) => [minute, Math.min(...some.map(({ mb }) => mb))]);
}

/** Of the line that lies nearest to the points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [atMean, ofMean] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const along = points.reduce((sum, [at]) => sum + (at - atMean) ** 2, 0);
  return points.reduce((sum, [at, value]) => sum + (at - atMean) * (value - ofMean), 0) / along;
}
