import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
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
