import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, standingStill, startWork, type Work, workOn } from "../../../../test/work.ts";
import { spendIn } from "../../accounts/spending/spend.ts";
import { deleteProject } from "../../deletion/project-deletion.ts";
import { askQueue } from "../../queue/boss.ts";
import { measuredAnswers } from "../../reports/rows/answers.ts";
import { type AnswerMeasurer, measuring } from "../measure-answers.ts";
import { cancelRun } from "../runs.ts";

const queue = askQueue("chatgpt");

/** A reader that reads when it is told to. */
function heldReading() {
  const go = Promise.withResolvers<void>();
  const readerOf: AnswerMeasurer["readerOf"] = (tracked) => {
    const reader = measuring.readerOf(tracked);
    return { ...reader, read: (answer) => go.promise.then(() => reader.read(answer)) };
  };
  return { go: go.resolve, measuring: { ...measuring, readerOf } };
}

const asksOf = ({ db }: Work) =>
  db.selectFrom("asks").select(["status", "answer", "cost_usd", "unbooked_usd"]).orderBy("ordinal").execute();

const repeatedIn = async ({ db }: Work, id: string) =>
  (await db.selectFrom("reports").where("id", "=", id).select("asks_repeated").executeTakeFirstOrThrow())
    .asks_repeated;

const jobsOf = ({ queue: { boss } }: Work) => boss.findJobs(queue);

/** An engine that never answers. */
function hangingEngine() {
  const asked: string[] = [];
  const ask = ({ prompt }: { prompt: string }) => {
    asked.push(prompt);
    return new Promise<string>(() => undefined);
  };
  return { asked, engine: fakeEngine("chatgpt", ask, { estimateUsd: 1 }) };
}

/** Takes what is due and, unlike one that is started, looks for nothing more: not for what it lost either. */
function takeOnce({ worker, queue }: Work): void {
  worker.attend();
  queue.wake();
}

