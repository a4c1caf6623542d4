/**
 * What a run of 20 prompts × 6 engines costs and how long it takes, on engines that answer after one second.
 * `npm run bench -- jobs`. The baseline is that second, in which nothing can be done but wait.
 * PostgreSQL is TEST_DATABASE_URL, or started for the occasion.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import type { Provider } from "../src/reader/provider.ts";
import type { Db } from "../src/server/db/db.ts";
import { openMemoryStore, openStore } from "../src/server/db/open.ts";
import type { Store } from "../src/server/db/store.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { NoPostgres, startPostgres } from "../test/postgres.ts";
import { acceptSome, enginesOf, fakeEngine, type Work, workOn } from "../test/work.ts";

const providers: Provider[] = ["chatgpt", "claude", "gemini", "perplexity", "grok", "mistral"];
const prompts = Array.from(
  { length: 20 },
  (_, index) => `Which CRM is best for a team of ${index + 2} people?`,
);
const engineMs = 1_000;
const asksPerRun = prompts.length * providers.length;

/** About 2 KB, as assistants answer. */
const answer = (seed: number): string =>
  Array.from({ length: 12 }, (_, line) => {
    const name = (seed + line) % 3 === 0 ? "Acme" : (seed + line) % 3 === 1 ? "Bolt" : "Cobalt";
    return `${line + 1}. **${name}** – a solid choice for small teams that want to start quickly, with fair pricing, good support and a mobile app that people like to use every day.`;
  }).join("\n");

const engines = enginesOf(
  ...providers.map((provider, index) =>
    fakeEngine(
      provider,
      async ({ prompt }, signal) => {
        await delay(engineMs, undefined, { signal });
        return answer(index + prompt.length);
      },
      { concurrency: 5_000, requestsPerMinute: 1_000_000 },
    ),
  ),
);

interface Figures {
  store: string;
  runs: number;
  asks: number;
  /** Milliseconds from accepted to report, of the slowest run. */
  wallMs: number;
  ownCpuMs: number;
  /** Of the server's processes; null if they cannot be seen. */
  serverCpuMs: number | null;
}

async function measure(work: Work, store: Store, runs: number): Promise<Figures> {
  const projects = await Promise.all(Array.from({ length: runs }, () => work.newProject()));
  const server = store.kind === "server" ? await serverCpuMs(work.db) : null;
  const cpu = process.cpuUsage();
  const walls = await Promise.all(
    projects.map(async (project) => {
      const report = await acceptSome(work.db, work.queue, engines, { project, prompts, now: new Date() });
      const accepted = performance.now();
      work.queue.wake();
      await work.queue.finished(report.id, 120_000, new AbortController().signal);
      return performance.now() - accepted;
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const serverEnd = server === null ? null : await serverCpuMs(work.db);
  return {
    store: store.kind,
    runs,
    asks: runs * asksPerRun,
    wallMs: Math.max(...walls),
    ownCpuMs: (user + system) / 1_000,
    serverCpuMs: server === null || serverEnd === null ? null : serverEnd - server,
  };
}

/** CPU time of the backends that serve this database, where /proc shows it. */
async function serverCpuMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  try {
    return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  } catch {
    return null;
  }
}

/** Fields 14 and 15 of /proc/PID/stat are user and system time in ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const wallMax = 1.15;
const cpuMax = 3;
/** Of the cost per ask at 12,000 asks to that at 120. */
const growthMax = 1.5;

/** Says what misses its bound: the median wall time of single runs, the cost of 20 at once, its growth. */
function judge(store: string, figures: readonly Figures[]): void {
  const single = figures.filter(({ runs }) => runs === 1);
  const walls = single.map(({ wallMs }) => wallMs / engineMs).sort((a, b) => a - b);
  const wall = walls[Math.floor(walls.length / 2)]!;
  hold(
    wall <= wallMax,
    `${store}: one run takes ${wall.toFixed(3)} of the engines' time, at most ${wallMax}`,
  );
  const many = figures.filter(({ runs, serverCpuMs }) => runs >= 20 && serverCpuMs !== null).map(cpuPerAsk);
  for (const cpu of many)
    hold(cpu <= cpuMax, `${store}: ${cpu.toFixed(2)} ms of CPU per ask, at most ${cpuMax}`);
  if (many.length === 0) return;
  const growth = many.at(-1)! / Math.min(...single.map(cpuPerAsk));
  hold(
    growth <= growthMax,
    `${store}: 12,000 asks cost ${growth.toFixed(2)} each of what 120 do, at most ${growthMax}`,
  );
}

const cpuPerAsk = ({ asks, ownCpuMs, serverCpuMs }: Figures): number =>
  (ownCpuMs + (serverCpuMs ?? 0)) / asks;

function hold(held: boolean, says: string): void {
  console.log(`${held ? "held  " : "missed"} ${says}`);
  if (!held) process.exitCode = 1;
}

function show({ store, runs, asks, wallMs, ownCpuMs, serverCpuMs }: Figures): void {
  const perAsk = (ms: number | null) => (ms === null ? "?" : (ms / asks).toFixed(2));
  const cells = [
    store,
    runs,
    asks,
    (wallMs / engineMs).toFixed(3),
    perAsk(ownCpuMs),
    perAsk(serverCpuMs),
    perAsk(serverCpuMs === null ? null : ownCpuMs + serverCpuMs),
  ];
  console.log(cells.map((cell) => String(cell).padStart(13)).join(""));
}

async function series(store: Store, sizes: readonly number[]): Promise<void> {
  const work = await workOn(store, { engines });
  await work.worker.start();
  // The first run pays for compiling and for the server's caches.
  await measure(work, store, 1);
  const figures: Figures[] = [];
  for (const runs of sizes) {
    figures.push(await measure(work, store, runs));
    show(figures.at(-1)!);
  }
  judge(store.kind, figures);
  await work[Symbol.asyncDispose]();
}

async function newDatabase(maintenanceUrl: string): Promise<string> {
  const name = `overheard_bench_${process.pid}`;
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

console.log("Engines that answer after 1 s. CPU in ms per ask: ours, PostgreSQL's, both.");
console.log(
  ["store", "runs at once", "asks", "wall / 1 s", "own", "server", "both"]
    .map((head) => head.padStart(13))
    .join(""),
);

await using embedded = await openMemoryStore();
await series(embedded, [1, 1, 1]);

const url = process.env.TEST_DATABASE_URL;
try {
  await using server = url ? null : await startPostgres();
  const databaseUrl = await newDatabase(url ?? server!.url);
  await using store = await openStore({ databaseUrl, dataDir: "." }, createLog("warn"));
  await series(store, [1, 1, 1, 5, 20, 100]);
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.log(`PostgreSQL: not measured, ${error.message}`);
}
