import { setTimeout as delay } from "node:timers/promises";
import { account, client, startServer } from "../server-process.ts";
import { startVendor } from "../vendors/vendor.ts";
import { startBalancer } from "./balancer.ts";

/** What callers behind a balancer saw of processes that were replaced one after the other. */
export interface RestartOutcome {
  restarts: number;
  requests: number;
  /** Answered otherwise than with 2xx. */
  failed: number;
  /** Exit codes other than 0. */
  disorderly: number;
  /** The longest from SIGTERM to the end of a process, in milliseconds. */
  slowestExitMs: number;
  asks: number;
  /** Questions that reached the assistant beyond one for each ask. */
  repeated: number;
}

const callers = 8;
const lookMs = 1_000;
const engineMs = 1_500;

/**
 * Two servers on one PostgreSQL behind a balancer that looks each second, restarted in turn under load, so many times and
 * until so many requests were sent.
 */
export async function rollingRestarts(
  databaseUrl: string,
  restarts: number,
  requestsLeast = 0,
): Promise<RestartOutcome> {
  await using vendor = await startVendor("openai", () => ({
    answer: "Acme is the usual pick, then Bolt.",
    delayMs: engineMs,
  }));
  const env = {
    DATABASE_URL: databaseUrl,
    OPENAI_API_KEY: "bench",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_RATE_LIMIT_SCALE: "0",
    OVERHEARD_RUNS_AT_ONCE: "100000",
    OVERHEARD_MONTHLY_SPEND_USD: "1000000",
    // As with DATABASE_URL by default.
    OVERHEARD_SHUTDOWN_NOTICE_SECONDS: "5",
  };
  const servers = [await startServer(env), await startServer(env)];
  try {
    await using balancer = await startBalancer(() => servers.map(({ url }) => url), lookMs);
    const { key } = await account(servers[0]!.url, "restart@example.com", env);
    const me = client(balancer.url, key);
    const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
      name: "Restart",
      brand: "Acme",
      prompts: ["best crm?"],
    });
    const outcome = { restarts: 0, requests: 0, failed: 0, disorderly: 0, slowestExitMs: 0 };
    const accepted = new Set<string>();
    let ending = false;
    const count = (status: number) => {
      outcome.requests += 1;
      if (status < 200 || status > 299) outcome.failed += 1;
    };
    const reader = async () => {
      while (!ending) {
        count((await me.call("GET", `/v1/projects/${project.id}`).catch(() => ({ status: 0 }))).status);
        await delay(5);
      }
    };
    const runner = async () => {
      for (let number = 0; !ending; number += 1) {
        const body = { projectId: project.id, brand: "Acme", prompts: [`question ${number}?`] };
        const answer = await me
          .call<{ id: string }>("POST", "/v1/analyze/custom", body, { prefer: "wait=0" })
          .catch(() => null);
        count(answer?.status ?? 0);
        if (answer && answer.status < 300) accepted.add(answer.data.id);
        await delay(200);
      }
    };
    const working = [...Array.from({ length: callers }, reader), runner()];
    for (let number = 0; number < restarts || outcome.requests < requestsLeast; number += 1) {
      await untilAllHealthy(balancer.healthy);
      const at = number % servers.length;
      const began = performance.now();
      const code = await servers[at]!.stop("SIGTERM");
      outcome.slowestExitMs = Math.max(outcome.slowestExitMs, performance.now() - began);
      if (code !== 0) outcome.disorderly += 1;
      // On another port, as in a new container: the old one may be taken by now.
      servers[at] = await startServer(env);
      outcome.restarts += 1;
    }
    await untilAllHealthy(balancer.healthy);
    ending = true;
    await Promise.all(working);
    for (const id of accepted) {
      while (!(await me.call<{ terminal: boolean }>("GET", `/v1/reports/${id}`)).data.terminal)
        await delay(100);
    }
    return { ...outcome, asks: accepted.size, repeated: vendor.count() - accepted.size };
  } finally {
    for (const server of servers) await server.stop("SIGKILL");
  }
}

async function untilAllHealthy(healthy: () => number): Promise<void> {
  while (healthy() < 2) await delay(50);
}

/** What must not be, in words; empty where nobody noticed. */
export const brokenByRestarts = (outcome: RestartOutcome): string[] =>
  [
    outcome.requests > 100 * outcome.restarts ? "" : "there was no load worth the name",
    outcome.failed === 0 ? "" : `${outcome.failed} requests failed`,
    outcome.disorderly === 0 ? "" : `${outcome.disorderly} processes did not end in order`,
    outcome.slowestExitMs <= 15_000 ? "" : `a process took ${Math.round(outcome.slowestExitMs)} ms to end`,
    outcome.repeated <= 0 ? "" : `${outcome.repeated} calls under way were cut off and made again`,
  ].filter((fault) => fault !== "");
