import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork } from "../../../test/work.ts";
import { usedUnits } from "../accounts/spending/quota.ts";
import { spendIn } from "../accounts/spending/spend.ts";
import { Problem } from "../kernel/problem.ts";
import { lockOrganization } from "../organizations/organizations.ts";
import { countRunning, findRunning } from "./runs.ts";

const engine = fakeEngine("chatgpt", () => "Acme", { estimateUsd: 0.01 });

const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  throw error;
};

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 120_000 }, body);

  on("of 500 runs at once with 50 units left exactly 50 are accepted", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    /** Who finds no connection free in time comes again, as a caller does after a 503. */
    const accepted = (): Promise<unknown> =>
      work.accept({ limit: 50 }).catch((error) => (error.code === "53300" ? accepted() : problemOf(error)));
    const outcomes = await Promise.all(Array.from({ length: 500 }, accepted));
    const refused = outcomes.filter((outcome) => outcome instanceof Problem);
    assert.equal(refused.length, 450);
    for (const { code, details } of refused) {
      assert.equal(code, "BILLING_REQUIRED");
      assert.equal(details?.quota, "visibility");
    }
    const used = await usedUnits(work.db, work.project.organizationId, "2026-01-01T00:00:00.000Z");
    assert.equal(used.visibility, 50);
    const { asks, jobs } = {
      asks: await work.db.selectFrom("asks").select("id").execute(),
      jobs: await work.queue.boss.findJobs("ask.chatgpt"),
    };
    assert.deepEqual([asks.length, jobs.length], [50, 50]);
    assert.ok(Math.abs((await spendIn(work.db, new Date())).reservedUsd - 0.5) < 1e-9);
  });

  on("a run that would pass the month's bound is refused whole, and says how much is left", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const now = new Date("2026-11-20T12:00:00Z");
    await work.accept({ prompts: ["a?", "b?"], monthlySpendUsd: 0.03, now });
    const problem = await work.accept({ prompts: ["c?", "d?"], monthlySpendUsd: 0.03, now }).catch(problemOf);
    assert.ok(problem instanceof Problem);
    assert.equal(
      problem.message,
      "This may cost up to 0.0200 USD, and 0.0100 USD are left of the server's limit of 0.0300 USD for this month. " +
        "Whoever runs the server can raise it. It starts again on 2026-12-01 (UTC).",
    );
    assert.deepEqual(problem.details, {
      quota: "spend",
      bound: "server",
      remaining: 0.01,
      required: 0.02,
      limit: 0.03,
      resets_at: "2026-12-01T00:00:00.000Z",
      upgrade_url: null,
    });
  });

  on("of 20 runs at once no more than 3 run, where the user is locked first", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const accepted = await Promise.all(
      Array.from({ length: 20 }, () =>
        work.db.transaction().execute(async (db) => {
          await lockOrganization(db, work.project.organizationId);
          if ((await countRunning(db, work.project.organizationId)) >= 3) return false;
          await work.acceptIn(db);
          return true;
        }),
      ),
    );
    assert.equal(accepted.filter(Boolean).length, 3);
  });

  on("a running report is found by its input, an ended one is not", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts: ["a?"] });
    const hash = JSON.stringify([["a?"], 1]);
    assert.equal((await findRunning(work.db, work.project.id, hash))?.id, id);
    assert.equal(await findRunning(work.db, work.project.id, "other"), undefined);
    await work.worker.settle();
    assert.equal(await findRunning(work.db, work.project.id, hash), undefined);
  });

  on("a run of 20,000 asks is accepted in one piece", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const prompts = Array.from({ length: 500 }, (_, index) => `prompt ${index}?`);
    const { id } = await work.accept({ prompts, samples: 40, monthlySpendUsd: 1_000 });
    const [first, last] = await work.db
      .selectFrom("asks")
      .where("report_id", "=", id)
      .where("ordinal", "in", [0, 19_999])
      .select(["prompt", "sample"])
      .orderBy("ordinal")
      .execute();
    assert.deepEqual(first, { prompt: "prompt 0?", sample: 1 });
    assert.deepEqual(last, { prompt: "prompt 499?", sample: 40 });
  });
}
