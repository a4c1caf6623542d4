import assert from "node:assert/strict";
import test from "node:test";
import { insertAccount } from "../../../test/fixtures/account.ts";
import { stores } from "../../../test/stores.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import type { Db } from "./db.ts";
import { transaction } from "./transaction.ts";

const collision = (code: string) => Object.assign(new Error("collided"), { code });
const atOnce = async () => {};

const users = async (db: Db) => (await db.selectFrom("users").select("id").execute()).length;

for (const store of stores) {
  for (const code of ["40P01", "40001"])
    test(
      `${store.name}: work that collides with other work (${code}) is done again, and once`,
      store,
      async (t) => {
        const { db } = await store.open(t);
        let attempts = 0;
        const done = await transaction(
          db,
          async (db) => {
            await insertAccount(db);
            attempts += 1;
            if (attempts < 5) throw collision(code);
            return "done";
          },
          atOnce,
        );
        assert.deepEqual([done, attempts, await users(db)], ["done", 5, 1]);
      },
    );

  test(
    `${store.name}: work that collides five times fails with its collision and leaves nothing`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const pauses: number[] = [];
      const work = async (db: Db) => {
        await insertAccount(db);
        throw collision("40P01");
      };
      await assert.rejects(
        transaction(db, work, async (next) => void pauses.push(next)),
        { code: "40P01" },
      );
      assert.deepEqual([pauses, await users(db)], [[2, 3, 4, 5], 0]);
    },
  );

  test(`${store.name}: work that fails otherwise is not done again`, store, async (t) => {
    const { db } = await store.open(t);
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw collision("23505");
    };
    await assert.rejects(transaction(db, work, atOnce), { code: "23505" });
    assert.equal(attempts, 1);
  });

  test(`${store.name}: within a transaction it is part of that one`, store, async (t) => {
    const { db } = await store.open(t);
    const outer = transaction(db, async (db) => {
      await transaction(db, insertAccount);
      throw new Error("no");
    });
    await assert.rejects(outer, /no/);
    assert.equal(await users(db), 0);
  });
}

test("PostgreSQL: of two transactions that wait for each other both get done", {
  skip: stores[1]!.skip,
}, async (t) => {
  const { db } = await stores[1]!.open(t);
  const [a, b] = [await insertAccount(db), await insertAccount(db)];
  let attempts = 0;
  const { promise: bothHold, resolve } = Promise.withResolvers<void>();
  let holding = 0;
  const take = (first: string, second: string) =>
    transaction(db, async (db) => {
      attempts += 1;
      await lockOrganization(db, first);
      holding += 1;
      if (holding === 2) resolve();
      await bothHold;
      await lockOrganization(db, second);
    });
  await Promise.all([take(a, b), take(b, a)]);
  assert.equal(attempts, 3);
});
