import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../postgres.ts";
import { account, type Client, type RunningServer, startServer } from "../server-process.ts";
import { smallDisk } from "./small-disk.ts";

/** What callers saw while the store's disk was full. */
export interface FullDiskOutcome {
  store: string;
  /** Answers to writes while it was full, by status; only 503 with Retry-After and 2xx are right. */
  refused: number;
  wrong: number;
  /** From the first refusal to the first 503 of /readyz, and from the first room to ready again, in milliseconds. */
  unreadyMs: number;
  recoveryMs: number;
  /** Projects that were answered with 2xx and are not there afterwards. */
  lost: number;
  kept: number;
}

const perWrite = "x".repeat(3_000);

/** A server whose store lies on a small disk, written to until it is full, and after room was made. */
export async function fullDisk(store: "PGlite" | "PostgreSQL"): Promise<FullDiskOutcome> {
  using disk = smallDisk(store === "PGlite" ? 160 : 220);
  await using stack = new AsyncDisposableStack();
  const env: Record<string, string> = { OVERHEARD_RATE_LIMIT_SCALE: "0" };
  if (store === "PGlite") env.OVERHEARD_DATA_DIR = `${disk.directory}/data`;
  else env.DATABASE_URL = stack.use(await startPostgres(disk.directory)).url;
  const server: RunningServer = await startServer(env);
  stack.defer(async () => void (await server.stop()));
  const me = await account(server.url, "disk@example.com", env);
  const outcome = { store, refused: 0, wrong: 0, unreadyMs: 0, recoveryMs: 0, lost: 0, kept: 0 };
  const made: string[] = [];

  disk.fill(store === "PGlite" ? 33 : 1);
  let began: number | null = null;
  for (let number = 0; outcome.refused < 10 && number < 4_000; number += 1) {
    const { status, id, retryAfter } = await write(me, number);
    if (id) made.push(id);
    else if (status === 503 && retryAfter) {
      outcome.refused += 1;
      began ??= performance.now();
    } else outcome.wrong += 1;
  }
  outcome.unreadyMs = await untilReady(server, false, began ?? performance.now());

  disk.free();
  const freed = performance.now();
  await untilReady(server, true, freed);
  for (;;) {
    const { id } = await write(me, 0);
    if (id) break;
    await delay(100);
  }
  outcome.recoveryMs = performance.now() - freed;
  for (const id of made) {
    if ((await me.call("GET", `/v1/projects/${id}`)).status === 200) outcome.kept += 1;
    else outcome.lost += 1;
  }
  return outcome;
}

/** What must not be, in words; empty if it went as promised. */
export const brokenByFullDisk = (outcome: FullDiskOutcome): string[] =>
  [
    outcome.refused > 0 ? "" : "the disk was never full",
    outcome.wrong === 0 ? "" : `${outcome.wrong} requests were answered wrongly`,
    outcome.lost === 0 ? "" : `${outcome.lost} projects are lost`,
    outcome.unreadyMs <= 5_000 ? "" : `/readyz said so after ${Math.round(outcome.unreadyMs)} ms`,
    outcome.recoveryMs <= 10_000 ? "" : `it wrote again after ${Math.round(outcome.recoveryMs)} ms`,
  ].filter((fault) => fault !== "");

async function write(me: Client, number: number) {
  const prompts = Array.from(
    { length: 50 },
    (_, at) => `${perWrite.slice(0, 400)} ${number} ${at} ${Math.random()}?`,
  );
  const answer = await me
    .call<{ id: string }>("POST", "/v1/projects", { name: `Disk ${number}`, brand: "Acme", prompts })
    .catch(() => null);
  return {
    status: answer?.status ?? 0,
    id: answer && answer.status < 300 ? answer.data.id : null,
    retryAfter: answer?.headers.has("retry-after") ?? false,
  };
}

/** Milliseconds from `since` until /readyz says so; half a minute at the most. */
async function untilReady(server: RunningServer, ready: boolean, since: number): Promise<number> {
  for (;;) {
    const ok = await fetch(`${server.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    const ms = performance.now() - since;
    if (ok === ready || ms > 30_000) return ms;
    await delay(100);
  }
}
