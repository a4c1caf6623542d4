/**
 * What a long past costs: the routes that look at a project as a whole, at 100 and at 10,000 reports of daily runs.
 * `npm run bench -- history`. PostgreSQL is TEST_DATABASE_URL, or started for the occasion. Both projects are asked in
 * turn in one run, uncompressed; the ratio is that of the median latencies. 100 daily runs do not fill a year, so the
 * trends of 12 months are also held against 366 reports, and one project alone is the baseline of what any request
 * costs. Ends with 1 if a bound is missed.
 */
import { sql } from "kysely";
import { openStore } from "../src/server/db/open.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { insertHistory } from "../test/history.ts";
import { NoPostgres, startPostgres } from "../test/postgres.ts";
import { account, type Client, startServer } from "../test/server-process.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 400);
const sizes = [100, 366, 10_000] as const;
const bounds = { p99Ms: 30, ratio: 1.3 };

const rivals = ["Bose", "JBL", "Soundcore", "Sennheiser"];
const providers = ["chatgpt", "claude", "gemini", "perplexity"];

/** 20 prompts × 4 assistants × 2 samples, about as assistants answer. */
const answers = Array.from({ length: 160 }, (_, at) => {
  const named = [...rivals, "Sony"].filter((_, index) => (at * 7 + index * 3) % 5 < 3);
  return {
    prompt: `Which headphones are best for use number ${Math.floor(at / 8) + 1}?`,
    provider: providers[at % 4]!,
    model: "model-1",
    answer: named
      .map((name, rank) => `${rank + 1}. **${name}** is a good choice for most people.`)
      .join("\n"),
    citations: Array.from({ length: 4 }, (_, index) => ({
      url: `https://site-${(at + index * index) % 30}.example/`,
    })),
  };
});

/** A project with so many reports, a day apart, the newest of today. */
async function furnish({ call }: Client, databaseUrl: string, reports: number): Promise<string> {
  const { data: project } = await call<{ id: string }>("POST", "/v1/projects", {
    name: `${reports} reports`,
    brand: "Sony",
    domain: "sony.example",
    competitors: rivals.map((name) => ({ name })),
  });
  const { data: report } = await call<{ id: string }>("POST", `/v1/projects/${project.id}/imports`, answers);
  await using store = await openStore({ databaseUrl, dataDir: "." }, createLog("silent"));
  const newest = new Date(Date.now() - 24 * 3_600_000);
  await insertHistory(store.db, {
    projectId: project.id,
    reportId: report.id,
    copies: reports - 1,
    newest,
    hoursApart: 24,
  });
  for (const table of ["reports", "report_readings", "trend_points"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(store.db);
  return project.id;
}

type Paths = Record<string, string>;

const paths = (project: string): Paths => ({
  "project (baseline)": `/v1/projects/${project}`,
  "latest report": `/v1/reports/latest?projectId=${project}`,
  "trends, 12 months by run": `/v1/projects/${project}/visibility-trends?timeframe=12m`,
  "trends, 12 months by day": `/v1/projects/${project}/visibility-trends?timeframe=12m&interval=day`,
  "trends, 12 months by week": `/v1/projects/${project}/visibility-trends?timeframe=12m&interval=week`,
  "trends, 30 days": `/v1/projects/${project}/visibility-trends`,
  "competitor detail": `/v1/projects/${project}/competitors/soundcore`,
  "client brief": `/v1/projects/${project}/client-brief`,
});

interface Times {
  ms: number[];
  bytes: number;
}

async function timed(url: string, key: string, times: Times): Promise<void> {
  const began = performance.now();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, "accept-encoding": "identity" },
  });
  const body = await response.arrayBuffer();
  times.ms.push(performance.now() - began);
  times.bytes = body.byteLength;
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

const quantile = (ms: readonly number[], part: number): number =>
  ms.toSorted((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(ms.length * part))]!;

function hold(held: boolean, says: string): void {
  if (held) return;
  console.log(`missed: ${says}`);
  process.exitCode = 1;
}

async function compare(name: string, [fewer, more]: readonly [string, string], key: string): Promise<void> {
  const few: Times = { ms: [], bytes: 0 };
  const many: Times = { ms: [], bytes: 0 };
  const both = async () => {
    await timed(fewer, key, few);
    await timed(more, key, many);
  };
  for (let warm = 0; warm < 30; warm += 1) await both();
  few.ms.length = many.ms.length = 0;
  for (let round = 0; round < rounds; round += 1) await both();
  const ratio = quantile(many.ms, 0.5) / quantile(few.ms, 0.5);
  const p99 = quantile(many.ms, 0.99);
  const medians = [few, many].map(({ ms }) => quantile(ms, 0.5).toFixed(2));
  const cells = [...medians, ratio.toFixed(2), p99.toFixed(1), few.bytes, many.bytes];
  console.log(name.padEnd(36) + cells.map((cell) => String(cell).padStart(11)).join(""));
  hold(
    ratio <= bounds.ratio,
    `${name}: ${ratio.toFixed(2)} of its cost with fewer reports, at most ${bounds.ratio}`,
  );
  hold(p99 <= bounds.p99Ms, `${name}: p99 of ${p99.toFixed(1)} ms, at most ${bounds.p99Ms}`);
}

async function measure(databaseUrl: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, OVERHEARD_RATE_LIMIT_SCALE: "1000000" };
  const server = await startServer(env);
  const user = await account(server.url, `bench-${Date.now()}@example.com`, env);
  const projects: string[] = [];
  for (const size of sizes) projects.push(await furnish(user, databaseUrl, size));
  const heads = ["ms, fewer", "ms, 10,000", "ratio", "p99 ms", "bytes", "bytes"];
  console.log("".padEnd(36) + heads.map((head) => head.padStart(11)).join(""));
  const [few, year, many] = projects.map((project) => paths(project)) as [Paths, Paths, Paths];
  for (const name of Object.keys(many))
    await compare(name, [server.url + few[name], server.url + many[name]], user.key);
  const byRun = "trends, 12 months by run";
  await compare(`${byRun}, of 366`, [server.url + year[byRun], server.url + many[byRun]], user.key);
  await server.stop();
}

const url = process.env.TEST_DATABASE_URL;
try {
  await using postgres = url ? null : await startPostgres();
  await measure(url ?? postgres!.url);
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.log(`not measured, ${error.message}`);
}
