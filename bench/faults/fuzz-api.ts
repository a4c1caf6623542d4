/**
 * Requests drawn from openapi.json, valid, nearly valid and hostile, at the real server on the embedded store, with a site and a
 * blog beside it: none may end with a 5xx, without the envelope, or with a status that the document does not name; memory
 * stays bounded, and another account's reads go on. `npm run bench -- fuzz-api SEED COUNT FIRST` repeats a run, or one
 * request of it. Ends with 1 on a miss.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { tellGoal } from "../../scripts/goals.ts";
import { startSite } from "../../test/fixtures/site.ts";
import { account, type Client, command, startServer } from "../../test/server-process.ts";
import { ghostKey, startGhost } from "../../test/vendors/ghost.ts";
import { type Drawn, draw } from "./fuzz-api/draw.ts";
import { kept } from "./fuzz-api/kept.ts";
import { type Operation, operationsOf } from "./fuzz-api/operations.ts";

const seed = Number(process.argv[2] ?? process.env.BENCH_SEED ?? 1);
const count = Number(process.argv[3] ?? process.env.BENCH_REQUESTS ?? 100_000);
const first = Number(process.argv[4] ?? 1);
/** Enough to keep the server at work; more would only wait for each other, and the reads with them. */
const atOnce = 4;
/** Requests after which ids are made anew, as some were deleted, and a session's token has ended. */
const batch = 2_000;
/** Bytes that the process may grow by. */
const growthMax = 400_000_000;
/** Milliseconds at the 99th percentile that another account's reads may take. */
const readsMax = 250;
const email = "fuzzer@example.com";

await using cleanup = new AsyncDisposableStack();
const dataDir = cleanup.adopt(await mkdtemp(join(tmpdir(), "overheard-bench-")), (folder) =>
  rm(folder, { recursive: true, force: true }),
);
const site = await startSite(
  { after: (end) => void cleanup.defer(end as () => Promise<void>) },
  {
    "/": '<title>Acme, a CRM</title><h1>Acme</h1><p>A CRM for small teams. <a href="/prices">Prices</a>',
    "/prices": "<title>Prices</title><h1>Prices</h1><p>Free for two.",
  },
);
const ghost = cleanup.use(await startGhost());
const env = {
  DATABASE_URL: "",
  OVERHEARD_DATA_DIR: join(dataDir, "data"),
  OVERHEARD_OUTBOUND_ALLOW: `${site.host},${ghost.host}`,
  OVERHEARD_CRAWL_DELAY_MS: "0",
  OVERHEARD_RATE_LIMIT_SCALE: "0",
  OVERHEARD_RUNS_AT_ONCE: "1000",
};
const server = await startServer(env);
cleanup.defer(async () => void (await server.stop("SIGKILL")));
const fuzzer = await account(server.url, email, env);
const other = await account(server.url, "other@example.com", env);
const operations = await operationsOf(server.url);
const foreign = await projectOf(other);
let own = await ownThings(fuzzer);
let session = await command(["token", "--email", email], env);

const faults = new Map<string, { count: number; first: string }>();
const statuses = new Map<number, number>();
const spent = new Map<string, { count: number; ms: number }>();
const before = await residentBytes();
let most = before;
let sent = 0;
const reads: number[] = [];

const over = new AbortController();
const watching = Promise.all([readsOf(over.signal), watchMemory(over.signal)]);
const began = performance.now();
const numbers: [seed: number, number: number][] = kept.map(([seed, number]) => [seed, number]);
for (let next = first; next < first + count || numbers.length > 0; ) {
  while (numbers.length < batch && next < first + count) numbers.push([seed, next++]);
  await Promise.all(Array.from({ length: atOnce }, () => sendAll(numbers)));
  own = await ownThings(fuzzer);
  session = await command(["token", "--email", email], env);
  if (process.env.BENCH_VERBOSE)
    console.error(`${next - first} of ${count} after ${seconds()} s, ${mb(most)} MB`);
}
const tookSeconds = seconds();
over.abort();
await watching;
const code = await server.stop();

reads.sort((a, b) => a - b);
const p99 = reads[Math.floor(reads.length * 0.99)] ?? Number.NaN;
console.log(`${sent} requests over ${operations.length} operations in ${tookSeconds} s, seed ${seed}`);
console.log(
  `statuses: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ")}`,
);
console.log(
  `slowest: ${[...spent]
    .sort(([, a], [, b]) => b.ms - a.ms)
    .slice(0, 5)
    .map(([where, { count, ms }]) => `${where} ${(ms / count).toFixed(0)} ms × ${count}`)
    .join(", ")}`,
);
console.log(`another account's reads: ${reads.length}, p99 ${p99.toFixed(0)} ms (at most ${readsMax})`);
console.log(
  `memory: ${mb(before)} MB before, ${mb(most)} MB at most (growth at most ${mb(growthMax)} MB); exit code ${code}`,
);
for (const [fault, { count, first }] of faults) console.log(`FAULT ${count} × ${fault} (first: ${first})`);
tellGoal("fuzz", {
  measured: `${[...faults.values()].reduce((sum, { count }) => sum + count, 0)} faults in ${sent} requests`,
  met: faults.size === 0,
  small: sent < 100_000,
});
if (faults.size > 0 || p99 > readsMax || most - before > growthMax || code !== 0) process.exitCode = 1;

