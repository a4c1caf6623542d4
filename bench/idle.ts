/**
 * What the server costs while nobody asks anything of it: CPU of its process and of PostgreSQL's for it, in milliseconds a second.
 * `npm run bench -- idle`, BENCH_SECONDS for another time. Beside it a Node process that only holds a timer.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { NoPostgres, startPostgres } from "../test/postgres.ts";
import { startProcess, startServer } from "../test/server-process.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** What is loaded and compiled after the start is none of it. */
const settlingMs = 30_000;
const mostMs = 5;

/** CPU milliseconds of all threads of a process, to the nanosecond; null if it has ended. */
function cpuMs(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))
      .reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, 0);
  } catch {
    return null;
  }
}

/** A process that ends meanwhile counts until it was seen last. */
async function perSecond(pids: readonly number[]): Promise<number> {
  const before = new Map(pids.map((pid) => [pid, cpuMs(pid) ?? 0]));
  const last = new Map(before);
  for (let second = 0; second < seconds; second++) {
    await delay(1_000);
    for (const pid of pids) last.set(pid, cpuMs(pid) ?? last.get(pid)!);
  }
  return pids.reduce((sum, pid) => sum + last.get(pid)! - before.get(pid)!, 0) / seconds;
}

function show(name: string, ms: number, most = Number.POSITIVE_INFINITY): void {
  console.log(
    `${name.padEnd(34)}${ms.toFixed(1).padStart(8)} ms a second${ms > most ? `, more than ${most}` : ""}`,
  );
  if (ms > most) process.exitCode = 1;
}

async function measure(name: string, env: Record<string, string>, databaseUrl?: string): Promise<void> {
  const server = await startServer(env);
  await delay(settlingMs);
  const [own, theirs] = await Promise.all([
    perSecond([server.child.pid!]),
    databaseUrl === undefined ? null : backendsOf(databaseUrl).then(perSecond),
  ]);
  show(name, own, mostMs);
  if (theirs !== null) show("  PostgreSQL for it", theirs);
  await server.stop();
}

/** PostgreSQL's processes for the server's connections. */
async function backendsOf(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'overheard %'",
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

const bare = startProcess(["-e", "setInterval(() => {}, 1000)"], {});
await delay(1_000);
show("a Node process with a timer", await perSecond([bare.pid!]));
bare.kill();

const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
await measure("embedded store", { DATABASE_URL: "", OVERHEARD_DATA_DIR: join(dataDir, "data") });
await rm(dataDir, { recursive: true, force: true });
try {
  await using postgres = await startPostgres();
  await measure("PostgreSQL", { DATABASE_URL: postgres.url }, postgres.url);
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.log(`PostgreSQL: not measured, ${error.message}`);
}
