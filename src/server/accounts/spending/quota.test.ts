import assert from "node:assert/strict";
import test from "node:test";
import { insertAccount } from "../../../../test/fixtures/account.ts";
import { runFixture } from "../../../../test/fixtures/run.ts";
import { whenFree } from "../../../../test/fixtures/when-free.ts";
import { stores } from "../../../../test/stores.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Reservation, refundUnits, reserveUnits, settleUnits, usedUnits } from "./quota.ts";

const now = new Date("2026-05-10T12:00:00Z");
const periodStart = "2026-05-01T00:00:00.000Z";
const resetsAt = "2026-06-01T00:00:00.000Z";

const reservation = (organizationId: string, some: Partial<Reservation> = {}): Reservation => ({
  organizationId,
  quota: "visibility",
  periodStart,
  resetsAt,
  limit: 50,
  units: 1,
  reportId: newId(),
  now,
  ...some,
});

/** Reserves in a transaction of its own, as accepting a run does: the problem's details, or null if it got them. */
async function reserve(db: Db, terms: Reservation): Promise<Record<string, unknown> | null> {
  try {
    await whenFree(() => db.transaction().execute((db) => reserveUnits(db, terms)));
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === "BILLING_REQUIRED", `${error}`);
    return error.details;
  }
}

async function ledgerSum(db: Db, organizationId: string): Promise<number> {
  const rows = await db
    .selectFrom("quota_ledger")
    .select("delta")
    .where("user_id", "=", organizationId)
    .execute();
  return rows.reduce((sum, { delta }) => sum + delta, 0);
}

const visibility = async (db: Db, organizationId: string) =>
  (await usedUnits(db, organizationId, periodStart)).visibility;

for (const store of stores) {
  test(`${store.name}: 500 parallel reservations at remaining 50 take exactly 50`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, () => reserve(db, reservation(organizationId))),
    );
    const refused = outcomes.filter((details) => details !== null);
    assert.equal(refused.length, 450);
    assert.ok(refused.every(({ remaining }) => remaining === 0));
    assert.equal(await visibility(db, organizationId), 50);
    assert.equal(await ledgerSum(db, organizationId), 50);
  });

  test(
    `${store.name}: a run that needs more than remains takes nothing and is told what remains`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const organizationId = await insertAccount(db);
      await reserve(db, reservation(organizationId, { units: 45 }));
      const details = await reserve(db, reservation(organizationId, { units: 20 }));
      assert.deepEqual(details, {
        quota: "visibility",
        remaining: 5,
        required: 20,
        limit: 50,
        resets_at: resetsAt,
        upgrade_url: null,
      });
      assert.equal(await visibility(db, organizationId), 45);
    },
  );

  test(`${store.name}: the first run of a period cannot exceed the limit either`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const details = await reserve(db, reservation(organizationId, { units: 51 }));
    assert.equal(details?.remaining, 50);
    assert.equal(await visibility(db, organizationId), 0);
  });

  test(`${store.name}: without a limit everything is counted and nothing refused`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    await reserve(db, reservation(organizationId, { limit: null, units: 10_000 }));
    await reserve(db, reservation(organizationId, { limit: null, units: 1 }));
    assert.equal(await visibility(db, organizationId), 10_001);
  });

  test(`${store.name}: quotas, periods and users do not touch each other`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const [ann, bob] = [await insertAccount(db), await insertAccount(db)];
    await reserve(db, reservation(ann, { units: 50 }));
    assert.equal(await reserve(db, reservation(ann, { units: 50, quota: "readiness" })), null);
    assert.equal(await reserve(db, reservation(ann, { units: 50, periodStart: resetsAt })), null);
    assert.equal(await reserve(db, reservation(bob, { units: 50 })), null);
    assert.deepEqual(await usedUnits(db, ann, periodStart), { visibility: 50, content: 0, readiness: 50 });
  });

  test(`${store.name}: units of an acceptance that is rolled back are free again`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const accepting = db.transaction().execute(async (db) => {
      await reserveUnits(db, reservation(organizationId, { units: 50 }));
      throw new Error("the report could not be written");
    });
    await assert.rejects(accepting);
    assert.equal(await visibility(db, organizationId), 0);
    assert.equal(await ledgerSum(db, organizationId), 0);
  });

  test(`${store.name}: twenty refunds of one report give its units back once`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const terms = reservation(organizationId, { units: 20 });
    await reserve(db, terms);
    await reserve(db, reservation(organizationId, { units: 7 }));
    const { reportId } = terms;
    const done = await Promise.all(
      Array.from({ length: 20 }, () => refundUnits(db, { reportId, units: 20, now })),
    );
    assert.equal(done.filter(Boolean).length, 1);
    assert.equal(await visibility(db, organizationId), 7);
    assert.equal(await ledgerSum(db, organizationId), 7);
  });

  test(`${store.name}: a refund lands in the period that was charged`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const terms = reservation(organizationId, { units: 20 });
    await reserve(db, terms);
    await refundUnits(db, { reportId: terms.reportId, units: 20, now: new Date("2026-06-02T00:00:00Z") });
    assert.equal(await visibility(db, organizationId), 0);
    assert.equal((await usedUnits(db, organizationId, resetsAt)).visibility, 0);
  });

  test(`${store.name}: a refund never exceeds what the report holds`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const terms = reservation(organizationId, { units: 5 });
    await reserve(db, terms);
    await settleUnits(db, { reportId: terms.reportId, units: 3, now });
    await refundUnits(db, { reportId: terms.reportId, units: 5, now });
    assert.equal(await visibility(db, organizationId), 0);
    assert.equal(await ledgerSum(db, organizationId), 0);
  });

  test(`${store.name}: settling keeps what was used and gives the rest back, once`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const organizationId = await insertAccount(db);
    const terms = reservation(organizationId, { units: 20 });
    await reserve(db, terms);
    const { reportId } = terms;
    const first = await settleUnits(db, { reportId, units: 12, now });
    const second = await settleUnits(db, { reportId, units: 1, now });
    assert.deepEqual([first, second], [true, false]);
    assert.equal(await visibility(db, organizationId), 12);
    assert.equal(await ledgerSum(db, organizationId), 12);
  });

  test(`${store.name}: nothing is given back for a report that took nothing`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    assert.equal(await refundUnits(db, { reportId: newId(), units: 20, now }), false);
    assert.equal(await settleUnits(db, { reportId: newId(), units: 20, now }), false);
  });
}

test("PostgreSQL: two processes with 500 calls at remaining 50 take exactly 50", {
  skip: stores[1]?.skip,
}, async (t) => {
  const { db, connectionString } = await stores[1]!.open(t);
  const organizationId = await insertAccount(db);
  const input = {
    databaseUrl: connectionString,
    organizationId,
    periodStart,
    resetsAt,
    limit: 50,
    calls: 250,
  };
  const outcomes = await Promise.all(
    [1, 2].map(() => runFixture<{ accepted: number }>("reserve-units", input)),
  );
  assert.equal(
    outcomes.reduce((sum, { accepted }) => sum + accepted, 0),
    50,
  );
  assert.equal(await visibility(db, organizationId), 50);
  assert.equal(await ledgerSum(db, organizationId), 50);
});
