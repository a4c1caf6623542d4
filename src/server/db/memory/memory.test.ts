import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { stores } from "../../../../test/stores.ts";
import { shared, withGathering } from "./memory.ts";

const embedded = stores[0]!;

test("what was read is remembered until something is written, also in a transaction", async (t) => {
  const store = await embedded.open(t);
  const { db } = store;
  let looks = 0;
  const look = () => shared(db, "months", async () => (looks += 1));
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

  await sql`with months as (select month from spend_months) select month from months`.execute(db);
  await look();
  assert.equal(looks, 4);
});

test("a look that began before a commit is not remembered after it", async (t) => {
  const store = await embedded.open(t);
  const { db } = store;
  const slow = Promise.withResolvers<string>();
  const first = shared(db, "key", () => slow.promise);
  await db.insertInto("spend_months").values({ month: "2026-03" }).execute();
  slow.resolve("old");
  assert.equal(await first, "old");
  assert.equal(await shared(db, "key", async () => "new"), "new");
});

test("a look that failed is made again", async (t) => {
  const store = await embedded.open(t);
  await assert.rejects(shared(store.db, "key", () => Promise.reject(new Error("down"))));
  assert.equal(await shared(store.db, "key", async () => "up"), "up");
});

test("who asks while the same is being read shares the next look, and never the one under way", async (t) => {
  const store = await embedded.open(t);
  const db = withGathering(store.db);
  const looks: PromiseWithResolvers<number>[] = [];
  const look = () =>
    shared(db, "key", () => {
      looks.push(Promise.withResolvers());
      return looks.at(-1)!.promise;
    });
  const first = look();
  const [second, third] = [look(), look()];
  assert.equal(looks.length, 1);
  looks[0]!.resolve(1);
  assert.equal(await first, 1);
  await Promise.resolve();
  assert.equal(looks.length, 2);
  const fourth = look();
  looks[1]!.reject(new Error("down"));
  await assert.rejects(second, /down/);
  await assert.rejects(third, /down/);
  await Promise.resolve();
  assert.equal(looks.length, 3);
  looks[2]!.resolve(3);
  assert.equal(await fourth, 3);

  const fifth = look();
  assert.equal(looks.length, 4);
  looks[3]!.resolve(4);
  assert.equal(await fifth, 4);
  assert.equal(await shared(db, "another", async () => 5), 5);
});
