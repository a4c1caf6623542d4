import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../../test/stores.ts";
import { insertSomebodysProject } from "../../../../test/work.ts";
import { transaction } from "../../db/transaction.ts";
import { Problem } from "../../kernel/problem.ts";
import { changeOrganization } from "../../organizations/organizations.ts";
import { nearTheirBounds, spendOf } from "./project-spend.ts";
import { addSpend, monthOf, releaseSpend, reserveSpend, spendIn } from "./spend.ts";

const november = new Date("2026-11-30T23:59:59.999Z");
const december = new Date("2026-12-01T00:00:00Z");

/** Whether it was refused, by whose bound. */
const refusedBy = (bound: string) => (error: unknown) =>
  error instanceof Problem && error.details?.quota === "spend" && error.details.bound === bound;

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 120_000 }, body);

  /** A project that asks for money. */
  async function payer(t: TestContext) {
    const { db } = await store.open(t);
    const { id: projectId, organizationId } = await insertSomebodysProject(db);
    const own = { projectId, organizationId };
    const reserve = (
      estimateUsd: number,
      {
        limitUsd = 100,
        now = november,
        of = own as { projectId: string | null; organizationId: string },
      } = {},
    ) => transaction(db, (db) => reserveSpend(db, { ...of, estimateUsd, limitUsd, now }));
    const share = (usd: number) => [{ projectId, organizationId: null, usd }];
    return { db, own, reserve, share };
  }

  on("what is reserved and what was spent share one bound, month by month", async (t) => {
    const { db, own, reserve, share } = await payer(t);
    await reserve(0.75, { limitUsd: 1 });
    await assert.rejects(reserve(0.5, { limitUsd: 1 }), refusedBy("server"));
    await addSpend(db, share(0.25), november);
    await assert.rejects(reserve(0.25, { limitUsd: 1 }), refusedBy("server"));
    await reserve(1, { limitUsd: 1, now: december });
    await releaseSpend(db, share(0.75), november);
    assert.deepEqual(await spendIn(db, november), { reservedUsd: 0, spentUsd: 0.25 });
    assert.deepEqual(await spendIn(db, december), { reservedUsd: 1, spentUsd: 0 });
    const { organization, project } = await spendOf(db, own, monthOf(november));
    assert.deepEqual(organization, { limitUsd: null, spentUsd: 0.25, reservedUsd: 0 });
    assert.deepEqual(project, organization);
  });

  on(
    "what an organization's own keys are billed for counts for its own bounds, and not for the server's",
    async (t) => {
      const { db, own, reserve, share } = await payer(t);
      const wanted = { ...own, limitUsd: 1, now: november };
      const reserveOwn = (estimateUsd: number, ownUsd = estimateUsd) =>
        transaction(db, (db) => reserveSpend(db, { ...wanted, estimateUsd, ownUsd }));
      await reserveOwn(50);
      assert.deepEqual(await spendIn(db, november), { reservedUsd: 0, spentUsd: 0 });
      await reserve(1, { limitUsd: 1 });
      await reserveOwn(5);
      await assert.rejects(reserveOwn(5, 4), refusedBy("server"));
      const [cost] = share(7);
      await addSpend(db, [{ ...cost!, ownUsd: 6 }], november);
      await releaseSpend(db, [{ ...cost!, usd: 50, ownUsd: 50 }], november);
      assert.deepEqual(await spendIn(db, november), { reservedUsd: 1, spentUsd: 1 });
      const { organization } = await spendOf(db, own, monthOf(november));
      assert.deepEqual(organization, { limitUsd: null, spentUsd: 7, reservedUsd: 6 });
      await changeOrganization(db, own.organizationId, { monthlySpendUsd: 14 });
      await assert.rejects(reserveOwn(2), refusedBy("organization"));
    },
  );

  on(
    "what a process of an older version has given back of an own key's share does not grow the server's",
    async (t) => {
      const { db, reserve, share } = await payer(t);
      await reserve(3);
      const [less] = share(1);
      await releaseSpend(db, [{ ...less!, ownUsd: 5 }], november);
      await addSpend(db, [{ ...less!, ownUsd: 5 }], november);
      assert.deepEqual(await spendIn(db, november), { reservedUsd: 3, spentUsd: 0 });
    },
  );

  on("the first run of a month is bound as well", async (t) => {
    const { reserve } = await payer(t);
    await assert.rejects(reserve(2, { limitUsd: 1 }), refusedBy("server"));
  });

  on("what costs nothing needs no bound", async (t) => {
    const { db, reserve } = await payer(t);
    await reserve(0, { limitUsd: 0 });
    assert.deepEqual(await spendIn(db, november), { reservedUsd: 0, spentUsd: 0 });
  });

  on("of many runs at once no more are accepted than the bound covers", async (t) => {
    const { reserve } = await payer(t);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => reserve(0.25, { limitUsd: 2 })),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 8);
  });

  on("an organization's bound holds over all of its projects at once, and only for it", async (t) => {
    const { db, own, reserve } = await payer(t);
    const stranger = await insertSomebodysProject(db);
    await changeOrganization(db, own.organizationId, { monthlySpendUsd: 2 });
    // As for a second project, and for what has none.
    const others = [own, { ...own, projectId: null }];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => reserve(0.25, { of: others[n % 2]! })),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 8);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.ok(refusedBy("organization")(outcome.reason));
    const { organization } = await spendOf(db, own, monthOf(november));
    assert.deepEqual(organization, { limitUsd: 2, spentUsd: 0, reservedUsd: 2 });
    await reserve(5, { of: { projectId: stranger.id, organizationId: stranger.organizationId } });
    await reserve(0.25, { now: december });
    const near = await nearTheirBounds(db, monthOf(november));
    assert.deepEqual(near, [{ id: own.organizationId, limitUsd: 2, usedUsd: 2 }]);
  });

  on("a project's bound holds for it alone; deleting it gives its organization nothing back", async (t) => {
    const { db, own, reserve, share } = await payer(t);
    await changeOrganization(db, own.organizationId, { monthlySpendUsd: 3 });
    await db.updateTable("projects").set({ monthly_spend_usd: 1 }).where("id", "=", own.projectId).execute();
    await reserve(1);
    await assert.rejects(reserve(0.01), refusedBy("project"));
    await addSpend(db, share(1), november);
    await releaseSpend(db, share(1), november);
    await assert.rejects(reserve(0.01), refusedBy("project"));
    await db.deleteFrom("projects").where("id", "=", own.projectId).execute();
    const { organization } = await spendOf(db, { ...own, projectId: null }, monthOf(november));
    assert.deepEqual(organization, { limitUsd: 3, spentUsd: 1, reservedUsd: 0 });
    await assert.rejects(reserve(2.01, { of: { ...own, projectId: null } }), refusedBy("organization"));
  });

  on("what was reserved before it was counted by project is given back without a debt", async (t) => {
    const { db, own, share } = await payer(t);
    await releaseSpend(db, share(1), november);
    const { organization } = await spendOf(db, own, monthOf(november));
    assert.equal(organization.reservedUsd, 0);
  });
}
