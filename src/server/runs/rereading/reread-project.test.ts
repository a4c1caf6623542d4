import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { sql } from "kysely";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, type Work, workOn } from "../../../../test/work.ts";
import { lineNow } from "../../kernel/turns/on-behalf.ts";
import { BusyError } from "../../outbound/parsing.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/projects.ts";
import { measuredAnswers } from "../../reports/rows/answers.ts";
import { trendPointsUpTo } from "../../reports/trends/trends.ts";
import { type AnswerMeasurer, measuring } from "../measure-answers.ts";

const engine = fakeEngine("chatgpt", ({ prompt }) => (prompt === "a?" ? "Acme" : "Try Zenith or Bolt."));

const change = (work: Work, changed: Partial<Project>) =>
  work.db.transaction().execute(async (db) => {
    await updateProject(db, { ...work.project, ...changed }, new Date());
    await work.queue.enqueueReread(db, work.project.id);
  });

/** Reads as usual, after something else. */
const readingAfter = (first: () => void): AnswerMeasurer => ({
  ...measuring,
  readerOf(tracked) {
    const reader = measuring.readerOf(tracked);
    return {
      ...reader,
      read(answer) {
        first();
        return reader.read(answer);
      },
    };
  },
});

/** Counts what is read, and stops reading after `most` answers. */
function counted(most = Number.POSITIVE_INFINITY) {
  const counter = { read: 0 };
  const counting = readingAfter(() => {
    if (counter.read >= most) throw new Error("cut off");
    counter.read += 1;
  });
  return { counter, counting };
}

