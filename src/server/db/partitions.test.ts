import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { sql } from "kysely";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, importInto, startWork } from "../../../test/work.ts";
import { createLog } from "../kernel/log.ts";
import { measuredAnswers } from "../reports/rows/answers.ts";
import type { Db } from "./db.ts";
import { keepPartitions } from "./partitions.ts";

const log = createLog("silent");
const engine = fakeEngine("chatgpt", () => "Acme");

const partitions = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('asks') order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("partitions are made ahead, by several processes at once too", async (t) => {
    const { db } = await store.open(t);
    // Later than any month that the store was made with.
    const now = new Date("2031-05-20T00:00:00Z");
    await Promise.all([keepPartitions(db, now, log), keepPartitions(db, now, log)]);
    assert.deepEqual(await partitions(db), ["asks_2031_05", "asks_2031_06", "asks_2031_07", "asks_rest"]);
  });

  // The embedded store has one connection.
  if (store.name === "PostgreSQL")
    on(
      "partitions are neither made nor dropped while a backup reads the table, and nobody waits for them",
      async (t) => {
        const { db } = await store.open(t);
        await keepPartitions(db, new Date("2026-11-20T00:00:00Z"), log);
        const before = await partitions(db);
        const later = new Date("2031-05-20T00:00:00Z");
        await db.transaction().execute(async (backup) => {
          await sql`lock table asks, answer_readings in access share mode`.execute(backup);
          const kept = keepPartitions(db, later, log);
          for (let times = 0; times < 5; times++) {
            await new Promise((resolve) => setTimeout(resolve, 200));
            await sql`select from asks limit 1`.execute(db);
          }
          await kept;
          assert.deepEqual(await partitions(db), before);
        });
        await keepPartitions(db, later, log);
        assert.deepEqual(await partitions(db), ["asks_2031_05", "asks_2031_06", "asks_2031_07", "asks_rest"]);
      },
    );

  on("answers are kept 13 months, and figures longer", async (t) => {
    const clock = { now: new Date("2026-01-15T00:00:00Z") };
    const work = await startWork(t, store, { engines: enginesOf(engine), now: () => clock.now });
    await keepPartitions(work.db, clock.now, log);
    const { id } = await work.accept({ prompts: ["a?"] });
    await work.worker.settle();
    const rows = async () => measuredAnswers(work.db, await work.report(id), { limit: 10, after: -1 });

    await keepPartitions(work.db, new Date("2027-02-28T00:00:00Z"), log);
    assert.equal((await rows()).length, 1);
    await keepPartitions(work.db, new Date("2027-03-01T00:00:00Z"), log);
    assert.equal((await rows()).length, 0);
    assert.equal((await work.report(id)).scored?.metrics.answers, 1);
    assert.equal((await partitions(work.db)).includes("asks_2026_01"), false);
  });

  on("answers stored before their month had a partition are found and kept as long", async (t) => {
    const clock = { now: new Date("2026-01-15T00:00:00Z") };
    const work = await startWork(t, store, { engines: enginesOf(engine), now: () => clock.now });
    const { id } = await work.accept({ prompts: ["a?"] });
    await work.worker.settle();
    await keepPartitions(work.db, clock.now, log);
    const rows = async () => measuredAnswers(work.db, await work.report(id), { limit: 10, after: -1 });
    assert.equal((await rows()).length, 1);
    await keepPartitions(work.db, new Date("2027-03-01T00:00:00Z"), log);
    assert.equal((await rows()).length, 0);
  });

  on("retention counts from the import, not from when its answers were given", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const report = await importInto(work, "2020-01-01T00:00:00.000Z");
    await keepPartitions(work.db, new Date(), log);
    assert.equal((await measuredAnswers(work.db, report, { limit: 10, after: -1 })).length, 1);
  });
}
