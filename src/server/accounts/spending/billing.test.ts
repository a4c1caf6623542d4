import assert from "node:assert/strict";
import test from "node:test";
import { insertAccount, ownOf } from "../../../../test/fixtures/account.ts";
import { stores } from "../../../../test/stores.ts";
import { standardPlans } from "../../api/access/plan.ts";
import type { Caller } from "../../api/caller.ts";
import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { createBilling } from "./billing.ts";
import { reserveUnits } from "./quota.ts";

const periodStart = "2026-05-05T00:00:00.000Z";
const resetsAt = "2026-06-05T00:00:00.000Z";
const now = () => new Date("2026-05-10T12:00:00Z");

const callerOf = (organizationId: string): Caller => ({
  ...ownOf(organizationId),
  memberId: organizationId,
  countedAs: organizationId,
  role: "owner",
  kind: "key",
  credentialId: null,
  scopes: [],
  email: null,
  signedInAt: null,
  plan: "free",
  planStatus: "active",
  ownEngines: [],
  planStartedAt: "2026-01-05T00:00:00.000Z",
});

const charge = (db: Db, organizationId: string, units: number) =>
  reserveUnits(db, {
    organizationId,
    quota: "visibility",
    periodStart,
    resetsAt,
    limit: null,
    units,
    reportId: newId(),
    now: now(),
  });

/** What another process does: it charges without this process knowing. */
const chargeElsewhere = (db: Db, organizationId: string, used: number) =>
  db
    .insertInto("quota_usage")
    .values({ user_id: organizationId, quota: "visibility", period_start: periodStart, used })
    .execute();

for (const store of stores) {
  test(
    `${store.name}: billing shows plan, period and what is used and left of each quota`,
    store,
    async (t) => {
      const { db } = await store.open(t);
      const organizationId = await insertAccount(db);
      await charge(db, organizationId, 8);
      const billing = await createBilling({ db, plans: standardPlans, now })(callerOf(organizationId));
      assert.deepEqual(billing, {
        plan: "free",
        status: "active",
        period_start: periodStart,
        period_end: resetsAt,
        quotas: {
          visibility: { limit: 20, used: 8, remaining: 12, unit: "prompt_runs", resets_at: resetsAt },
          content: { limit: 3, used: 0, remaining: 3, unit: "drafts", resets_at: resetsAt },
          readiness: { limit: 5, used: 0, remaining: 5, unit: "checks", resets_at: resetsAt },
        },
      });
    },
  );

  test(`${store.name}: a charge of this process shows at once`, { skip: store.skip }, async (t) => {
    const { db } = await store.open(t);
    const caller = callerOf(await insertAccount(db));
    const billing = createBilling({ db, plans: standardPlans, now });
    const used = async () => (await billing(caller)).quotas?.visibility.used;
    const before = await used();
    await charge(db, caller.organizationId, 3);
    const first = await used();
    await charge(db, caller.organizationId, 3);
    assert.deepEqual([before, first, await used()], [0, 3, 6]);
  });

  test(`${store.name}: a charge of another process shows within a second`, {
    skip: store.skip,
  }, async (t) => {
    const { db } = await store.open(t);
    const caller = callerOf(await insertAccount(db));
    let at = 10_000;
    const billing = createBilling({ db, plans: standardPlans, now, clock: { now: () => at } });
    const used = async () => (await billing(caller)).quotas?.visibility.used;
    const before = await used();
    await chargeElsewhere(db, caller.organizationId, 3);
    at += 999;
    const cached = await used();
    at += 2;
    assert.deepEqual([before, cached, await used()], [0, 0, 3]);
  });
}

test("parallel looks share one query, and a failed one is not kept", async () => {
  let queries = 0;
  const failing = new Error("unreachable");
  const db = {
    selectFrom() {
      queries++;
      throw failing;
    },
  } as unknown as Db;
  const billing = createBilling({ db, plans: standardPlans, now });
  const caller = callerOf(newId());
  const looks = await Promise.allSettled([billing(caller), billing(caller), billing(caller)]);
  assert.deepEqual(
    looks.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  assert.equal(queries, 1);
  await assert.rejects(billing(caller), failing);
  assert.equal(queries, 2);
});
