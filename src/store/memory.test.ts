import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { remembered } from "./memory.ts";
import { openMemoryStore } from "./open.ts";

test("what was read is remembered until something is written, also in a transaction", async () => {
  await using store = await openMemoryStore();
  const { db } = store;
  let looks = 0;
  const look = () => remembered(db, "months", async () => (looks += 1));
  const put = (month: string) => db.insertInto("spend_months").values({ month }).execute();
  await look();
  await look();
  assert.equal(looks, 1);

  await put("2026-01");
  await look();
  assert.equal(looks, 2);

  await db.transaction().execute(async (db) => {
    await db.insertInto("spend_months").values({ month: "2026-02" }).execute();
  });
  await look();
  assert.equal(looks, 3);

  await sql`with gone as (delete from spend_months returning month) select * from gone`.execute(db);
  await look();
  assert.equal(looks, 4);
});

test("a look that began before a commit is not remembered after it", async () => {
  await using store = await openMemoryStore();
  const { db } = store;
  const slow = Promise.withResolvers<string>();
  const first = remembered(db, "key", () => slow.promise);
  await db.insertInto("spend_months").values({ month: "2026-03" }).execute();
  slow.resolve("old");
  assert.equal(await first, "old");
  assert.equal(await remembered(db, "key", async () => "new"), "new");
});

test("a look that failed is made again", async () => {
  await using store = await openMemoryStore();
  await assert.rejects(remembered(store.db, "key", () => Promise.reject(new Error("down"))));
  assert.equal(await remembered(store.db, "key", async () => "up"), "up");
});