/** As when the lease of the worker that failed has run out. */
async function endLease({ db, queue }: Work): Promise<void> {
  const jobs = (await queue.boss.findJobs("reread")).filter(({ state }) => state === "active");
  const ids = jobs.map(({ id }) => id);
  if (ids.length > 0) await queue.boss.fail("reread", ids);
  // One whose work failed waits a while.
  await sql`update jobs.job set start_after = now() where name = 'reread'`.execute(db);
}

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("a changed alias is read in the stored answers, and no engine is asked again", async (t) => {
    let asked = 0;
    const counting = fakeEngine("chatgpt", ({ prompt }) => {
      asked += 1;
      return prompt === "a?" ? "Acme" : "Try Zenith or Bolt.";
    });
    const work = await startWork(t, store, { engines: enginesOf(counting) });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.settle();
    const before = await work.report(id);

    await change(work, { brandAliases: ["Zenith"] });
    await work.worker.settle();

    const report = await work.report(id);
    assert.deepEqual([before.scored?.metrics.mentions, report.scored?.metrics.mentions], [1, 2]);
    assert.deepEqual([before.reading, report.reading], [1, 2]);
    assert.deepEqual(report.brands.own.aliases, ["Zenith"]);
    assert.equal(report.measuredAt, before.measuredAt);
    assert.equal(asked, 2);
    const [point] = await trendPointsUpTo(work.db, report, 12);
    assert.equal(point?.point.appearanceRate, 1);
  });

  on("what is read and computed waits in the organization's own line for threads", async (t) => {
    const lines: { owner: string; awaited: boolean }[] = [];
    const note = () => void lines.push(lineNow());
    const noting: AnswerMeasurer = {
      ...readingAfter(note),
      score: (answers, tracked) => {
        note();
        return measuring.score(answers, tracked);
      },
    };
    const work = await startWork(t, store, { engines: enginesOf(engine), measuring: noting });
    await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.settle();
    await change(work, { brandAliases: ["Zenith"] });
    await work.worker.settle();
    const line = { owner: work.project.organizationId, awaited: false };
    assert.deepEqual(
      lines,
      Array.from({ length: 6 }, () => line),
    );
  });

  on("what the machine is too busy to read is read later, and no report is passed over", async (t) => {
    let busy = false;
    const sometimes = readingAfter(() => {
      if (busy) throw new BusyError();
    });
    const work = await startWork(t, store, { engines: enginesOf(engine), measuring: sometimes });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.settle();
    busy = true;
    await change(work, { brandAliases: ["Zenith"] });
    await work.worker.settle();
    assert.equal((await work.report(id)).reading, 1);
    busy = false;
    await endLease(work);
    await work.worker.settle();
    assert.equal((await work.report(id)).reading, 2);
  });

  on("an earlier reading stays to be looked at", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.settle();
    await change(work, { brand: "Zenith" });
    await work.worker.settle();

    const report = await work.report(id);
    const named = async (reading: number) =>
      (await measuredAnswers(work.db, report, { limit: 10, after: -1, reading })).map(({ reading }) =>
        reading?.mentions.some(({ isOwnBrand }) => isOwnBrand),
      );
    assert.deepEqual(await named(1), [true, false]);
    assert.deepEqual(await named(2), [false, true]);
    assert.equal(report.brand, "Zenith");
  });

  on("an ad hoc report is read for the brand it was asked for", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ type: "visibility_analysis_api", prompts: ["a?"] });
    await work.worker.settle();
    await change(work, { brand: "Zenith" });
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.reading, report.brand], [1, "Acme"]);
  });

  on("a prompt that names the new brand counts as branded from then on", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts: ["a?", "is Zenith good?"] });
    await work.worker.settle();
    assert.equal((await work.report(id)).scored?.metrics.answers, 2);
    await change(work, { brand: "Zenith" });
    await work.worker.settle();
    const report = await work.report(id);
    assert.equal(report.scored?.metrics.answers, 1);
    assert.equal(report.scored?.branded?.answers, 1);
    const rows = await measuredAnswers(work.db, report, { limit: 10, after: -1 });
    assert.deepEqual(
      rows.map(({ branded }) => branded),
      [false, true],
    );
  });

  on("a better method reads old reports again when the worker starts", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts: ["a?"] });
    const custom = await work.accept({ type: "visibility_analysis_api", prompts: ["a?"] });
    await work.worker.settle();

    const better = { ...measuring, methodVersion: `${Number(measuring.methodVersion) + 1}` };
    const next = await workOn(work.store, { engines: enginesOf(engine), measuring: better });
    await next.worker.start();
    await next.worker.settle();
    await next[Symbol.asyncDispose]();

    for (const report of [await work.report(id), await work.report(custom.id)]) {
      assert.deepEqual([report.reading, report.methodVersion], [2, better.methodVersion]);
    }
  });

  on("a reading that was interrupted goes on where it was", async (t) => {
    const prompts = Array.from({ length: 450 }, (_, index) => `prompt ${index}?`);
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts });
    await work.worker.settle();
    await change(work, { brand: "Zenith" });

    const first = counted(300);
    const cut = await workOn(work.store, { engines: enginesOf(engine), measuring: first.counting });
    await cut.worker.settle();
    await cut[Symbol.asyncDispose]();
    assert.equal((await work.report(id)).reading, 1);

    await endLease(work);
    const second = counted();
    const next = await workOn(work.store, { engines: enginesOf(engine), measuring: second.counting });
    await next.worker.settle();
    await next[Symbol.asyncDispose]();

    const report = await work.report(id);
    assert.equal(report.reading, 2);
    assert.equal(report.scored?.metrics.answers, 450);
    assert.equal(report.scored?.metrics.appearanceRate, 1);
    assert.equal(second.counter.read, 250);
  });

  on("brands that change while answers are read again are the ones that count in the end", async (t) => {
    const prompts = Array.from({ length: 250 }, (_, index) => `prompt ${index}?`);
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept({ prompts });
    await work.worker.settle();
    await change(work, { brand: "Nobody" });

    const first = counted(200);
    const cut = await workOn(work.store, { engines: enginesOf(engine), measuring: first.counting });
    await cut.worker.settle();
    await cut[Symbol.asyncDispose]();
    await change(work, { brand: "Zenith" });
    await endLease(work);
    await work.worker.settle();

    const report = await work.report(id);
    assert.deepEqual([report.reading, report.brand], [2, "Zenith"]);
    assert.equal(report.scored?.metrics.appearanceRate, 1);
  });
}
