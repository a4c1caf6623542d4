/**
 * Telling 1,000 destinations, of which one is slow, one dead and one answers 500: how soon the others are told after the commit, what a
 * delivery costs the processor, and what another's requests take while 100,000 events wait. Then `kill -9` again and again while destinations
 * are told: each must get every event at least once, in order for each object. `npm run bench -- deliveries [load|kill]`, BENCH_CYCLES for other
 * counts. PostgreSQL is started for it; endpoints are on loopback, in a process of their own. Ends with 1 if a bound is missed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { derivedSecret } from "../../src/server/auth/server-secret.ts";
import type { Db } from "../../src/server/db/db.ts";
import { openStore } from "../../src/server/db/open.ts";
import { recordEvent } from "../../src/server/events/record-event.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { createVault } from "../../src/server/kernel/secret/vault.ts";
import { insertWebhook } from "../../src/server/telling/destinations/webhooks.ts";
import { startPostgres } from "../../test/postgres.ts";
import { account, benchSecret, freePort, startServer } from "../../test/server-process.ts";
import type { Arrival, Told } from "./deliveries/endpoints.ts";

const bounds = { afterMs: 3_000, cpuMs: 1.5, p99Ms: 50 };
const endpoints = 1_000;
const cycles = Number(process.env.BENCH_CYCLES ?? 50);
const only = process.argv[2];

await using postgres = await startPostgres();
const receiver = fork(join(import.meta.dirname, "deliveries", "endpoints.ts"), { execArgv: [] });
const [told] = (await once(receiver, "message")) as [Told];
const dead = await freePort();
const env = {
  DATABASE_URL: postgres.url,
  OVERHEARD_OUTBOUND_ALLOW: [...told.ports, told.slow, told.failing, dead]
    .map((port) => `127.0.0.1:${port}`)
    .join(),
  OVERHEARD_RATE_LIMIT_SCALE: "0",
  OVERHEARD_LOG_LEVEL: "silent",
};
let missed = false;
try {
  if (only !== "kill") await load();
  if (only !== "load") await kills();
} finally {
  receiver.disconnect();
}
process.exitCode = missed ? 1 : 0;

async function load(): Promise<void> {
  const server = await startServer(env);
  try {
    const me = await account(server.url, "a@example.com", env);
    const project = await me.call<{ id: string }>("POST", "/v1/projects", { name: "Acme", brand: "Acme" });
    const projectId = project.data.id;
    await using store = await openStore({ databaseUrl: postgres.url, dataDir: "." }, createLog("silent"));
    const { db } = store;
    const places = [told.slow, told.failing, dead];
    const ids = await addDestinations(
      db,
      await whose(db),
      Array.from({ length: endpoints }, (_, at) => places[at] ?? told.ports[at % told.ports.length]!),
    );
    const well = new Set(ids.slice(places.length));

    const rounds = 10;
    const after: number[] = [];
    const idle = await cpuOver(server.child, 5_000);
    let [cpu, began] = [0, 0];
    // The first round is the one in which everything is compiled and every destination is opened.
    for (let round = 0; round <= rounds; round++) {
      if (round === 1) [cpu, began] = [cpuMs(server.child), performance.now()];
      await arrivals(receiver);
      await tell(db, await whose(db), projectId, String(round), projectId);
      const committed = Date.now();
      const seen = await until(
        receiver,
        (all) => all.filter(({ id }) => well.has(id)).length >= well.size,
        60_000,
      );
      const times = seen.filter(({ id }) => well.has(id)).map(({ at }) => at - committed);
      after.push(Math.max(...times));
    }
    const spent = cpuMs(server.child) - cpu;
    const each = (spent - idle * ((performance.now() - began) / 5_000)) / (rounds * endpoints);
    line(
      `${well.size} of ${endpoints} told after the commit, worst of each of ${rounds}`,
      `${after.map(Math.round).join(", ")} ms`,
      Math.max(...after) <= bounds.afterMs,
    );
    line("processor time for a delivery, ms", each.toFixed(2), each <= bounds.cpuMs);

    const alone = await latencies(me, projectId, 200);
    await sql`insert into events (organization_id, id, type, project_id, object_id, facts, created_at)
      select ${(await whose(db)).organizationId}::uuid, gen_random_uuid(), 'schedule.missed', ${projectId}::uuid, g::text, '{}'::jsonb, now()
      from generate_series(1, 100000) g`.execute(db);
    // All but a few are off: 100,000 events wait, not 100 million.
    await sql`update webhooks set active = false, off_because = 'paused' where id <> all(${ids.slice(0, 6)}::uuid[])`.execute(
      db,
    );
    const beside = await latencies(me, projectId, 1_500);
    const { rows } = await sql<{
      events: number;
      waiting: number;
    }>`select (select count(*)::int from events) as events,
      (select count(*)::int from deliveries where state = 'pending') as waiting`.execute(db);
    line("another's requests alone, p50 / p99", `${alone.p50} / ${alone.p99} ms`, true);
    line(
      `while ${rows[0]!.events} events and ${rows[0]!.waiting} deliveries wait, p50 / p99`,
      `${beside.p50} / ${beside.p99} ms`,
      beside.p99 <= bounds.p99Ms,
    );
    // Truncating waits for every statement, in an order of its own: there is none of a server that has ended by itself.
    await server.stop();
    await sql`truncate events, deliveries, webhooks, digests`.execute(db);
  } finally {
    await server.stop("SIGKILL");
  }
}

async function kills(): Promise<void> {
  let server = await startServer(env);
  await account(server.url, "b@example.com", env);
  await using store = await openStore({ databaseUrl: postgres.url, dataDir: "." }, createLog("silent"));
  const { db } = store;
  const who = await whose(db);
  const [project] = (await sql<{ id: string }>`select id from projects limit 1`.execute(db)).rows;
  const me = await account(server.url, "c@example.com", env);
  const projectId =
    project?.id ?? (await me.call<{ id: string }>("POST", "/v1/projects", { name: "A", brand: "A" })).data.id;
  const owner = project ? who : await whose(db);
  await arrivals(receiver);
  const all: Arrival[] = [];
  const expected = new Map<string, number>();
  const [objects, each] = [4, 12];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const ids = await addDestinations(db, owner, told.ports.slice(0, 6));
    for (let number = 0; number < each; number++)
      for (let object = 0; object < objects; object++)
        await tell(db, owner, projectId, String(number), `${cycle}-${object}`);
    for (const id of ids)
      for (let object = 0; object < objects; object++) expected.set(`${id} ${cycle}-${object}`, each);
    all.push(...(await until(receiver, (some) => some.length > 0, 60_000)));
    await delay(Math.random() * 250);
    await server.stop("SIGKILL");
    all.push(...(await arrivals(receiver)));
    server = await startServer(env);
    while ((await sql`select 1 from events limit 1`.execute(db)).rows.length > 0) await delay(50);
    // Otherwise former destinations would hear of all later events as well.
    await sql`update webhooks set active = false, off_because = 'paused' where id = any(${ids}::uuid[])`.execute(
      db,
    );
  }
  await sql`update webhooks set active = true, off_because = null, due_at = now(), paused_until = null where off_because = 'paused'`.execute(
    db,
  );
  const complete = () => {
    const last = new Map<string, number>();
    for (const { id, object, number } of all)
      last.set(`${id} ${object}`, Math.max(number, last.get(`${id} ${object}`) ?? -1));
    return [...expected].filter(([key, count]) => (last.get(key) ?? -1) + 1 < count).length;
  };
  const deadline = Date.now() + 180_000;
  while (complete() > 0 && Date.now() < deadline) {
    await delay(1_000);
    all.push(...(await arrivals(receiver)));
  }
  await server.stop("SIGKILL");
  const seen = Map.groupBy(
    all.filter(({ id, object }) => expected.has(`${id} ${object}`)),
    ({ id, object }) => `${id} ${object}`,
  );
  let [lost, disordered, repeated, deliveries] = [0, 0, 0, 0];
  for (const [key, count] of expected) {
    const numbers = (seen.get(key) ?? []).map(({ number }) => number);
    deliveries += numbers.length;
    lost += count - new Set(numbers).size;
    disordered += numbers.filter((number, at) => at > 0 && number < numbers[at - 1]!).length;
    repeated += numbers.length - new Set(numbers).size;
  }
  line(
    `${cycles} times kill -9, ${deliveries} deliveries: lost / out of order / sent twice`,
    `${lost} / ${disordered} / ${repeated}`,
    lost === 0 && disordered === 0,
  );
}

interface Owner {
  organizationId: string;
  userId: string;
}

/** Whoever owns a project, or the newest account. */
async function whose(db: Db): Promise<Owner> {
  const { rows } =
    await sql<Owner>`select m.organization_id as "organizationId", m.user_id as "userId" from members m
    left join projects p on p.user_id = m.organization_id order by p.id nulls last, m.created_at desc limit 1`.execute(
      db,
    );
  return rows[0]!;
}

