import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { startPostgres } from "../test/postgres.ts";
import { account, type Client, freePort, startProcess, startServer } from "../test/server-process.ts";

/**
 * GET /v1/projects and GET /v1/reports/{id} with an API key, against bare node:http that reads one row by its
 * primary key and sends the same bytes. Every pair is measured alternately in this run, on loopback.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = 32;

async function baseline(body: string, databaseUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = startProcess(["bench/rest-baseline.ts", String(port), Buffer.from(body).toString("base64")], {
    DATABASE_URL: databaseUrl,
  });
  await once(child.stdout!, "data");
  return { url: `http://127.0.0.1:${port}/`, child };
}

type Target = [url: string, headers: Record<string, string>];

async function load([url, headers]: Target, duration = seconds) {
  const result = await autocannon({ url, headers, connections, duration });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    errors: result.errors + result["4xx"] + result["5xx"],
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Both under load in turn; the ratio of their medians. */
async function compare(name: string, ours: Target, theirs: Target): Promise<void> {
  const mine: number[] = [];
  const bare: number[] = [];
  let errors = 0;
  let p99 = 0;
  for (const target of [ours, theirs]) await load(target, 1);
  for (let round = 0; round < rounds; round += 1) {
    const one = await load(ours);
    mine.push(one.perSecond);
    bare.push((await load(theirs)).perSecond);
    errors += one.errors;
    p99 = Math.max(p99, one.p99);
  }
  const ratio = median(mine) / median(bare);
  const figures = `${Math.round(median(mine))}/s of ${Math.round(median(bare))}/s, p99 ${p99} ms, errors ${errors}`;
  console.log(`${name.padEnd(64)} ${ratio.toFixed(2).padStart(5)}   ${figures}`);
}

/** A project and a finished report, made through the public API; the report's id. */
async function furnish({ call }: Client): Promise<string> {
  const prompts = Array.from(
    { length: 20 },
    (_, index) => `Which headphones are best for use number ${index + 1}?`,
  );
  const competitors = ["Bose", "JBL", "Sennheiser"].map((name) => ({ name }));
  const project = await call<{ id: string }>("POST", "/v1/projects", {
    name: "Bench",
    brand: "Sony",
    competitors,
    prompts,
  });
  let report = await call<{ id: string; terminal: boolean }>("POST", "/v1/analyze/project", {
    projectId: project.data.id,
  });
  while (!report.data.terminal) report = await call("GET", `/v1/reports/${report.data.id}`);
  return report.data.id;
}

async function measure(title: string, env: Record<string, string>, databaseUrl: string): Promise<void> {
  console.log(`\n${title}`);
  const server = await startServer(env);
  const user = await account(server.url, `bench-${Date.now()}@example.com`, env);
  const reportId = await furnish(user);
  const headers = { authorization: `Bearer ${user.key}` };
  for (const path of ["/v1/projects", `/v1/reports/${reportId}?view=summary`]) {
    const url = server.url + path;
    const response = await fetch(url, { headers });
    const etag = response.headers.get("etag")!;
    const body = await response.text();
    const reading = await baseline(body, databaseUrl);
    const bare = await baseline(body, "");
    const shown = `GET ${path.replace(reportId, "{id}")}`;
    await compare(`${shown} / node:http with one read`, [url, headers], [reading.url, {}]);
    await compare(`${shown} / node:http without a read`, [url, headers], [bare.url, {}]);
    await compare(
      `${shown} answered 304 / 200`,
      [url, { ...headers, "if-none-match": etag }],
      [url, headers],
    );
    reading.child.kill();
    bare.child.kill();
  }
  await server.stop();
}

await using postgres = await startPostgres();
const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
const common = { OVERHEARD_RATE_LIMIT_SCALE: "1000000" };
try {
  await measure(
    "Embedded (PGlite), limits in memory",
    { ...common, DATABASE_URL: "", OVERHEARD_DATA_DIR: dataDir },
    postgres.url,
  );
  const server = { ...common, DATABASE_URL: postgres.url };
  await measure(
    "PostgreSQL, one process, limits in memory",
    { ...server, OVERHEARD_LIMITS: "memory" },
    postgres.url,
  );
  await measure("PostgreSQL, exact limits shared in PostgreSQL", server, postgres.url);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
