import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test, { type TestContext } from "node:test";
import { sql } from "kysely";
import { startFreezingProxy } from "../../../test/faults/freezing-proxy.ts";
import { stores, type TestStore } from "../../../test/stores.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { createVault } from "../kernel/secret/vault.ts";
import { crawlQueue, deadSeconds, rereadQueue } from "./boss.ts";
import { type ClaimedJob, deleteClaimed, freeClaimsOfDead, lockClaim, postponeClaimed } from "./claims.ts";
import { createLeases, type Leases } from "./leases.ts";
import { openQueue } from "./queue.ts";
import { createWorkerLiveness, noWorkerLiveness } from "./worker-liveness.ts";

const log = createLog("silent");

/** A queue with one job, and processes that may claim it; each has its own clock. */
async function startQueue(t: TestContext, kind: TestStore) {
  const store = await kind.open(t);
  const { db } = store;
  const queue = await openQueue({ db, pool: store.pool, mailVault: createVault(randomBytes(32)), log });
  t.after(() => queue[Symbol.asyncDispose]());
  const id = newId();
  await queue.enqueueCrawl(db, id);
  return {
    store,
    db,
    queue,
    id,
    process(presence = noWorkerLiveness) {
      const clock = { now: 0 };
      const leases = createLeases({ db, queue, presence, log, clock: () => clock.now });
      const claim = async () => (await leases.claim<object>(crawlQueue, 1))[0];
      return { clock, leases, claim };
    },
    /** Its claim is not renewed for so long that it lapses. */
    lapse: () => queue.boss.fail(crawlQueue, id),
    async job() {
      const { rows } = await sql<{ state: string; retry_count: number }>`
        select state, retry_count from jobs.job where id = ${id}`.execute(db);
      return rows[0] && [rows[0].state, rows[0].retry_count];
    },
  };
}

