/**
 * Requests drawn from openapi.json, valid, nearly valid and hostile, at the real server on the embedded store: none may end with
 * a 5xx, without the envelope, or with a status that the document does not name; memory stays bounded, and another account's
 * reads go on. BENCH_REQUESTS (100,000), BENCH_SEED (1). Ends with 1 on a miss.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { account, type Client, startServer } from "../../test/server-process.ts";

const requests = Number(process.env.BENCH_REQUESTS ?? 100_000);
const seed = Number(process.env.BENCH_SEED ?? 1);
const atOnce = 12;
/** Bytes that the process may grow by. */
const growthMax = 400_000_000;
/** Milliseconds at the 99th percentile that another account's reads may take. */
const readsMax = 250;

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; example?: unknown; schema: unknown }[];
  body: unknown;
  statuses: Set<string>;
}

const random = generator(seed);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const chance = (p: number): boolean => random() < p;

const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
const env = {
  DATABASE_URL: "",
  OVERHEARD_DATA_DIR: join(dataDir, "data"),
  OVERHEARD_RATE_LIMIT_SCALE: "0",
  OVERHEARD_RUNS_AT_ONCE: "1000",
};
const server = await startServer(env);
const fuzzer = await account(server.url, "fuzzer@example.com", env);
const other = await account(server.url, "other@example.com", env);
const operations = await operationsOf(server.url);
const own = await ownThings(fuzzer);
const otherProject = await projectOf(other);

const faults = new Map<string, number>();
const statuses = new Map<number, number>();
const before = await residentBytes();
let most = before;
let sent = 0;
const reads: number[] = [];

const over = new AbortController();
const reading = readsOf(over.signal);
const watching = watchMemory(over.signal);
const began = performance.now();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (sent < requests) {
      sent += 1;
      if (sent % 2_000 === 0) Object.assign(own, await ownThings(fuzzer));
      const operation = pick(operations);
      // What is deleted cannot be found by the requests after it.
      if (operation.method !== "DELETE" || chance(0.02)) await one(operation);
    }
  }),
);
const seconds = (performance.now() - began) / 1000;
over.abort();
await Promise.all([reading, watching]);
const code = await server.stop();
await rm(dataDir, { recursive: true, force: true });

reads.sort((a, b) => a - b);
const p99 = reads[Math.floor(reads.length * 0.99)] ?? Number.NaN;
console.log(`${sent} requests over ${operations.length} operations in ${seconds.toFixed(0)} s, seed ${seed}`);
console.log(
  `statuses: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ")}`,
);
console.log(`another account's reads: ${reads.length}, p99 ${p99.toFixed(0)} ms (at most ${readsMax})`);
console.log(
  `memory: ${mb(before)} MB before, ${mb(most)} MB at most (growth at most ${mb(growthMax)} MB); exit code ${code}`,
);
for (const [fault, count] of faults) console.log(`FAULT ${count} × ${fault}`);
if (faults.size > 0 || p99 > readsMax || most - before > growthMax || code !== 0) process.exitCode = 1;

