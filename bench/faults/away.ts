/**
 * PostgreSQL that is restarted, and one that is away for 10 s (30 s with BENCH_FULL=1), under a server and a worker at work:
 * who gets what meanwhile, how soon all is well again once it answers, and whether a process ends or a run is lost.
 * `npm run bench -- away`; BENCH_SECONDS for another time.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { startPostgres } from "../../test/postgres.ts";
import { account, program, startProcess, startServer } from "../../test/server-process.ts";
import { startVendor } from "../../test/vendors/vendor.ts";

const awaySeconds = Number(process.env.BENCH_SECONDS ?? (fullSize ? 30 : 10));
/** Milliseconds after which all must be well again, and in which everybody must be answered. */
const bounds = { recoveryMs: 5_000, answerMs: 10_000 };
const callers = 6;

await using postgres = await startPostgres();
await using vendor = await startVendor("openai", { answer: "Acme is the usual pick.", delayMs: 300 });
const env = {
  DATABASE_URL: postgres.url,
  OPENAI_API_KEY: "bench",
  OPENAI_BASE_URL: vendor.url,
  OVERHEARD_RATE_LIMIT_SCALE: "0",
  OVERHEARD_RUNS_AT_ONCE: "100000",
  OVERHEARD_MONTHLY_SPEND_USD: "1000000",
};
const server = await startServer({ ...env, OVERHEARD_WORKER: "off" });
const worker = startProcess([program, "worker"], env);
const processes = [server.child, worker];
process.on("exit", () => {
  for (const child of processes) child.kill("SIGKILL");
});
const me = await account(server.url, "away@example.com", env);
const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
  ...{ name: "Away", brand: "Acme", prompts: ["best crm?"] },
});

/** 0: not answered. */
const seen: { status: number; at: number; ms: number; retryAfter: boolean }[] = [];
const accepted: string[] = [];
let over = false;
const working = Array.from({ length: callers }, (_, number) => call(number < 2));
await delay(2_000);
const recoveries = [await recovery("restarted", 0), await recovery(`away for ${awaySeconds} s`, awaySeconds)];
over = true;
await Promise.all(working);

const settledBy = performance.now() + 30_000;
let unfinished = 0;
for (const id of accepted) if (!(await ends(id))) unfinished += 1;
const lost = processes.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
const refused = seen.filter(({ status, retryAfter }) => status === 503 && retryAfter).length;
const wrong = seen.filter(({ status }) => status < 200 || status > 299).length - refused;
const slowestMs = Math.max(...seen.map(({ ms }) => ms));
const line = (name: string, value: string) => console.log(`${name.padEnd(46)} ${value}`);
line("requests / refused with 503 / answered wrongly", `${seen.length} / ${refused} / ${wrong}`);
line("the longest that anybody waited", `${Math.round(slowestMs)} ms (at most ${bounds.answerMs})`);
for (const { name, ms } of recoveries)
  line(`${name}: all well again after`, `${Math.round(ms)} ms (at most ${bounds.recoveryMs})`);
line("runs accepted / without an end", `${accepted.length} / ${unfinished}`);
line("processes lost", `${lost}`);

const met =
  [
    refused > 0,
    wrong === 0,
    slowestMs <= bounds.answerMs,
    accepted.length > 0,
    unfinished === 0,
    lost === 0,
  ].every(Boolean) && recoveries.every(({ ms }) => ms <= bounds.recoveryMs);
tellGoal("away", {
  measured: `${refused} times 503, ${wrong} wrong answers, ${recoveries.map(({ name, ms }) => `${name}: well after ${(ms / 1000).toFixed(1)} s`).join(", ")}, ${lost} processes lost`,
  met,
  small: awaySeconds < 30,
});
if (!met) process.exitCode = 1;
for (const child of processes) {
  const exit = once(child, "exit");
  if (child.exitCode === null && child.kill("SIGTERM")) await exit;
}

/** Reads a project or begins runs, one after the other. */
async function call(runs: boolean): Promise<void> {
  for (let number = 0; !over; number += 1) {
    const began = performance.now();
    const body = { projectId: project.id, brand: "Acme", prompts: [`question ${number}?`] };
    const answer = await (runs
      ? me.call<{ id: string }>("POST", "/v1/analyze/custom", body, { prefer: "wait=0" })
      : me.call<{ id: string }>("GET", `/v1/projects/${project.id}`)
    ).catch(() => null);
    const at = performance.now();
    const status = answer?.status ?? 0;
    seen.push({ status, at, ms: at - began, retryAfter: answer?.headers.has("retry-after") ?? false });
    if (runs && answer && status < 300) accepted.push(answer.data.id);
    await delay(runs ? 250 : 20);
  }
}

/** Shuts PostgreSQL down for a while; from when it answers again to the last request that was refused. */
async function recovery(name: string, seconds: number): Promise<{ name: string; ms: number }> {
  const began = performance.now();
  await postgres.stop();
  await delay(1_000 * seconds);
  await postgres.start();
  const answers = performance.now();
  await delay(bounds.recoveryMs + 3_000);
  const bad = seen
    .filter(({ status, at }) => at > began && (status < 200 || status > 299))
    .map(({ at }) => at);
  return { name, ms: Math.max(0, ...bad.map((at) => at - answers)) };
}

async function ends(id: string): Promise<boolean> {
  for (; performance.now() < settledBy; await delay(100)) {
    const { data } = await me.call<{ terminal: boolean }>("GET", `/v1/reports/${id}`);
    if (data.terminal) return true;
  }
  return false;
}
