import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test from "node:test";
import { sql } from "kysely";
import { stores } from "../../../test/stores.ts";
import type { Db } from "../db/db.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { askQueue, dueQueues } from "./boss.ts";
import {
  claimJobs,
  deleteClaimed,
  freeClaimsOfDead,
  handBackClaimed,
  postponeClaimed,
  renewClaims,
} from "./claims.ts";
import { openQueue, priorityOf } from "./queue.ts";

const queued = 5_000;
const queue = askQueue("chatgpt");

for (const kind of stores)
  test(`${kind.name}: no statement of workers reads every job that waits`, {
    skip: kind.skip,
    timeout: 60_000,
  }, async (t) => {
    const { db, pool } = await kind.open(t);
    const mailVault = createVault(randomBytes(32));
    const { boss, ...rest } = await openQueue({ db, pool, mailVault, log: createLog("silent") });
    t.after(() => rest[Symbol.asyncDispose]());
    const jobs = Array.from({ length: queued }, (_, at) => ({
      ...{ id: newId(), priority: priorityOf(at), data: { ordinal: at } },
    }));
    await boss.insert(queue, jobs);
    // What PostgreSQL does by itself within a minute, and plans by from then on.
    await sql`analyze jobs.job`.execute(db);

    const claims = await claimJobs(db, { queue, most: 10, holder: 7 });
    assert.equal(claims.length, 10);
    const postponed = claims.slice(0, 3).map((claim) => ({ ...claim, afterMs: 1_000 }));
    const statements: Record<string, (db: Db) => Promise<unknown>> = {
      dueQueues: async (db) => assert.deepEqual(await dueQueues(db), new Set([queue])),
      claimJobs: (db) => claimJobs(db, { queue, most: 10, holder: 7 }),
      renewClaims: async (db) => assert.equal((await renewClaims(db, claims, 7)).length, 10),
      postponeClaimed: (db) => postponeClaimed(db, postponed),
      handBackClaimed: (db) => handBackClaimed(db, claims.slice(3, 6)),
      deleteClaimed: (db) => deleteClaimed(db, claims.slice(6)),
      freeClaimsOfDead,
    };
    for (const [name, run] of Object.entries(statements))
      await db.transaction().execute(async (db) => {
        await run(db);
        const { rows } = await sql<{ read: number }>`
          select coalesce(sum(seq_tup_read), 0)::int as read from pg_stat_xact_all_tables
          where schemaname = 'jobs' and relname like 'job%'`.execute(db);
        // Small tables beside it may be read whole.
        assert.ok(rows[0]!.read < queued / 10, `${name} reads ${rows[0]!.read} jobs`);
      });
  });