async function addDestinations(db: Db, owner: Owner, ports: readonly number[]): Promise<string[]> {
  const vault = createVault(derivedSecret(benchSecret, "destinations"));
  const ids: string[] = [];
  for (const port of ports) {
    const id = newId();
    const secret = `whsec_${Buffer.from(id).toString("base64")}`;
    const sealed = await vault.seal(id, {
      url: `http://127.0.0.1:${port}/${id}`,
      secrets: [{ secret, until: null }],
    });
    const webhook = {
      ...owner,
      id,
      name: null,
      kind: "webhook" as const,
      projectId: null,
      types: null,
      quotes: true,
      sealed,
    };
    await insertWebhook(db, webhook, new Date(Date.now() - 60_000));
    ids.push(id);
  }
  return ids;
}

function tell(
  db: Db,
  { organizationId }: Owner,
  projectId: string,
  message: string,
  objectId: string,
): Promise<void> {
  const event = { organizationId, projectId, objectId, type: "schedule.missed", facts: { message } } as const;
  return recordEvent(db, event, new Date());
}

/** What has arrived since the last look. */
async function arrivals(receiver: ChildProcess): Promise<Arrival[]> {
  receiver.send("what arrived?");
  const [arrived] = (await once(receiver, "message")) as [Arrival[]];
  return arrived;
}

async function until(
  receiver: ChildProcess,
  enough: (all: Arrival[]) => boolean,
  mostMs: number,
): Promise<Arrival[]> {
  const all: Arrival[] = [];
  const deadline = Date.now() + mostMs;
  while (!enough(all) && Date.now() < deadline) {
    all.push(...(await arrivals(receiver)));
    await delay(20);
  }
  return all;
}

async function latencies(
  { call }: Awaited<ReturnType<typeof account>>,
  projectId: string,
  count: number,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const began = performance.now();
    await call("GET", at % 2 === 0 ? `/v1/projects/${projectId}` : "/v1/reports?limit=20");
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]! * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Processor time of a process so far (Linux, in hundredths of a second). */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function cpuOver(child: ChildProcess, ms: number): Promise<number> {
  const before = cpuMs(child);
  await delay(ms);
  return cpuMs(child) - before;
}

function line(what: string, figures: string, met: boolean): void {
  missed ||= !met;
  console.log(`${what.padEnd(78)} ${figures}${met ? "" : "   missed"}`);
}