async function sendAll(numbers: [seed: number, number: number][]): Promise<void> {
  for (let at = numbers.shift(); at; at = numbers.shift()) {
    const drawn = draw({ operations, own, foreign }, ...at);
    sent += 1;
    if (drawn) await one(drawn, `seed ${at[0]}, request ${at[1]}`);
  }
}

/** Sends one request, and notes whether its answer is sound. */
async function one({ operation, path, body, headers, as }: Drawn, which: string): Promise<void> {
  const where = `${operation.method} ${operation.path}`;
  const token = { key: fuzzer.key, session, nobody: "oh_nobody" }[as];
  const began = performance.now();
  try {
    const response = await fetch(server.url + path, {
      method: operation.method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 && status !== 502) fault(`${where}: ${status} ${text.slice(0, 120)}`, which);
    else if (!isDescribed(operation.statuses, status) && !isBroken(path))
      fault(`${where}: ${status} is not in the document`, which);
    else if (!isSound(response, text, operation)) fault(`${where}: ${status} without the envelope`, which);
  } catch (error) {
    // A header or an address that fetch itself refuses never left.
    if (error instanceof TypeError && !(error.cause instanceof Error && "code" in error.cause)) return;
    fault(`${where}: ${error instanceof Error ? error.name : "failed"}`, which);
  } finally {
    const { count, ms } = spent.get(where) ?? { count: 0, ms: 0 };
    spent.set(where, { count: count + 1, ms: ms + performance.now() - began });
  }
}

/** An address that is another route, or none. */
function isBroken(path: string): boolean {
  return /[?&]?%2f|\.\.|\/\/|\/$|\/\?/i.test(path);
}

/** By its own status, or as what HTTP itself refuses, which operations describe together. */
function isDescribed(statuses: ReadonlySet<string>, status: number): boolean {
  return statuses.has(String(status)) || (statuses.has("4XX") && [408, 413, 414, 415, 431].includes(status));
}

function isSound(response: Response, text: string, { types }: Operation): boolean {
  if (response.status === 304 || response.status === 204) return text === "";
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return response.ok && types.has(type.split(";")[0]!.trim());
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const keys = Object.keys(parsed).join();
  return response.ok
    ? keys === "data,meta"
    : keys === "error" && typeof (parsed.error as Record<string, unknown>).request_id === "string";
}

function fault(what: string, which: string): void {
  const known = faults.get(what);
  if (known) known.count += 1;
  else faults.set(what, { count: 1, first: which });
}

/** The fuzzer's own things by the names of parameters; anew, as requests delete them. */
async function ownThings(client: Client): Promise<Record<string, string>> {
  const projectId = await projectOf(client);
  const { data } = await client.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme is the usual pick, then Bolt." },
  ]);
  const raw = await client.call<{ rows: { prompt_key: string }[] }>("GET", `/v1/reports/${data.id}?view=raw`);
  const blog = { kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey };
  await client.call("PUT", `/v1/projects/${projectId}/cms-connection`, blog);
  const crawl = await client.call<{ id: string }>("POST", "/v1/crawls", { url: site.url, projectId });
  return {
    projectId,
    reportId: data.id,
    crawlRecordId: crawl.data?.id ?? "",
    promptKey: raw.data.rows[0]?.prompt_key ?? "",
    provider: "chatgpt",
    competitor: "Bolt",
    url: site.url,
  };
}

async function projectOf(client: Client): Promise<string> {
  const terms = { name: "P", brand: "Acme", competitors: [{ name: "Bolt" }], prompts: ["best crm?"] };
  const { status, data } = await client.call<{ id: string }>("POST", "/v1/projects", terms);
  if (status === 201) return data.id;
  const { data: projects } = await client.call<{ id: string }[]>("GET", "/v1/projects");
  for (const { id } of projects.slice(0, 400)) await client.call("DELETE", `/v1/projects/${id}`);
  return projectOf(client);
}

async function readsOf(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const at = performance.now();
    const { status } = await other.call("GET", `/v1/projects/${foreign}`);
    if (status !== 200) fault(`another account's read: ${status}`, "");
    reads.push(performance.now() - at);
    await delay(50);
  }
}

async function watchMemory(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    most = Math.max(most, await residentBytes());
    await delay(500);
  }
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, "utf8").catch(() => "");
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
