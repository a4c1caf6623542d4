import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { type Ending, stores } from "../../../../test/stores.ts";
import { createLog } from "../../kernel/log.ts";
import type { Db } from "../db.ts";
import { keepPartitions } from "../partitions.ts";

/** What the connection that answers keeps a plan of, of the statements that a test makes. */
async function named(db: Db, mark: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(mark));
}

const repeat = async (work: () => Promise<unknown>, times = 4) => {
  for (let time = 0; time < times; time += 1) await work();
};

/** One connection, on which everything is made. */
async function onOne(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(work);
}

for (const store of stores) {
  const withStore = async (t: Ending, work: (db: Db, other: Db) => Promise<void>) => {
    const { db } = await store.openNew(t);
    if (store.name === "PGlite") return work(db, db);
    await onOne(db, (one) => work(one, db));
  };

  test(`${store.name}: what is made again and again is planned once on a connection`, {
    skip: store.skip,
  }, async (t) => {
    await withStore(t, async (db) => {
      const look = () => sql`select 1 as again where ${"a"} <> ${"b"}`.execute(db);
      await repeat(look, 2);
      assert.deepEqual(await named(db, "as again where"), []);
      await repeat(look, 6);
      assert.equal((await named(db, "as again where")).length, 1);
      await repeat(() => sql`select p.*, ${1}::int as all_columns from projects p`.execute(db), 6);
      assert.deepEqual(await named(db, "all_columns"), []);
    });
  });

  test(`${store.name}: statements go on while a migration adds columns and months get tables`, {
    skip: store.skip,
  }, async (t) => {
    await withStore(t, async (db, other) => {
      const log = createLog("silent");
      const project = "01a20495-5aa3-715a-a10b-2bc649fe3792";
      const looks = async () => {
        const rows = await sql<{ n: number }>`
          select count(*)::int as n from asks a where a.project_id = ${project}::uuid and a.created_at >= ${new Date(0)}`.execute(
          db,
        );
        assert.equal(rows.rows[0]!.n, 0);
        await db.selectFrom("projects").select(["id", "name"]).where("id", "=", project).execute();
        await db.selectFrom("reports").selectAll().where("id", "=", project).execute();
        await sql`select r::text as whole from reports r where id = ${project}::uuid`.execute(db);
      };
      await repeat(looks, 7);
      for (const change of [
        () => sql`alter table reports add column later text`.execute(other),
        () => sql`alter table projects add column later text, add column latest text`.execute(other),
        () => sql`create index later on asks (project_id, answered_at)`.execute(other),
        () => keepPartitions(other, new Date("2031-05-04T00:00:00Z"), log),
        () => keepPartitions(other, new Date("2034-05-04T00:00:00Z"), log),
        () => sql`analyze projects`.execute(other),
      ]) {
        await change();
        await repeat(looks, 2);
      }
    });
  });
}

test("a connection keeps so many plans and no more", async (t) => {
  const { db } = await stores[0]!.openNew(t);
  for (let at = 0; at < 130; at += 1)
    await repeat(() => sql`select ${1}::int as ${sql.ref(`column_${at}`)}`.execute(db), 3);
  assert.equal((await named(db, "column_")).length <= 100, true);
});
