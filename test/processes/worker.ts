/**
 * A worker in a separate process, for tests that end it: `worker.ts PLACE accept|resume`, PLACE the address of
 * a server or a data directory. `accept` accepts runs and works on them; `resume` works until they have ended.
 * Says on stdout, a JSON line each, what was accepted and how it ended.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { openStore } from "../../src/server/db/open.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { enginesOf, fakeEngine, workOn } from "../work.ts";

const [place = "", mode = ""] = process.argv.slice(2);
const embedded = !place.startsWith("postgres");
const callMs = 400;

const engine = fakeEngine("chatgpt", (_, signal) => delay(callMs, "Acme is fine.", { signal }), {
  concurrency: 8,
});
const store = await openStore(
  { databaseUrl: embedded ? null : place, dataDir: embedded ? place : "." },
  createLog("silent"),
);
const work = await workOn(store, { engines: enginesOf(engine), alone: embedded });
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (mode === "accept") {
  const reports = [];
  for (const name of ["one", "two", "three"]) {
    const prompts = Array.from({ length: 10 }, (_, index) => `${name} ${index}?`);
    reports.push(await work.accept({ prompts }));
  }
  await work.worker.start();
  work.queue.wake();
  say({ accepted: reports.map(({ id }) => id) });
} else {
  await work.worker.start();
  const { db } = work;
  for (;;) {
    const running = await db.selectFrom("reports").where("status", "=", "processing").select("id").execute();
    if (running.length === 0) break;
    await delay(50);
  }
  const reports = await db
    .selectFrom("reports")
    .select(["id", "status", "jobs_total", "jobs_done", "jobs_failed", "pending"])
    .orderBy("id")
    .execute();
  const { rows } = await sql<{ ledger: number; used: number; readings: number; jobs: number }>`
    select (select coalesce(sum(delta), 0)::int from quota_ledger) as ledger,
      (select coalesce(sum(used), 0)::int from quota_usage) as used,
      (select count(*)::int from answer_readings) as readings,
      (select count(*)::int from jobs.job) as jobs`.execute(db);
  await work[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  say({ reports, ...rows[0] });
}
