/**
 * What one hostile or large input makes the server grow by: an engine that streams without end, a 10 MB answer, an
 * 8 MiB import. The peak of the server's process over what it holds after small inputs on the same path; at most 60 MB.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { NoPostgres, startPostgres } from "../test/postgres.ts";
import { account, type Client, peakMb, residentMb, startServer } from "../test/server-process.ts";
import { type Script, startVendor } from "../test/vendors/vendor.ts";

const limitMb = 60;
/** `node bench/memory.ts "PGlite an import"` measures these only. */
const only = process.argv[2] ?? "";
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUps = 30;
const importBytes = 8 * 1024 * 1024;

interface Path {
  name: string;
  /** The same path with a small input, to load its code and let its buffers grow. */
  warmUp(work: Work): Promise<unknown>;
  measured(work: Work): Promise<unknown>;
}

interface Work {
  me: Client;
  projectId: string;
  script: { now: Script };
}

const paths: Path[] = [
  {
    name: "an engine that streams without end",
    warmUp: (work) => analyse(work, { answer: "Acme." }),
    measured: (work) => analyse(work, { fault: "endless" }),
  },
  {
    name: "an answer of 10 MB",
    warmUp: (work) => analyse(work, { answer: "Acme." }),
    measured: (work) => analyse(work, { answer: "Acme – a solid choice. ".repeat(400_000) }),
  },
  {
    name: "an import of 8 MiB, JSON",
    warmUp: (work) => importRows(work, "application/json", JSON.stringify(rows(20_000))),
    measured: (work) => importRows(work, "application/json", JSON.stringify(rows(importBytes))),
  },
  {
    name: "an import of 8 MiB, JSON Lines",
    warmUp: (work) => importRows(work, "application/x-ndjson", lines(rows(20_000))),
    measured: (work) => importRows(work, "application/x-ndjson", lines(rows(importBytes))),
  },
  {
    name: "an import of 8 MiB in 2,000 rows",
    warmUp: (work) => importRows(work, "application/json", JSON.stringify(rows(20_000, 2_000))),
    measured: (work) => importRows(work, "application/json", JSON.stringify(rows(importBytes, 2_000))),
  },
];

async function analyse({ me, projectId, script }: Work, now: Script): Promise<void> {
  script.now = now;
  const body = { projectId, brand: "Acme", prompts: [`best crm of ${performance.now()}?`] };
  const { data } = await me.call<{ id: string }>("POST", "/v1/analyze/custom", body);
  for (;;) {
    const report = await me.call<{ terminal: boolean }>("GET", `/v1/reports/${data.id}`);
    if (report.data.terminal) return;
    await delay(100);
  }
}

async function importRows({ me, projectId }: Work, type: string, body: string): Promise<void> {
  const response = await fetch(`${me.url}/v1/projects/${projectId}/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${me.key}`, "content-type": type },
    body,
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`the import was answered with ${response.status}`);
}

/** Rows of as many bytes in all as asked for, with text that needs two bytes a character in memory. */
function rows(bytes: number, count = 200): object[] {
  const sentence = "For most teams **Acme** is the usual pick – fair pricing, good support; Bolt is second. ";
  const perRow = Math.floor(bytes / count) - 140;
  const answer = sentence.repeat(Math.max(1, Math.floor(perRow / Buffer.byteLength(sentence))));
  return Array.from({ length: count }, (_, row) => ({
    prompt: `best crm number ${row % 100}?`,
    provider: "chatgpt",
    answer: `${row + 1}. ${answer}`,
  }));
}

const lines = (rows: object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

async function measure(store: string, env: (number: number) => Promise<Record<string, string>>) {
  for (const [number, path] of paths.entries()) {
    if (!`${store} ${path.name}`.includes(only)) continue;
    const { baseline, growths, end } = await growthOf(path, await env(number));
    const tooMuch = Math.max(...growths) > limitMb;
    const figures = [...growths, end - baseline].map((mb) => `${mb < 0 ? "" : "+"}${mb.toFixed(1)} MB`);
    console.log(
      row([store, path.name, `${baseline.toFixed(0)} MB`, ...figures]) + (tooMuch ? "  too much" : ""),
    );
    if (tooMuch) process.exitCode = 1;
  }
}

interface Growth {
  /** What the process holds after the small inputs, and in the end. */
  baseline: number;
  end: number;
  /** Of each round, over what it held just before. */
  growths: number[];
}

async function growthOf(path: Path, env: Record<string, string>): Promise<Growth> {
  const script = { now: {} as Script };
  await using vendor = await startVendor("openai", () => script.now);
  const full = {
    ...env,
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_RATE_LIMIT_SCALE: "0",
  };
  const server = await startServer(full);
  const pid = server.child.pid!;
  try {
    const me = await account(server.url, `memory-${Date.now()}@example.com`, full);
    const project = {
      name: "Memory",
      brand: "Acme",
      competitors: [{ name: "Bolt" }],
      prompts: ["best crm?"],
    };
    const { data } = await me.call<{ id: string }>("POST", "/v1/projects", project);
    const work = { me, projectId: data.id, script };
    for (let time = 0; time < warmUps; time += 1) await path.warmUp(work);
    await delay(2_000);
    const baseline = await residentMb(pid);
    const growths: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await residentMb(pid);
      growths.push((await peakWhile(pid, () => path.measured(work))) - before);
      await delay(2_000);
    }
    return { baseline, growths, end: await residentMb(pid) };
  } finally {
    await server.stop();
  }
}

/** The peak of the process's resident memory while `work` runs; the kernel keeps it, sampling is the second best. */
async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  const kept = await writeFile(`/proc/${pid}/clear_refs`, "5").then(
    () => true,
    () => false,
  );
  let sampled = 0;
  const timer = setInterval(async () => (sampled = Math.max(sampled, await residentMb(pid))), 20);
  await work();
  clearInterval(timer);
  return kept ? peakMb(pid) : sampled;
}

function row([store, name, ...figures]: string[]): string {
  return store!.padEnd(12) + name!.padEnd(38) + figures.map((figure) => figure.padStart(12)).join("");
}

console.log(`Peak of the server's process over what it held before; at most ${limitMb} MB.`);
const heads = Array.from({ length: rounds }, (_, round) => `time ${round + 1}`);
console.log(row(["store", "input", "baseline", ...heads, "in the end"]));
const dataDir = await mkdtemp(join(tmpdir(), "overheard-bench-"));
await measure("PGlite", async (number) => ({ OVERHEARD_DATA_DIR: join(dataDir, `${number}`) }));
await rm(dataDir, { recursive: true, force: true });
try {
  await using postgres = await startPostgres();
  await measure("PostgreSQL", async () => ({ DATABASE_URL: postgres.url }));
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.log(`PostgreSQL: not measured, ${error.message}`);
}
