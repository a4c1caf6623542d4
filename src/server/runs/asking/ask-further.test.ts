import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork } from "../../../../test/work.ts";
import { finishQueue } from "../../queue/boss.ts";
import { claimJobs } from "../../queue/claims.ts";
import type { ReportJob } from "../../queue/queue.ts";
import { endReport, findRunToEnd, type RunToEnd } from "../../reports/report-end.ts";
import { extendRun } from "../runs.ts";
import { askFurther } from "./ask-further.ts";

const figures = { methodVersion: "1", measuredAt: null, costUsd: null };
const nothing = { ...figures, status: "completed", failure: null, scored: null, point: null } as const;

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on(
    "a process that stood still over the end of a run neither ends nor extends it once another has asked further",
    async (t) => {
      const asked: number[] = [];
      const engine = fakeEngine("chatgpt", async ({ prompt }) => {
        asked.push(asked.length);
        return prompt.length % 2 ? "Acme" : "Bolt";
      });
      const engines = enginesOf(engine);
      const work = await startWork(t, store, { engines });
      const { db, queue, project } = work;
      const { id } = await work.accept({ prompts: ["a?", "bb?", "c?", "dd?"], samples: 2 });
      const until = { until: { width: 1 }, planned: 12, samples: 3 };
      await sql`update reports set run = run || ${JSON.stringify(until)}::jsonb where id = ${id}`.execute(db);
      // Two samples of each prompt lie at the first two of three places.
      await sql`update asks set ordinal = ordinal + 100 where report_id = ${id}`.execute(db);
      await sql`
        update asks set ordinal = (ordinal - 100) / 2 * 3 + ordinal % 2 where report_id = ${id}`.execute(db);
      await sql`
        update jobs.job set data = jsonb_set(data, '{ordinal}',
          to_jsonb((data ->> 'ordinal')::int / 2 * 3 + (data ->> 'ordinal')::int % 2))
        where name = 'ask.chatgpt'`.execute(db);
      const claim = async () => {
        const given = { queue: finishQueue, most: 1, holder: null };
        return (await db.transaction().execute((db) => claimJobs<ReportJob>(db, given)))[0]!;
      };
      const lapse = () =>
        sql`update jobs.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
          where name = ${finishQueue}`.execute(db);

      await queue.enqueueFinish(db, { projectId: project.id, id });
      const lost = await claim();
      await work.worker.settle();
      const before: RunToEnd = (await findRunToEnd(db, { projectId: project.id, id }))!;
      assert.equal(before.callCount, 8);

      // Here it stands still; another one goes on.
      await lapse();
      const held = await claim();
      const terms = { sample: 3, estimateUsd: () => 0, monthlySpendUsd: 100, queue, now: new Date() };
      const parts = { db, queue, engines, settings: { monthlySpendUsd: 100 }, now: () => new Date() };
      const end = { ...nothing, scored: { metrics: {} } as never, point: {} as never };
      assert.equal(await askFurther(parts, before, end, lost), null, "the claim is another's");
      assert.equal(await askFurther(parts, before, end, held), "further");
      await queue.enqueueFinish(db, { projectId: project.id, id });
      await claim();
      await work.worker.settle();
      assert.equal(asked.length, 12);

      assert.equal(await endReport(db, before, nothing, new Date()), false);
      assert.equal(await extendRun(db, before, terms), false);
      assert.equal((await work.report(id)).status, "processing");
      await lapse();
      await work.worker.settle();
      const report = await work.report(id);
      assert.deepEqual(
        [report.status, report.jobsDone, report.scored?.metrics.answers],
        ["completed", 12, 12],
      );
    },
  );
}
