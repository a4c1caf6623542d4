import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  account,
  type Client,
  client,
  freePort,
  program,
  startProcess,
  startServer,
} from "../server-process.ts";
import { startVendor } from "../vendors/vendor.ts";
import { type Books, books, followed } from "./kill-cycles.ts";

/** What became of the asks of several processes on one server, of which one after the other was killed or stopped. */
export interface FaultOutcome extends Books {
  /** Reports whose acceptance reached the caller. */
  accepted: number;
  lost: number;
  /** Reports that had not ended by the deadline after the last fault. */
  late: number;
  /** Questions that the assistant had been asked before. */
  repeated: number;
  /** From the end of the last fault to the end of the last report. */
  endedAfterMs: number;
}

export interface FaultTerms {
  databaseUrl: string;
  faults: number;
  /** How many servers there are, and how many workers beside them; one of each unless said otherwise. */
  pairs?: number;
  /** What a process suffers. A stopped one goes on after so many milliseconds. */
  fault: { kind: "kill" } | { kind: "stop"; forMs: () => number };
  /** How long the assistant takes for an answer, and how many answers one process waits for at once. */
  answerMs: () => number;
  concurrency: number;
  /** Questions that the assistant is asked between two faults. */
  asksBetween: number;
  /** Reports that are under way at once. */
  reports: number;
  deadlineMs?: number;
  onFault?(number: number, victim: string): void;
}

const promptsPerReport = 10;

/**
 * Runs servers that work and workers beside them under a steady load, and kills or stops them in turn. Everything
 * accepted is followed to its end.
 */
export async function faultCycles(terms: FaultTerms): Promise<FaultOutcome> {
  const { databaseUrl, faults, pairs = 1, fault, asksBetween, deadlineMs = 60_000, onFault } = terms;
  const asked = new Set<string>();
  let repeated = 0;
  await using vendor = await startVendor("openai", ({ body }) => {
    const [question = ""] = /Question \d+/.exec(JSON.stringify(body)) ?? [];
    if (asked.has(question)) repeated += 1;
    asked.add(question);
    return { answer: "Acme is the usual pick, then Bolt.", delayMs: terms.answerMs() };
  });
  const env = {
    DATABASE_URL: databaseUrl,
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_ENGINE_LIMITS: `chatgpt=${terms.concurrency}/100000`,
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_RUNS_AT_ONCE: "100000",
    OVERHEARD_MONTHLY_SPEND_USD: "1000000",
  };
  const victims = new Map<string, { child: ChildProcess; restart(): Promise<ChildProcess> }>();
  const urls: string[] = [];
  const startWorker = () => startedWorker(env);
  for (let pair = 1; pair <= pairs; pair += 1) {
    const port = await freePort();
    const restartServer = async () => (await startServer(env, port)).child;
    urls.push(`http://127.0.0.1:${port}`);
    victims.set(`serve ${pair}`, { child: await restartServer(), restart: restartServer });
    victims.set(`worker ${pair}`, { child: await startWorker(), restart: startWorker });
  }
  const { key } = await account(urls[0]!, "fault@example.com", env);
  const load = await startLoad(
    urls.map((url) => client(url, key)),
    terms.reports,
  );
  try {
    for (let number = 1; number <= faults; number += 1) {
      await until(() => vendor.count(), vendor.count() + asksBetween);
      const [name, victim] = [...victims][number % victims.size]!;
      onFault?.(number, name);
      if (fault.kind === "kill") {
        const exit = once(victim.child, "exit");
        victim.child.kill("SIGKILL");
        await exit;
        victim.child = await victim.restart();
      } else {
        victim.child.kill("SIGSTOP");
        await delay(fault.forMs());
        victim.child.kill("SIGCONT");
      }
    }
    const since = performance.now();
    const accepted = await load.stop();
    const found = await followed(load.first, accepted, since, deadlineMs);
    for (const { child } of victims.values()) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    return { accepted: accepted.length, repeated, ...found, ...(await books(env, vendor)) };
  } finally {
    await load.stop();
    for (const { child } of victims.values()) child.kill("SIGKILL");
  }
}

const patienceMs = 5 * 60_000;

/** Waits until so many were counted. Throws if nothing more is counted for minutes. */
async function until(count: () => number, enough: number): Promise<void> {
  let [last, since] = [count(), performance.now()];
  while (last < enough) {
    await delay(20);
    if (count() > last) [last, since] = [count(), performance.now()];
    else if (performance.now() - since > patienceMs) throw new Error("the assistant is not asked any more");
  }
}

async function startedWorker(env: Record<string, string>): Promise<ChildProcess> {
  const child = startProcess([program, "worker"], env);
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on("data", (bytes: Buffer) => {
      if (bytes.includes("overheard: working")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

/** Keeps so many reports under way, each question of them asked by nobody else; `stop` says which were accepted. */
async function startLoad(servers: readonly Client[], reports: number) {
  const accepted: string[] = [];
  const first = servers[0]!;
  const project = await first.call<{ id: string }>("POST", "/v1/projects", {
    name: "Faults",
    brand: "Acme",
    competitors: [{ name: "Bolt" }],
    prompts: ["best crm?"],
  });
  let [questions, stopped] = [0, false];
  const send = async ({ call }: Client) => {
    const from = questions;
    questions += promptsPerReport;
    const prompts = Array.from(
      { length: promptsPerReport },
      (_, index) => `Question ${from + index} about a crm?`,
    );
    const body = { projectId: project.data.id, brand: "Acme", prompts };
    const { status, data } = await call<{ id: string }>("POST", "/v1/analyze/custom", body, {
      prefer: "wait=0",
    });
    if (status >= 300) throw new Error(`a run was answered with ${status}`);
    accepted.push(data.id);
    while (!stopped) {
      const report = await call<{ terminal: boolean }>("GET", `/v1/reports/${data.id}`);
      if (report.data.terminal) return;
      await delay(200);
    }
  };
  const sender = async (_: unknown, at: number) => {
    // A server that is killed or stopped does not answer; the next report is sent to the one after it.
    for (let turn = at; !stopped; turn += 1)
      await send(servers[turn % servers.length]!).catch(() => delay(200));
  };
  const sending = Array.from({ length: reports }, sender);
  return {
    first,
    async stop() {
      stopped = true;
      await Promise.all(sending);
      return accepted;
    },
  };
}

/** What must not be, in words, beside what the books show. */
export function repeatedTooOften({ repeated, asks }: FaultOutcome, mostShare: number): string[] {
  return repeated <= asks * mostShare ? [] : [`${repeated} of ${asks} asks were put to the assistant again`];
}
