import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { account, type Client as Caller, startServer } from "../server-process.ts";
import { startFreezingProxy } from "./freezing-proxy.ts";

/** What callers saw while connections to PostgreSQL stood still. Times in milliseconds. */
export interface FreezeOutcome {
  name: string;
  requests: number;
  /** Answered otherwise than with 200, or 503 with Retry-After. */
  wrong: number;
  refused: number;
  /** The longest that any caller waited for an answer. */
  slowestMs: number;
  /** From the freeze to the first 503 of /readyz; null: it stayed ready. */
  unreadyMs: number | null;
  /** From when working connections could be had to the end of the last request that failed or took over a second. */
  recoveryMs: number;
}

/** Milliseconds. */
export interface FreezeTerms {
  /** How many of the ways known, from the first on; all of them unless said otherwise. */
  ways?: number;
  standsStillMs: number;
  /** How long each way is watched from its beginning, at least. */
  observedMs: number;
}

interface Seen {
  status: number;
  at: number;
  ms: number;
  retryAfter: boolean;
}

const callers = 8;
const slowMs = 1_000;
const promisedMs = 10_000;

/** A server under load whose connections stand still, in each of the ways known, one after the other. */
export async function freezeCycles(
  databaseUrl: string,
  { ways, standsStillMs, observedMs }: FreezeTerms,
): Promise<FreezeOutcome[]> {
  await using proxy = await startFreezingProxy(databaseUrl);
  const own = { DATABASE_URL: proxy.url, OVERHEARD_RATE_LIMIT_SCALE: "0" };
  const server = await startServer(own);
  const direct = new Client({ connectionString: databaseUrl });
  await direct.connect();
  try {
    const me = await account(server.url, "freeze@example.com", own);
    const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
      name: "Freeze",
      brand: "Acme",
      prompts: ["best crm?"],
    });
    const faults: [name: string, freeze: () => Promise<number>][] = [
      [
        "all connections but one stand still",
        async () => {
          proxy.freeze(proxy.open() - 1);
          return performance.now();
        },
      ],
      [
        "PostgreSQL answers nothing for a while",
        async () => {
          proxy.freezeNew(true);
          proxy.freeze();
          await delay(standsStillMs);
          proxy.freezeNew(false);
          proxy.thaw();
          return performance.now();
        },
      ],
      [
        "every process of PostgreSQL that serves us is stopped",
        async () => {
          const stopped = performance.now();
          const { rows } = await direct.query<{ pid: number }>(
            "select pid from pg_stat_activity where application_name like 'overheard %' and datname = current_database()",
          );
          if (rows.length === 0) throw new Error("no process of PostgreSQL serves us");
          for (const { pid } of rows) process.kill(pid, "SIGSTOP");
          await delay(standsStillMs);
          for (const { pid } of rows) process.kill(pid, "SIGCONT");
          return stopped;
        },
      ],
    ];
    const outcomes: FreezeOutcome[] = [];
    for (const [name, freeze] of faults.slice(0, ways))
      outcomes.push(await underLoad(name, { me, path: `/v1/projects/${project.id}`, observedMs }, freeze));
    return outcomes;
  } finally {
    await direct.end();
    await server.stop("SIGKILL");
  }
}

/** What must not be, in words; empty where everybody was answered in time. */
export const brokenByFreeze = (outcome: FreezeOutcome): string[] =>
  [
    outcome.requests > 0 ? "" : "nothing was asked",
    outcome.wrong === 0 ? "" : `${outcome.wrong} requests were answered wrongly`,
    outcome.slowestMs <= promisedMs ? "" : `somebody waited ${Math.round(outcome.slowestMs)} ms`,
    outcome.recoveryMs <= promisedMs
      ? ""
      : `all was well again only after ${Math.round(outcome.recoveryMs)} ms`,
  ].filter((fault) => fault !== "");

async function underLoad(
  name: string,
  { me, path, observedMs }: { me: Caller; path: string; observedMs: number },
  freeze: () => Promise<number>,
): Promise<FreezeOutcome> {
  const seen: Seen[] = [];
  let ending = false;
  let unreadyAt: number | null = null;
  const ask = async () => {
    while (!ending) {
      const began = performance.now();
      const answer = await me.call("GET", path).catch(() => null);
      const at = performance.now();
      const retryAfter = answer?.headers.has("retry-after") ?? false;
      seen.push({ status: answer?.status ?? 0, at, ms: at - began, retryAfter });
      await delay(answer?.status === 200 ? 5 : 100);
    }
  };
  const watch = async () => {
    while (!ending) {
      const { status } = await fetch(`${me.url}/readyz`).catch(() => ({ status: 0 }));
      if (status !== 200) unreadyAt ??= performance.now();
      await delay(200);
    }
  };
  const working = [...Array.from({ length: callers }, ask), watch()];
  await delay(500);
  const began = performance.now();
  unreadyAt = null;
  const mended = await freeze();
  await delay(Math.max(0, began + observedMs - performance.now()));
  ending = true;
  await Promise.all(working);
  const during = seen.filter(({ at }) => at >= began);
  const bad = during.filter(({ status, ms }) => status !== 200 || ms > slowMs).map(({ at }) => at);
  return {
    name,
    requests: seen.length,
    wrong: seen.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter)).length,
    refused: during.filter(({ status }) => status === 503).length,
    slowestMs: Math.max(...during.map(({ ms }) => ms)),
    unreadyMs: unreadyAt === null ? null : unreadyAt - began,
    recoveryMs: Math.max(0, Math.max(mended, ...bad) - mended),
  };
}
