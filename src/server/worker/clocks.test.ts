import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, workOn } from "../../../test/work.ts";
import { usedUnits } from "../accounts/spending/quota.ts";

const minute = 60_000;
const quick = { poll: 20, sweep: 20, renew: 20, free: 20, drop: 20 };

/** An assistant that answers once it is let. */
function holding() {
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  const engine = fakeEngine("chatgpt", async ({ prompt }) => {
    asked.push(prompt);
    await answer.promise;
    return "Acme";
  });
  return { asked, answer: answer.resolve, engines: enginesOf(engine) };
}

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await reached())) await delay(5);
}

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  for (const [jump, minutes] of [
    ["forward", 60],
    ["back", -60],
  ] as const) {
    on(
      `a clock that jumps an hour ${jump} while answers are awaited repeats and closes nothing`,
      async (t) => {
        const { asked, answer, engines } = holding();
        let off = 0;
        const now = () => new Date(Date.now() + off);
        const work = await startWork(t, store, { engines, now, timing: quick });
        await work.worker.start();
        const run = await work.accept({ prompts: ["a?", "b?"] });
        await until(() => asked.length === 2);
        off = minutes * minute;
        const later = await work.accept({ prompts: ["c?"] });
        // Many renewals, sweeps and looks for the dead, by the new time.
        await delay(500);
        assert.deepEqual([(await work.report(run.id)).status, asked.length], ["processing", 3]);
        answer();
        for (const { id } of [run, later]) {
          await until(async () => (await work.report(id)).status !== "processing");
          assert.equal((await work.report(id)).status, "completed");
        }
        assert.deepEqual(asked, ["a?", "b?", "c?"]);
        const used = await usedUnits(work.db, work.project.organizationId, "2026-01-01T00:00:00.000Z");
        assert.equal(used.visibility, 3);
      },
    );
  }

  for (const [is, minutes] of [
    ["ahead of", 10],
    ["behind", -10],
  ] as const) {
    on(`a process ten minutes ${is} the others takes nothing from them, and works as they do`, async (t) => {
      const { asked, answer, engines } = holding();
      const right = await startWork(t, store, { engines, timing: quick });
      await right.worker.start();
      const run = await right.accept({ prompts: ["a?", "b?"] });
      await until(() => asked.length === 2);
      const now = () => new Date(Date.now() + minutes * minute);
      const wrong = await workOn(right.store, { engines, now, timing: quick });
      t.after(() => wrong[Symbol.asyncDispose]());
      await wrong.worker.start();
      await delay(500);
      assert.deepEqual([(await right.report(run.id)).status, asked.length], ["processing", 2]);
      const theirs = await wrong.accept({ prompts: ["c?"] });
      answer();
      for (const { id } of [run, theirs]) {
        await until(async () => (await wrong.report(id)).status !== "processing");
        assert.equal((await wrong.report(id)).status, "completed");
      }
      assert.deepEqual(asked, ["a?", "b?", "c?"]);
    });
  }

  on("a run that nobody was there to ask for hours is asked by the first worker that starts", async (t) => {
    const { asked, answer, engines } = holding();
    answer();
    const work = await startWork(t, store, { engines, timing: quick });
    const run = await work.accept({ prompts: ["a?"], now: new Date(Date.now() - 120 * minute) });
    await work.worker.start();
    await until(async () => (await work.report(run.id)).status !== "processing");
    assert.deepEqual([(await work.report(run.id)).status, asked], ["completed", ["a?"]]);
  });
}