/** One request, and whether its answer is sound. */
async function one(operation: Operation): Promise<void> {
  const { url, body, type } = requestFor(operation);
  const where = `${operation.method} ${operation.path}`;
  try {
    const response = await fetch(server.url + url, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${chance(0.02) ? "oh_nobody" : fuzzer.key}`,
        ...(body === undefined ? {} : { "content-type": type }),
        ...(operation.method === "POST" && chance(0.1)
          ? { "idempotency-key": pick(["a", "b", "ü", "x".repeat(300)]) }
          : {}),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status >= 500 && response.status !== 502)
      fault(`${where}: ${response.status} ${text.slice(0, 120)}`);
    else if (!operation.statuses.has(String(response.status)) && !isBroken(url))
      fault(`${where}: ${response.status} is not in the document`);
    else if (!isSound(response, text)) fault(`${where}: ${response.status} without the envelope`);
  } catch (error) {
    // A header or an address that fetch itself refuses never left.
    if (error instanceof TypeError && !(error.cause instanceof Error && "code" in error.cause)) return;
    fault(`${where}: ${error instanceof Error ? error.name : "failed"}`);
  }
}

/** An address that is another route, or none. */
const isBroken = (url: string): boolean => /[?&]?%2f|\.\.|\/\/|\/$|\/\?/i.test(url);

function isSound(response: Response, text: string): boolean {
  if (response.status === 304 || response.status === 204) return text === "";
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return response.ok && /csv|ndjson/.test(type);
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const keys = Object.keys(parsed).join();
  return response.ok
    ? keys === "data,meta"
    : keys === "error" && typeof (parsed.error as Record<string, unknown>).request_id === "string";
}

function fault(what: string): void {
  faults.set(what, (faults.get(what) ?? 0) + 1);
}

/** The operation's own example with ids of ours, changed in one place, in several, or not at all. */
function requestFor(operation: Operation): {
  url: string;
  body: string | Uint8Array | undefined;
  type: string;
} {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { name, in: place, example } of operation.parameters) {
    const known = own[name] ?? example;
    const value = chance(0.25) ? hostile() : known;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(text(value)));
    else if (place === "query" && chance(0.5)) query.append(name, text(value));
  }
  if (chance(0.05)) query.append(text(hostile()).slice(0, 40), text(hostile()));
  const url = `/v1${path}${query.size > 0 ? `?${query}` : ""}`;
  if (operation.body === undefined || (operation.method === "GET" && chance(0.9)))
    return { url, body: undefined, type: "" };
  const type = chance(0.97)
    ? "application/json"
    : pick(["text/plain", "application/xml", "application/json; charset=utf-16"]);
  if (chance(0.03))
    return {
      url,
      body: pick(["", "{", "[]", "null", '{"a":1,"a":2}', "\u0000", '"\\ud800"', "[".repeat(500)]),
      type,
    };
  let body = withOwnIds(structuredClone(operation.body));
  for (let changes = pick([0, 0, 1, 1, 2, 4]); changes > 0; changes -= 1) body = changed(body);
  return { url, body: JSON.stringify(body), type };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : (JSON.stringify(value) ?? "");
}

function withOwnIds(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string" && own[name] !== undefined)
      (value as Record<string, unknown>)[name] = own[name];
    else withOwnIds(inner);
  }
  return value;
}

/** The value with one node replaced, dropped, repeated or added. */
function changed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || chance(0.15)) return hostile();
  const names = Object.keys(value);
  if (names.length === 0 || chance(0.1)) {
    if (Array.isArray(value)) return [...value, hostile()];
    return { ...value, [text(hostile()).slice(0, 30)]: hostile() };
  }
  const name = pick(names);
  const made = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (chance(0.2)) {
    if (Array.isArray(made)) return [...made, ...made].slice(0, 3_000);
    delete made[name];
    return made;
  }
  made[name] = changed(made[name]);
  return made;
}

function hostile(): unknown {
  return pick<() => unknown>([
    () => null,
    () => true,
    () => pick([0, -1, 1.5, 1e308, -0, 2 ** 53, 999_999_999]),
    () =>
      pick([
        "",
        " ",
        "\u0000",
        "\ud800",
        "a\u0000b",
        "\u200b",
        "x".repeat(600),
        "é".repeat(121),
        "%00",
        "../..",
        "{}",
      ]),
    () =>
      pick([
        "' or 1=1 --",
        "<script>alert(1)</script>",
        "#{7*7}",
        "{{7*7}}",
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
        "javascript:1",
      ]),
    () =>
      pick([
        "2026-02-30T00:00:00Z",
        "2026-01-01",
        "9999-12-31T23:59:59Z",
        "00000000-0000-0000-0000-000000000000",
      ]),
    () =>
      pick(["__proto__", "constructor", "toString", "C++", ".NET", "A(B", "*", "北京", "\u202e", "👩‍👩‍👧"]),
    () => [],
    () => ({}),
    () => ({ __proto__: null, constructor: { prototype: { x: 1 } } }),
    () => Array.from({ length: pick([1, 21, 501]) }, () => "p"),
    () => nested(pick([5, 31, 40])),
    () => own[pick(Object.keys(own))],
    () => otherProject,
  ])();
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = chance(0.5) ? [value] : { a: value };
  return value;
}

async function operationsOf(url: string): Promise<Operation[]> {
  interface Node {
    $ref?: string;
    content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
  }
  interface Described {
    parameters?: (Operation["parameters"][number] & Node)[];
    requestBody?: Node;
    responses: Record<string, unknown>;
  }
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
    components: Record<string, Record<string, unknown>>;
  };
  const resolved = <T extends Node>(node: T): T => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(node.$ref ?? "") ?? [];
    return node.$ref ? (document.components[kind]![name] as T) : node;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody && resolved(operation.requestBody).content?.["application/json"];
      return {
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map(resolved),
        body: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
        statuses: new Set(Object.keys(operation.responses)),
      };
    }),
  );
}

/** Ids of things that are the fuzzer's own, by the names of parameters; anew, as requests delete them. */
async function ownThings(client: Client): Promise<Record<string, string>> {
  const projectId = await projectOf(client);
  const { data } = await client.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, [
    { prompt: "best crm?", provider: "chatgpt", answer: "Acme is the usual pick, then Bolt." },
  ]);
  const raw = await client.call<{ rows: { prompt_key: string }[] }>("GET", `/v1/reports/${data.id}?view=raw`);
  return {
    projectId,
    reportId: data.id,
    promptKey: raw.data.rows[0]?.prompt_key ?? "",
    provider: "chatgpt",
    competitor: "Bolt",
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
    const { status } = await other.call("GET", `/v1/projects/${otherProject}`);
    if (status !== 200) fault(`another account's read: ${status}`);
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

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** Mulberry32: the same numbers for the same seed. */
function generator(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
