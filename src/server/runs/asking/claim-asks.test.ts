import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, standingStill, startWork, type Work, workOn } from "../../../../test/work.ts";
import { spendIn } from "../../accounts/spending/spend.ts";
import { askQueue } from "../../queue/boss.ts";
import { measuredAnswers } from "../../reports/rows/answers.ts";
import { lapsesPerAsk } from "./run-asks.ts";

const queue = askQueue("chatgpt");

const jobsOf = ({ queue: { boss } }: Work) => boss.findJobs(queue);

/** The claims on all asks lapse, as of a process that stood still for too long. */
async function lapse(work: Work): Promise<void> {
  const jobs = await jobsOf(work);
  await work.queue.boss.fail(
    queue,
    jobs.map(({ id }) => id),
  );
}

/** An engine that answers when it is told to; whoever asks it as many questions as it takes claims nothing more. */
function heldEngine(concurrency = 1) {
  const held: ((answer: { text: string; costUsd: number }) => void)[] = [];
  const engine = fakeEngine("chatgpt", () => new Promise((resolve) => held.push(resolve)), {
    concurrency,
  });
  return { held, engine };
}

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("what becomes free while others are claimed is asked at once", async (t) => {
    const { held, engine } = heldEngine(2);
    const work = await startWork(t, store, {
      engines: enginesOf(engine),
      timing: { ...standingStill, sweep: 3_600_000, grace: 10 },
    });
    await work.worker.start();
    // Its first sweep looks for work too.
    await work.worker.sweep();
    await work.accept({ prompts: ["a?", "b?", "c?", "d?"] });
    work.queue.wake();
    while (held.length < 2) await delay(5);
    const { claimJobs } = work.queue;
    let claims = 0;
    t.mock.method(work.queue, "claimJobs", async (...terms: Parameters<typeof claimJobs>) => {
      const claimed = await claimJobs(...terms);
      claims += 1;
      if (claims === 1) {
        held[1]!({ text: "Acme", costUsd: 0 });
        // Until it is known here that there is room for another.
        await delay(50);
      }
      return claimed;
    });
    held[0]!({ text: "Acme", costUsd: 0 });
    while (held.length < 4) await delay(5);
  });

  on("the end of a lost claim leaves the next one alone, and nobody is asked a third time", async (t) => {
    const { held, engine } = heldEngine();
    const clock = { now: Date.now() };
    const settled: string[] = [];
    const observeSettled = ({ provider, outcome }: { provider: string; outcome: string }) =>
      void settled.push(`${provider} ${outcome}`);
    const now = () => new Date(clock.now);
    const engines = enginesOf(engine);
    const paused = await startWork(t, store, {
      engines,
      now,
      timing: { ...standingStill, poll: 20 },
      observeSettled,
    });
    await paused.worker.start();
    const { id } = await paused.accept({ now: now() });
    paused.queue.wake();
    while (held.length < 1) await delay(5);
    const next = await workOn(paused.store, {
      engines,
      now,
      observeSettled,
      timing: { poll: 20, grace: 10 },
    });
    t.after(() => next[Symbol.asyncDispose]());
    await lapse(paused);
    await next.worker.start();
    while (held.length < 2) await delay(5);

    const kept = (await jobsOf(paused))[0];
    held[0]!({ text: "of the first claim", costUsd: 0.5 });
    while ((await spendIn(paused.db, now())).spentUsd === 0) await delay(5);
    const [job] = await jobsOf(paused);
    assert.deepEqual([job?.state, job?.retryCount, job?.id], ["active", 1, kept?.id]);
    clock.now += 60_000;
    await next.worker.sweep();
    await delay(100);
    assert.equal(held.length, 2);

    held[1]!({ text: "of the second claim", costUsd: 0.25 });
    await next.queue.finished(id, 20_000, new AbortController().signal);
    const report = await paused.report(id);
    assert.deepEqual([report.status, report.costUsd], ["completed", 0.25]);
    assert.deepEqual(settled, ["chatgpt answered"]);
    // Both calls were paid for.
    assert.equal((await spendIn(paused.db, now())).spentUsd, 0.75);
    assert.deepEqual(await jobsOf(paused), []);
  });

  on("a failure of a lost claim does not put the ask off", async (t) => {
    const { held, engine } = heldEngine();
    const failed: ((error: Error) => void)[] = [];
    const failing = fakeEngine("chatgpt", () => new Promise((_, reject) => failed.push(reject)), {
      concurrency: 1,
    });
    const paused = await startWork(t, store, {
      engines: enginesOf(failing),
      timing: { ...standingStill, poll: 20 },
    });
    await paused.worker.start();
    const { id } = await paused.accept();
    while (failed.length < 1) await delay(5);
    const next = await workOn(paused.store, { engines: enginesOf(engine), timing: { poll: 20 } });
    t.after(() => next[Symbol.asyncDispose]());
    await lapse(paused);
    await next.worker.start();
    while (held.length < 1) await delay(5);
    failed[0]!(new Error("late"));
    await paused.worker.settle();
    assert.deepEqual(
      (await jobsOf(paused)).map(({ state }) => state),
      ["active"],
    );
    held[0]!({ text: "Acme", costUsd: 0 });
    await next.queue.finished(id, 20_000, new AbortController().signal);
    assert.equal((await paused.report(id)).status, "completed");
  });

  on("a call whose claim lapsed keeps it where nobody else has taken the ask on", async (t) => {
    const { held, engine } = heldEngine(200);
    const work = await startWork(t, store, { engines: enginesOf(engine), timing: { renew: 20 } });
    await work.worker.start();
    const { id } = await work.accept();
    work.queue.wake();
    while (held.length < 1) await delay(5);
    await work.queue.boss.fail(
      queue,
      (await jobsOf(work)).map(({ id }) => id),
    );
    while ((await jobsOf(work))[0]?.state !== "active") await delay(5);
    // The queue replaces the row, so a renewal at that moment does not find it, and the ask is claimed anew.
    for (let ended = false; !ended; ) {
      for (const answer of held.splice(0)) answer({ text: "Acme", costUsd: 0 });
      await work.queue.finished(id, 200, new AbortController().signal);
      ended = (await work.report(id)).status !== "processing";
    }
    assert.equal((await work.report(id)).status, "completed");
  });

  on("an ask that its processes died over again and again fails by name", async (t) => {
    let calls = 0;
    const engine = fakeEngine("chatgpt", () => {
      calls += 1;
      return "Acme";
    });
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept();
    for (let death = 0; death < lapsesPerAsk; death += 1) {
      await work.queue.boss.fetch(queue);
      await lapse(work);
    }
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, calls], ["failed", 0]);
    const [row] = await measuredAnswers(work.db, report, { limit: 1, after: -1 });
    assert.equal(row?.errorCode, "interrupted");
    assert.deepEqual(await jobsOf(work), []);
  });

  on("an ask that is handed back in order is asked however often that happens", async (t) => {
    const hanging = enginesOf(fakeEngine("chatgpt", () => new Promise<string>(() => undefined)));
    const work = await startWork(t, store, { engines: hanging });
    const { id } = await work.accept();
    for (let stop = 0; stop <= lapsesPerAsk; stop += 1) {
      const stopped = await workOn(work.store, { engines: hanging, timing: { poll: 5, grace: 5 } });
      await stopped.worker.start();
      while ((await jobsOf(work))[0]?.state !== "active") await delay(5);
      await stopped[Symbol.asyncDispose]();
      assert.equal((await jobsOf(work))[0]?.state, "retry");
    }
    const last = await workOn(work.store, { engines: enginesOf(fakeEngine("chatgpt", () => "Acme")) });
    await last.worker.settle();
    await last[Symbol.asyncDispose]();
    assert.equal((await work.report(id)).status, "completed");
  });

  on("an engine whose asks cannot be claimed keeps nobody else's from being asked", async (t) => {
    const [acme, claude] = (["chatgpt", "claude"] as const).map((one) => fakeEngine(one, () => "Acme"));
    const work = await startWork(t, store, {
      engines: enginesOf(acme!, claude!),
      timing: { poll: 20, renew: 20 },
    });
    const { claimJobs } = work.queue;
    let broken = true;
    t.mock.method(work.queue, "claimJobs", (...[db, terms]: Parameters<typeof claimJobs>) =>
      broken && terms.queue === askQueue("claude")
        ? delay(20).then(() => Promise.reject(new Error("no such queue")))
        : claimJobs(db, terms),
    );
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.start();
    while ((await work.report(id)).jobsDone < 2) await delay(10);
    assert.deepEqual(await jobsOf(work), []);
    broken = false;
    await work.queue.finished(id, 20_000, new AbortController().signal);
    assert.equal((await work.report(id)).status, "completed");
  });

  on("what could not be begun is free for another process at once", async (t) => {
    const acme = fakeEngine("chatgpt", () => "Acme");
    const broken = fakeEngine("chatgpt", () => "never", { concurrency: 10 });
    const work = await startWork(t, store, { engines: enginesOf(broken), timing: { renew: 20 } });
    const { id } = await work.accept();
    // What the run measures cannot be read.
    await work.db.schema.alterTable("reports").renameColumn("brands", "away").execute();
    await work.worker.start();
    while ((await jobsOf(work))[0]?.state !== "retry") {
      work.queue.wake();
      await delay(5);
    }
    await work.worker[Symbol.asyncDispose]();
    await work.db.schema.alterTable("reports").renameColumn("away", "brands").execute();
    const next = await workOn(work.store, { engines: enginesOf(acme) });
    await next.worker.settle();
    await next[Symbol.asyncDispose]();
    assert.equal((await work.report(id)).status, "completed");
  });

  on("a worker that was not started asks nobody, whatever is put on the queue", async (t) => {
    let calls = 0;
    const engine = fakeEngine("chatgpt", () => {
      calls += 1;
      return "Acme";
    });
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept();
    work.queue.wake();
    await delay(300);
    assert.deepEqual([calls, (await jobsOf(work))[0]?.state], [0, "created"]);
    const beside = await workOn(work.store, { engines: enginesOf(engine), timing: { poll: 20 } });
    await beside.worker.start();
    await work.queue.finished(id, 20_000, new AbortController().signal);
    await beside[Symbol.asyncDispose]();
    assert.deepEqual([calls, (await work.report(id)).status], [1, "completed"]);
  });
}
