/**
 * How long one account waits while another does the worst that it may: the quiet one calls every route in turn, alone and
 * then beside each load, on PostgreSQL and on the embedded store, where the load is made on the same cores as the answers.
 * `npm run bench -- neighbours`, with an expression for the names of some loads; at the size of the goal with BENCH_FULL=1. PostgreSQL is
 * started for it. Ends with 1 if a bound is missed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { startPostgres } from "../../test/postgres.ts";
import type { Came, Wanted } from "./neighbours/loader.ts";
import { loads } from "./neighbours/loads.ts";
import type { Told } from "./neighbours/server.ts";
import { endlessRoutes, requestTo } from "./system/every-route.ts";
import { quantile } from "./system/pace.ts";

/** Rounds through every route: alone, and at least beside a load. */
const rounds = fullSize ? { alone: 60, beside: 20 } : { alone: 12, beside: 3 };
const betweenMs = 5;
/** Routes of which nine answers in ten take at most this alone are quick: the slowest of few says little. */
const quickMs = 20;
const bounds = { PostgreSQL: 100, embedded: 250 };
/** Other routes may take this many times what they take alone, and so much more. */
const others = { times: 3, moreMs: 250 };

type Times = Map<string, number[]>;

interface Quiet {
  times: Times;
  failed: string[];
}

/** The quiet account's requests, one after the other, until told to stop but for so many rounds at least. */
async function calls(told: () => Told, least: number, stopped: () => boolean): Promise<Quiet> {
  const quiet: Quiet = { times: new Map(endlessRoutes.map((name) => [name, []])), failed: [] };
  for (let round = 0; round < least || !stopped(); round += 1)
    for (const name of endlessRoutes) {
      const { address, quiet: account } = told();
      const { method, path, body } = requestTo(name, account.own);
      const began = performance.now();
      const said = await fetch(address + path, {
        method,
        headers: {
          ...{ authorization: `Bearer ${account.session}`, prefer: "wait=0" },
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }).then(
        (response) => response.arrayBuffer().then(() => response.status),
        (error: Error) => error.message,
      );
      quiet.times.get(name)!.push(performance.now() - began);
      if (typeof said === "string" || said > 299) quiet.failed.push(`${name}: ${said}`);
      await delay(betweenMs);
    }
  return quiet;
}

const p99 = (values: readonly number[]): number => quantile(values, 0.99);
const shown = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

async function measure(kind: keyof typeof bounds, databaseUrl: string): Promise<string[]> {
  const child = fork(join(import.meta.dirname, "neighbours", "server.ts"), {
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    execArgv: [],
  });
  const loader = fork(join(import.meta.dirname, "neighbours", "loader.ts"), { execArgv: [] });
  try {
    return await measureOn(kind, child, loader);
  } finally {
    for (const each of [loader, child]) await end(each);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  if (child.exitCode === null && child.signalCode === null) await ended;
}

async function load(loader: ChildProcess, wanted: Wanted): Promise<Came> {
  loader.send(wanted);
  const [came] = (await once(loader, "message")) as [Came];
  return came;
}

async function measureOn(
  kind: keyof typeof bounds,
  child: ChildProcess,
  loader: ChildProcess,
): Promise<string[]> {
  let [told] = (await once(child, "message")) as [Told];
  child.on("message", (again: Told) => (told = again));
  await calls(
    () => told,
    2,
    () => true,
  );
  const alone = await calls(
    () => told,
    rounds.alone,
    () => true,
  );
  const quick = endlessRoutes.filter((name) => quantile(alone.times.get(name)!, 0.9) <= quickMs);
  const slow = endlessRoutes.filter((name) => !quick.includes(name));
  const of = (names: readonly string[], times: Times) => names.flatMap((name) => times.get(name)!);
  const missed = alone.failed.map((what) => `${kind}, alone: ${what}`);
  const said = [`${kind}: ${quick.length} quick routes, ${slow.length} others (${slow.join(", ")})`];
  const line = (name: string, { times, failed }: Quiet, words: string) => {
    const [fast, rest] = [of(quick, times), of(slow, times)];
    const cells = [quantile(fast, 0.5), p99(fast), quantile(fast, 1), p99(rest)].map((ms) =>
      shown(ms).padStart(9),
    );
    said.push(`${name.padEnd(52)}${cells.join("")}${String(failed.length).padStart(8)}   ${words}`);
  };
  said.push(
    `${"".padEnd(52)}${["p50", "p99", "most", "others"].map((head) => head.padStart(9)).join("")}  failed`,
  );
  line("alone", alone, "");
  const only = new RegExp(process.argv[2] ?? "");
  for (const { name } of loads.filter(({ name }) => only.test(name))) {
    const heavy = { address: told.address, site: told.site, account: told.heavy };
    const begun = await load(loader, { name, part: "begin", heavy });
    let outcome: Came | null = begun.failed ? begun : null;
    const working = begun.failed
      ? Promise.resolve()
      : load(loader, { name, part: "work", heavy }).then((came) => {
          outcome = came;
        });
    const beside = await calls(
      () => told,
      rounds.beside,
      () => outcome !== null,
    );
    await working;
    const { words, failed } = outcome as unknown as Came;
    if (failed) missed.push(`${kind}, ${name}: ${words}`);
    line(name, beside, words);
    missed.push(...beside.failed.map((what) => `${kind}, ${name}: ${what}`));
    const most = p99(of(quick, beside.times));
    if (most > bounds[kind]) missed.push(`${kind}, ${name}: quick routes ${shown(most)} ms`);
    for (const route of slow) {
      const [before, now] = [p99(alone.times.get(route)!), p99(beside.times.get(route)!)];
      if (now > others.times * before + others.moreMs)
        missed.push(`${kind}, ${name}: ${route} ${shown(now)} ms, alone ${shown(before)}`);
    }
  }
  for (const one of said) console.log(one);
  return missed;
}

const missed: string[] = [];
{
  await using postgres = await startPostgres();
  missed.push(...(await measure("PostgreSQL", postgres.url)));
}
missed.push(...(await measure("embedded", "")));
for (const one of missed) console.log(`missed: ${one}`);
tellGoal("neighbours", {
  measured: `${loads.length} loads on two stores, ${missed.length} misses${missed[0] ? `, such as: ${missed[0]}` : ""}`,
  met: missed.length === 0,
});
if (missed.length > 0) process.exitCode = 1;