for (const kind of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${kind.name}: ${rule}`, { skip: kind.skip, timeout: 60_000 }, body);

  on("whoever lost a claim can neither end, delay, renew nor hand back the next one's job", async (t) => {
    const { db, process, lapse, job } = await startQueue(t, kind);
    const [paused, next] = [process(), process()];
    const lost = (await paused.claim())!;
    await lapse();
    const claim = (await next.claim())!;
    assert.deepEqual([lost.lapses, claim.lapses], [0, 1]);

    const untouched = await sql`select * from jobs.job`.execute(db);
    await deleteClaimed(db, [lost]);
    await postponeClaimed(db, [{ ...lost, afterMs: 1_000 }]);
    await paused.leases.fail(lost);
    assert.equal(await db.transaction().execute((db) => lockClaim(db, lost)), false);
    await again(paused.leases, lost);
    assert.deepEqual((await sql`select * from jobs.job`.execute(db)).rows, untouched.rows);
    assert.equal(paused.leases.holds(lost), false);

    await deleteClaimed(db, [claim]);
    assert.equal(await job(), undefined);
  });

  on("the release of a lost claim leaves the next one of the same process held", async (t) => {
    const { process, lapse } = await startQueue(t, kind);
    const { leases, claim } = process();
    const lost = (await claim())!;
    await lapse();
    const next = (await claim())!;
    leases.release([lost]);
    assert.deepEqual([leases.holds(lost), leases.holds(next)], [false, true]);
  });

  on("a process that stood still takes back what nobody else has claimed meanwhile", async (t) => {
    const { process, lapse, job } = await startQueue(t, kind);
    const { leases, claim } = process();
    const lapsed = (await claim())!;
    await lapse();
    assert.deepEqual(await job(), ["retry", 0]);
    await leases.renew();
    assert.deepEqual(await job(), ["active", 0]);
    assert.equal(leases.holds(lapsed), true);
  });

  on("a job that was put back on purpose is not taken back, and does not count as a lapse", async (t) => {
    const { db, process, job } = await startQueue(t, kind);
    const { leases, claim } = process();
    for (let time = 0; time < 3; time += 1) {
      const given = (await claim())!;
      await leases.giveBack([given]);
      await again(leases, given);
      assert.deepEqual(await job(), ["retry", 0]);
    }
    const later = (await claim())!;
    await postponeClaimed(db, [{ ...later, afterMs: 60_000 }]);
    await leases.renew();
    assert.deepEqual(await job(), ["retry", 0]);
    assert.equal(await claim(), undefined);
  });

  on("a job whose work fails comes back later, and is given up in the end", async (t) => {
    const { db, process, job } = await startQueue(t, kind);
    const { leases, claim } = process();
    await leases.fail((await claim())!);
    assert.equal(await claim(), undefined);
    await sql`update jobs.job set start_after = now(), retry_count = retry_limit - 1`.execute(db);
    await leases.fail((await claim())!);
    assert.equal((await job())?.[0], "failed");
  });

  on("of one key one job is under way, and what waits for it holds up none behind it", async (t) => {
    const { queue, process } = await startQueue(t, kind);
    const { leases } = process();
    const put = (singletonKey: string) =>
      queue.boss.insert(rereadQueue, [{ singletonKey, data: { singletonKey } }]);
    const claim = async () => (await leases.claim<object>(rereadQueue, 1))[0]?.data;
    await put("a");
    assert.deepEqual(await claim(), { singletonKey: "a" });
    await put("a");
    await put("b");
    assert.deepEqual([await claim(), await claim()], [{ singletonKey: "b" }, undefined]);
  });

  on("nothing is claimed before a process that stood still knows what it holds", async (t) => {
    const { process, lapse } = await startQueue(t, kind);
    const { clock, leases, claim } = process();
    const held = (await claim())!;
    await lapse();
    clock.now += 60_000;
    assert.equal(leases.fresh(), false);
    assert.equal(await claim(), undefined);
    assert.deepEqual([leases.fresh(), leases.holds(held)], [true, true]);
  });

  on("after it stood still a process calls nobody dead for a while", async (t) => {
    const { process } = await startQueue(t, kind);
    const { clock, leases } = process();
    assert.equal(leases.steady(), true);
    clock.now += 20_000;
    assert.equal(leases.steady(), false);
    await leases.confirm();
    assert.equal(leases.steady(), false);
    for (let second = 0; second < deadSeconds; second += 1) {
      clock.now += 1_000;
      await leases.renew();
    }
    assert.equal(leases.steady(), true);
  });
}

/** A renewal that still knows of the claim, as one does that was under way when it was released. */
async function again(leases: Leases, claim: ClaimedJob<object>): Promise<void> {
  const renewal = leases.renew();
  leases.release([claim]);
  await renewal;
}

const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: a claim that is not renewed lapses soon where its process is gone, later where it is there", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { store, db, process, job } = await startQueue(t, server);
  const presence = createWorkerLiveness({ db, connectionString: store.connectionString!, log });
  t.after(() => presence[Symbol.asyncDispose]());
  await presence.keep();
  await process(presence).claim();
  await sql`update jobs.job set heartbeat_on = now() - interval '15 s'`.execute(db);
  await freeClaimsOfDead(db);
  assert.deepEqual(await job(), ["active", 0]);

  await presence[Symbol.asyncDispose]();
  while ((await job())?.[0] === "active") await freeClaimsOfDead(db);
  assert.deepEqual(await job(), ["retry", 0]);
  assert.equal((await process().claim())?.lapses, 1);
});

test("PostgreSQL: a process whose connection broke shows itself again", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { store, db } = await startQueue(t, server);
  const presence = createWorkerLiveness({ db, connectionString: store.connectionString!, log });
  t.after(() => presence[Symbol.asyncDispose]());
  const holders = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and objid = ${presence.holder}::bigint`.execute(
      db,
    );
    return rows.map(({ pid }) => pid);
  };
  await presence.keep();
  const [first] = await holders();
  await sql`select pg_terminate_backend(${first})`.execute(db);
  while ((await holders())[0] === first) await presence.keep();
  await presence.keep();
  assert.equal((await holders()).length, 1);
});

test("PostgreSQL: a process does not wait for a server that no longer hears it", {
  skip: server.skip,
  timeout: 60_000,
}, async (t) => {
  const { store, db } = await startQueue(t, server);
  await using proxy = await startFreezingProxy(store.connectionString!);
  const presence = createWorkerLiveness({ db, connectionString: proxy.url, log });
  await presence.keep();
  proxy.freeze();
  await presence[Symbol.asyncDispose]();
});
