import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../test/stores.ts";
import { Problem } from "../../kernel/problem.ts";
import { addSpend, releaseSpend, reserveSpend, spendIn } from "./spend.ts";

const november = new Date("2026-11-30T23:59:59.999Z");
const december = new Date("2026-12-01T00:00:00Z");
const refused = (error: unknown) => error instanceof Problem && error.details?.quota === "spend";

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("what is reserved and what was spent share one bound, month by month", async (t) => {
    const { db } = await store.open(t);
    await reserveSpend(db, { estimateUsd: 0.75, limitUsd: 1, now: november });
    await assert.rejects(reserveSpend(db, { estimateUsd: 0.5, limitUsd: 1, now: november }), refused);
    await addSpend(db, 0.25, november);
    await assert.rejects(reserveSpend(db, { estimateUsd: 0.25, limitUsd: 1, now: november }), refused);
    await reserveSpend(db, { estimateUsd: 1, limitUsd: 1, now: december });
    await releaseSpend(db, 0.75, november);
    assert.deepEqual(await spendIn(db, november), { reservedUsd: 0, spentUsd: 0.25 });
    assert.deepEqual(await spendIn(db, december), { reservedUsd: 1, spentUsd: 0 });
  });

  on("the first run of a month is bound as well", async (t) => {
    const { db } = await store.open(t);
    await assert.rejects(reserveSpend(db, { estimateUsd: 2, limitUsd: 1, now: november }), refused);
  });

  on("what costs nothing needs no bound", async (t) => {
    const { db } = await store.open(t);
    await reserveSpend(db, { estimateUsd: 0, limitUsd: 0, now: november });
    assert.deepEqual(await spendIn(db, november), { reservedUsd: 0, spentUsd: 0 });
  });

  on("of many runs at once no more are accepted than the bound covers", async (t) => {
    const { db } = await store.open(t);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => reserveSpend(db, { estimateUsd: 0.25, limitUsd: 2, now: november })),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 8);
  });
}
