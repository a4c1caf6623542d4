import assert from "node:assert/strict";
import test from "node:test";
import { insertAccount } from "../../../test/fixtures/account.ts";
import { stores } from "../../../test/stores.ts";
import type { ReplayKey } from "../api/replay.ts";
import { Problem } from "../kernel/problem.ts";
import type { Db } from "./db.ts";
import { endRunningReplays, replays } from "./replays.ts";

const at = new Date("2026-05-10T12:00:00Z");
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const reply = { status: 202, json: '{"id":"r1"}', location: "/v1/reports/r1" };

async function requestOf(db: Db): Promise<ReplayKey> {
  return { userId: await insertAccount(db), route: "POST /v1/analyze/project", key: "k", fingerprint: "f" };
}

const claim = (db: Db, key: ReplayKey, now = at) =>
  db.transaction().execute((db) => replays.claim(db, key, now));

for (const store of stores) {
  test(`${store.name}: of 20 parallel requests with one key, one does the work`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claim(db, key)));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason);
    assert.equal(refused.length, 19);
    for (const problem of refused) {
      assert.ok(problem instanceof Problem);
      assert.deepEqual([problem.code, problem.retryAfterSeconds], ["IDEMPOTENCY_IN_PROGRESS", 1]);
    }
  });

  test(`${store.name}: a request that failed leaves its key to the next one`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    const failing = db.transaction().execute(async (db) => {
      await replays.claim(db, key, at);
      throw new Error("the work failed");
    });
    await assert.rejects(failing);
    assert.equal(await replays.find(db, key, at), undefined);
    await claim(db, key);
  });

  test(
    `${store.name}: a refused claim takes the work of its transaction back, and nothing else`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const key = await requestOf(db);
      await claim(db, key);
      const second = db.transaction().execute(async (db) => {
        await insertAccount(db);
        await replays.claim(db, key, at);
      });
      await assert.rejects(second, { code: "IDEMPOTENCY_IN_PROGRESS" });
      assert.equal((await db.selectFrom("users").select("id").execute()).length, 1);
    },
  );

  test(`${store.name}: a finished reply is given as it was`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    await claim(db, key);
    await replays.store(db, key, { ...reply, running: false });
    assert.deepEqual(await replays.find(db, key, after(3600)), {
      fingerprint: "f",
      running: false,
      ...reply,
    });
  });

  test(
    `${store.name}: a request still at work is running for a minute at most, then its first reply holds`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const key = await requestOf(db);
      await claim(db, key);
      await replays.store(db, key, { ...reply, running: true });
      assert.equal((await replays.find(db, key, after(59)))?.running, true);
      assert.deepEqual(await replays.find(db, key, after(60)), {
        fingerprint: "f",
        running: false,
        ...reply,
      });
      await assert.rejects(claim(db, key, after(3600)), { code: "IDEMPOTENCY_IN_PROGRESS" });
    },
  );

  test(`${store.name}: the reply of a process that has died is given at once`, store, async (t) => {
    const { db, kind } = await store.open(t);
    const key = await requestOf(db);
    await claim(db, key);
    await replays.store(db, key, { ...reply, running: true });
    if (kind === "embedded") await endRunningReplays(db);
    else await db.updateTable("replays").set({ owner: "overheard of another life" }).execute();
    assert.deepEqual(await replays.find(db, key, after(1)), { fingerprint: "f", running: false, ...reply });
  });

  test(
    `${store.name}: a claim of a dead process whose clock was ahead keeps nobody out`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const key = await requestOf(db);
      await claim(db, key, after(3 * 3_600));
      await assert.rejects(claim(db, key, after(3 * 3_600)), Problem);
      await db.updateTable("replays").set({ owner: "a process that has died" }).execute();
      assert.equal(await replays.find(db, key, at), undefined);
      await claim(db, key);
    },
  );

  test(`${store.name}: a request that failed after its work leaves what it stored`, store, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    await claim(db, key);
    await replays.store(db, key, { ...reply, running: true });
    await replays.release(db, key);
    assert.equal((await replays.find(db, key, after(1)))?.running, false);
  });

  test(`${store.name}: a reply keeps its bytes`, store, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    const json = '{"z": 1,  "a":"\\u0000\\ud800", "a": 1.0}';
    await claim(db, key);
    await replays.store(db, key, { ...reply, json, running: false });
    assert.equal((await replays.find(db, key, after(1)))?.json, json);
  });

  test(
    `${store.name}: a key whose request ended without a reply is free after a minute`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const key = await requestOf(db);
      await claim(db, key);
      assert.equal((await replays.find(db, key, after(30)))?.running, true);
      assert.equal(await replays.find(db, key, after(60)), undefined);
      await claim(db, { ...key, fingerprint: "g" }, after(60));
      assert.equal((await replays.find(db, key, after(61)))?.fingerprint, "g");
    },
  );

  test(`${store.name}: a key is remembered for 24 hours and then free`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    await claim(db, key);
    await replays.store(db, key, { ...reply, running: false });
    assert.ok(await replays.find(db, key, after(86_399)));
    assert.equal(await replays.find(db, key, after(86_400)), undefined);
    await claim(db, key, after(86_400));
    assert.deepEqual(await replays.find(db, key, after(86_401)), {
      fingerprint: "f",
      running: true,
      status: 0,
      json: "null",
      location: null,
    });
  });

  test(`${store.name}: the same key of another user or route is another request`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const key = await requestOf(db);
    await claim(db, key);
    await claim(db, { ...key, route: "POST /v1/keys" });
    await claim(db, await requestOf(db));
  });
}
