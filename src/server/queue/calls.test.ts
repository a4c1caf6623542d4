import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { startFreezingProxy } from "../../../test/faults/freezing-proxy.ts";
import { stores } from "../../../test/stores.ts";
import { createLog } from "../kernel/log.ts";
import { createCalls } from "./calls.ts";
import { createWorkerLiveness } from "./worker-liveness.ts";

const log = createLog("silent");
const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: a process that has work calls those that listen, and a listener knows whether it hears", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { db, pool, connectionString } = await server.open(t);
  const calls: string[] = [];
  let now = 0;
  await using presence = createWorkerLiveness({
    ...{ db, connectionString: connectionString!, log },
    called: (from) => calls.push(from),
    clock: () => now,
  });
  await presence.keep();
  assert.equal(presence.hears(), false, "it has not heard itself yet");
  await presence.keep();
  while (!presence.hears()) await delay(5);

  const { call, idle } = createCalls(pool, "another", log);
  call();
  while (calls.length === 0) await delay(5);
  await idle();
  assert.deepEqual(calls, ["another"], "what it calls to itself is no call to work");

  now = 60_000;
  assert.equal(presence.hears(), false, "it has not heard itself for long");
  await presence.keep();
  while (!presence.hears()) await delay(5);

  // As behind a pooler that gives each statement another connection.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overheard worker'
    and datname = current_database()`.execute(db);
  while (presence.hears()) await delay(5);
});

test("PostgreSQL: a connection that falls silent and stays open is given up, and calls arrive again", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { db, pool, connectionString } = await server.open(t);
  await using proxy = await startFreezingProxy(connectionString!);
  const calls: string[] = [];
  await using presence = createWorkerLiveness({
    ...{ db, connectionString: proxy.url, log },
    called: (from) => calls.push(from),
  });
  await presence.keep();
  await presence.keep();
  while (!presence.hears()) await delay(5);
  proxy.freeze();
  for (let looks = 0; looks < 6; looks += 1) await presence.keep();
  while (!presence.hears()) await delay(5);
  createCalls(pool, "another", log).call();
  while (calls.length === 0) await delay(5);
});
