import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { stores } from "../../../test/stores.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { openQueue } from "./queue.ts";
import { noteWait, waitsOf } from "./vendor-waits.ts";

const now = new Date("2026-11-02T09:00:00.000Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

for (const store of stores)
  test(`${store.name}: a wait is told to whom it concerns, by whose key is asked, until it is over`, {
    skip: store.skip,
  }, async (t) => {
    const { db, pool } = await store.open(t);
    await using _ = await openQueue({
      ...{ db, pool, mailVault: createVault(randomBytes(32)), log: createLog("silent") },
    });
    const ofServer = { provider: "chatgpt", reason: "calls_per_minute", until: at(40) } as const;
    const ofOne = { provider: "chatgpt", reason: "vendor_asked", until: at(20) } as const;
    assert.deepEqual(await waitsOf(db, () => null, now), []);
    await noteWait(db, null, { ...ofServer, until: at(5) }, now);
    await noteWait(db, null, ofServer, now);
    await noteWait(db, "one", ofOne, now);
    const of = (payer: string | null, seconds: number) => waitsOf(db, () => payer, at(seconds));
    assert.deepEqual(await of(null, 0), [ofServer]);
    assert.deepEqual(await of("one", 0), [ofOne]);
    assert.deepEqual(await of("another", 0), []);
    assert.deepEqual(await of("one", 20), []);
    assert.deepEqual(await of(null, 39), [ofServer]);
    assert.deepEqual(await of(null, 40), []);
  });