/** The claims on all asks lapse, as of a process that died. */
const lapse = async (work: Work) =>
  work.queue.boss.fail(
    queue,
    (await jobsOf(work)).map(({ id }) => id),
  );

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("an answer is stored before it is read, and who finds it unread reads it and asks nobody", async (t) => {
    let calls = 0;
    const engine = fakeEngine(
      "chatgpt",
      async () => {
        calls += 1;
        return { text: "Acme\u0000 is fine.", costUsd: 0.5 };
      },
      { estimateUsd: 1 },
    );
    const reading = heldReading();
    const first = await startWork(t, store, {
      ...{ engines: enginesOf(engine), measuring: reading.measuring },
      timing: { ...standingStill, grace: 5 },
    });
    const { id } = await first.accept({ monthlySpendUsd: 100 });
    takeOnce(first);
    while ((await asksOf(first))[0]?.answer === null) await delay(5);
    const [kept] = await asksOf(first);
    assert.deepEqual(kept, {
      status: "pending",
      answer: "Acme\ufffd is fine.",
      cost_usd: 0.5,
      unbooked_usd: 0.5,
    });
    await lapse(first);

    const next = await workOn(first.store, { engines: enginesOf(engine), timing: { poll: 20 } });
    await next.worker.start();
    await next.queue.finished(id, 20_000, new AbortController().signal);
    const report = await first.report(id);
    assert.deepEqual([calls, report.status, report.costUsd], [1, "completed", 0.5]);
    const [row] = await measuredAnswers(first.db, report, { limit: 1, after: -1 });
    assert.deepEqual(row?.reading?.mentions.length, 1);
    assert.deepEqual(await asksOf(first), [
      { status: "ok", answer: "Acme\ufffd is fine.", cost_usd: 0.5, unbooked_usd: null },
    ]);
    assert.equal(await repeatedIn(first, id), 0);

    // The process that was taken for dead reads it too, and changes nothing.
    reading.go();
    await first.worker.settle();
    await next[Symbol.asyncDispose]();
    assert.equal((await first.report(id)).costUsd, 0.5);
  });

  on("what was under way in a process that died is counted, stays booked and is asked again", async (t) => {
    let calls = 0;
    const answering = fakeEngine(
      "chatgpt",
      async () => {
        calls += 1;
        return { text: "Acme", costUsd: 0.25 };
      },
      { estimateUsd: 1 },
    );
    const { asked, engine } = hangingEngine();
    const died = await startWork(t, store, {
      engines: enginesOf(engine),
      timing: { ...standingStill, grace: 5 },
    });
    const { id } = await died.accept({ prompts: ["a?", "b?"], monthlySpendUsd: 100 });
    takeOnce(died);
    while (asked.length < 2) await delay(5);
    await lapse(died);

    const next = await workOn(died.store, { engines: enginesOf(answering) });
    await next.worker.settle();
    await next[Symbol.asyncDispose]();
    const report = await died.report(id);
    // Two calls at their estimate of a dollar, and two at what they cost.
    assert.deepEqual([calls, report.status, report.costUsd], [2, "completed", 2.5]);
    assert.equal(await repeatedIn(died, id), 2);
    assert.deepEqual(await spendIn(died.db, new Date()), { reservedUsd: 0, spentUsd: 2.5 });
  });

  on("what our own stop cuts off is counted too, and is no failed call", async (t) => {
    const { asked, engine } = hangingEngine();
    const stopped = await startWork(t, store, {
      engines: enginesOf(engine),
      timing: { poll: 20, grace: 1_000 },
    });
    await stopped.worker.start();
    const { id } = await stopped.accept({ monthlySpendUsd: 100 });
    stopped.queue.wake();
    while (asked.length < 1) await delay(5);
    await stopped.worker[Symbol.asyncDispose]();
    assert.equal(await repeatedIn(stopped, id), 1);
    const [job] = await jobsOf(stopped);
    assert.deepEqual(job?.data, { ...(job?.data as object), failures: 0 });
    const next = await workOn(stopped.store, { engines: enginesOf(fakeEngine("chatgpt", () => "Acme")) });
    await next.worker.settle();
    await next[Symbol.asyncDispose]();
    assert.deepEqual([(await stopped.report(id)).status, await repeatedIn(stopped, id)], ["completed", 1]);
    assert.equal((await spendIn(stopped.db, new Date())).spentUsd, 1);
  });

  on(
    "a slot is free as soon as its engine has answered, and so many answers wait to be read and no more",
    async (t) => {
      let calls = 0;
      const engine = fakeEngine(
        "chatgpt",
        () => {
          calls += 1;
          return "Acme";
        },
        { concurrency: 2 },
      );
      const reading = heldReading();
      const work = await startWork(t, store, {
        ...{ engines: enginesOf(engine), measuring: reading.measuring },
        timing: { poll: 20 },
      });
      await work.worker.start();
      const prompts = Array.from({ length: 250 }, (_, at) => `prompt ${at}?`);
      const { id } = await work.accept({ prompts });
      work.queue.wake();
      while (calls < 200) await delay(5);
      await delay(200);
      assert.ok(calls < 205, `${calls} were asked`);
      reading.go();
      await work.queue.finished(id, 30_000, new AbortController().signal);
      assert.deepEqual([(await work.report(id)).status, calls], ["completed", 250]);
    },
  );

  on("an answer that arrived as its run was cancelled goes, and its call is paid for", async (t) => {
    const engine = fakeEngine("chatgpt", async () => ({ text: "Acme", costUsd: 0.5 }), { estimateUsd: 1 });
    const reading = heldReading();
    const work = await startWork(t, store, {
      ...{ engines: enginesOf(engine), measuring: reading.measuring },
      timing: { poll: 20 },
    });
    await work.worker.start();
    const report = await work.accept({ monthlySpendUsd: 100 });
    work.queue.wake();
    while ((await asksOf(work))[0]?.answer === null) await delay(5);
    const { project, queue, db } = work;
    await db
      .transaction()
      .execute((db) => cancelRun(db, { ...report, projectId: project.id }, queue, new Date()));
    queue.wake();
    queue.stopAsking(report.id);
    reading.go();
    await work.worker.settle();
    assert.deepEqual(await asksOf(work), [
      { status: "failed", answer: null, cost_usd: 0.5, unbooked_usd: null },
    ]);
    assert.deepEqual(await spendIn(db, new Date()), { reservedUsd: 0, spentUsd: 0.5 });
  });

  on("an answer that arrived as its project was deleted is paid for", async (t) => {
    const engine = fakeEngine("chatgpt", async () => ({ text: "Acme", costUsd: 0.5 }), { estimateUsd: 1 });
    const reading = heldReading();
    const work = await startWork(t, store, {
      ...{ engines: enginesOf(engine), measuring: reading.measuring },
      timing: { poll: 20 },
    });
    await work.worker.start();
    const report = await work.accept({ monthlySpendUsd: 100 });
    work.queue.wake();
    while ((await asksOf(work))[0]?.answer === null) await delay(5);
    const { project, queue, db } = work;
    await db
      .transaction()
      .execute((db) =>
        deleteProject(db, { organizationId: project.organizationId, projectId: project.id }, new Date()),
      );
    queue.wake();
    queue.stopAsking(report.id);
    reading.go();
    await work.worker.settle();
    assert.deepEqual(await spendIn(db, new Date()), { reservedUsd: 0, spentUsd: 0.5 });
  });
}
