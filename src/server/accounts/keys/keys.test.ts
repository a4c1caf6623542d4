import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { ownOf } from "../../../../test/fixtures/account.ts";
import { stores } from "../../../../test/stores.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { setPlan } from "../../organizations/organizations.ts";
import { memberOf, userOf, usersWithEmail } from "../users.ts";
import { deleteKey, findKey, insertKey, listKeys, type NewKey, touchKeys } from "./keys.ts";

const start = new Date("2026-03-01T12:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + 1000 * seconds);

const someone = (db: Db) =>
  userOf(db, { issuer: "https://idp.example", subject: newId(), email: null }, start);

function newKey(userId: string, more: Partial<NewKey> = {}): NewKey {
  return {
    id: newId(),
    organizationId: userId,
    userId,
    scopes: null,
    name: null,
    prefix: "oh_abcdef",
    hash: randomBytes(32),
    createdAt: start.toISOString(),
    lastUsedAt: null,
    expiresAt: null,
    ...more,
  };
}

for (const { name, skip, open } of stores) {
  test(`${name}: of 20 keys created at once, exactly 10 come to be; the others are refused with 409`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    const [ann, bob] = [await someone(db), await someone(db)];
    await insertKey(db, newKey(bob.id));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => insertKey(db, newKey(ann.id))));
    const refused = tries.filter((attempt) => attempt.status === "rejected");
    assert.deepEqual(new Set(refused.map(({ reason }) => reason.code)), new Set(["KEY_LIMIT_REACHED"]));
    assert.equal(refused.length, 10);
    assert.equal((await listKeys(db, ownOf(ann.id))).length, 10);
    await insertKey(db, newKey(bob.id));
  });

  test(`${name}: after one of ten keys is deleted, another can be created`, { skip }, async (t) => {
    const { db } = await open(t);
    const { id } = await someone(db);
    for (let n = 0; n < 10; n++) await insertKey(db, newKey(id, { expiresAt: start.toISOString() }));
    await assert.rejects(insertKey(db, newKey(id)), { code: "KEY_LIMIT_REACHED" });
    assert.equal(await deleteKey(db, ownOf(id), (await listKeys(db, ownOf(id)))[0]!.id), true);
    await insertKey(db, newKey(id));
  });

  test(`${name}: keys are listed newest first, each with what tells it apart and no hash`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    const { id } = await someone(db);
    for (const seconds of [1, 3, 2]) {
      await insertKey(db, newKey(id, { name: `n${seconds}`, createdAt: after(seconds).toISOString() }));
    }
    const keys = await listKeys(db, ownOf(id));
    assert.deepEqual(
      keys.map((key) => key.name),
      ["n3", "n2", "n1"],
    );
    assert.deepEqual(Object.keys(keys[0]!), [
      ...["id", "memberId", "scopes", "name", "prefix", "createdAt", "lastUsedAt", "expiresAt"],
    ]);
    assert.equal(keys[0]!.createdAt, after(3).toISOString());
  });

  test(`${name}: another user's key is not there to delete`, { skip }, async (t) => {
    const { db } = await open(t);
    const [ann, bob] = [await someone(db), await someone(db)];
    const key = newKey(ann.id);
    await insertKey(db, key);
    assert.equal(await deleteKey(db, ownOf(bob.id), key.id), false);
    assert.equal((await findKey(db, key.hash))?.membership.userId, ann.id);
    assert.equal(await deleteKey(db, ownOf(ann.id), key.id), true);
    assert.equal(await findKey(db, key.hash), undefined);
  });

  test(`${name}: the time of last use moves on and never back`, { skip }, async (t) => {
    const { db } = await open(t);
    const { id } = await someone(db);
    const keys = [newKey(id), newKey(id)];
    for (const key of keys) await insertKey(db, key);
    await touchKeys(db, new Map(keys.map((key) => [key.id, after(60)])));
    await touchKeys(db, new Map([[keys[0]!.id, after(30)]]));
    await touchKeys(
      db,
      new Map([
        [keys[1]!.id, after(120)],
        [newId(), after(120)],
      ]),
    );
    await touchKeys(db, new Map());
    const used = new Map((await listKeys(db, ownOf(id))).map((key) => [key.id, key.lastUsedAt]));
    assert.equal(used.get(keys[0]!.id), after(60).toISOString());
    assert.equal(used.get(keys[1]!.id), after(120).toISOString());
  });

  test(`${name}: a user is one (issuer, subject), made once under 10 first looks at once, on the plan free`, {
    skip,
  }, async (t) => {
    const { db } = await open(t);
    const look = (issuer: string, email: string | null) =>
      userOf(db, { issuer, subject: "s1", email }, start);
    const looks = await Promise.all(
      Array.from({ length: 10 }, () => look("https://a.example", "Ann@a.example")),
    );
    assert.equal(new Set(looks.map(({ id }) => id)).size, 1);
    assert.deepEqual([looks[0]!.plan, looks[0]!.plan_started_at], ["free", start]);
    assert.notEqual((await look("https://b.example", "ann@a.example")).id, looks[0]!.id);
    assert.deepEqual(
      (await usersWithEmail(db, "https://a.example", "ann@A.example")).map(({ id }) => id),
      [looks[0]!.id],
    );
    assert.equal((await look("https://a.example", "new@a.example")).email, "new@a.example");
    assert.equal((await look("https://a.example", null)).email, "new@a.example");
  });

  test(`${name}: another plan begins a new period, the same plan does not`, { skip }, async (t) => {
    const { db } = await open(t);
    const identity = { issuer: "i", subject: "s", email: null };
    const { id } = await userOf(db, identity, start);
    await setPlan(db, id, "growth", after(10));
    await setPlan(db, id, "growth", after(20));
    const { plan, planStartedAt } = await memberOf(db, identity, null, start);
    assert.deepEqual([plan, planStartedAt], ["growth", after(10).toISOString()]);
  });
}
