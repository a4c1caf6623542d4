import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { keepCrawl } from "../../../../test/fixtures/crawl.ts";
import { postOf } from "../../../../test/fixtures/draft-texts.ts";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, type Work, workOn } from "../../../../test/work.ts";
import { usedUnits } from "../../accounts/spending/quota.ts";
import { spendIn } from "../../accounts/spending/spend.ts";
import { wholeOf } from "../../db/reach.ts";
import { deleteProject } from "../../deletion/project-deletion.ts";
import { EngineError } from "../../engines/engine.ts";
import { newId } from "../../kernel/id.ts";
import { saveCredentials } from "../../organizations/engine-credentials/engine-credentials.ts";
import { draftQueue } from "../../queue/boss.ts";
import { findDraft, insertDraft } from "./drafts.ts";

const topic = "crm for small teams";
const periodStart = "2026-01-01T00:00:00.000Z";
const estimateUsd = 0.05;
const writer = (ask: Parameters<typeof fakeEngine>[1]) =>
  enginesOf(fakeEngine("claude", ask, { estimateUsd }));

/** Accepts a draft; `read` says how it stands, `owed` what it costs its owner and the operator. */
async function accept(
  { db, queue, project }: Work,
  options: { now?: Date; lost?: boolean; own?: boolean; crawlRecordId?: string } = {},
) {
  const { now = new Date(), lost = false, own = false, crawlRecordId = null } = options;
  const id = newId();
  await db.transaction().execute(async (db) => {
    await insertDraft(db, {
      ...{ id, project, topic, platform: "linkedin", kind: "post", promptType: null, target: null },
      metadata: {},
      context: { quality: "none", message: "", crawlRecordId, reportId: null },
      engine: { provider: "claude", surface: "api", own },
      estimateUsd: 2 * estimateUsd,
      quota: { periodStart, resetsAt: periodStart, limit: 100 },
      monthlySpendUsd: 100,
      now,
    });
    if (!lost) await queue.enqueueDraft(db, { projectId: project.id, reportId: id });
  });
  return {
    id,
    read: async () => (await findDraft(db, wholeOf(project.organizationId), id))!,
    async owed() {
      const { reservedUsd, spentUsd } = await spendIn(db, now);
      const { content } = await usedUnits(db, project.organizationId, periodStart);
      return { content, reserved: cents(reservedUsd), spent: cents(spentUsd) };
    },
  };
}

const cents = (usd: number): number => Math.round(usd * 100);

for (const store of anyStore) {
  const on = (name: string, run: (t: TestContext) => Promise<void>) =>
    test(`${name} (${store.name})`, { skip: store.skip }, run);

  on("a draft whose worker stops is written by another, and charged once", async (t) => {
    const reached = Promise.withResolvers<void>();
    const hangs = writer(async (_question, signal) => {
      reached.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new EngineError("cancelled"))),
      );
    });
    const first = await startWork(t, store, { engines: hangs, timing: { grace: 10 } });
    const draft = await accept(first);
    assert.deepEqual(await draft.owed(), { content: 1, reserved: 10, spent: 0 });
    await first.worker.start();
    first.queue.wake();
    await reached.promise;
    await first.worker[Symbol.asyncDispose]();
    assert.equal((await draft.read()).report.status, "processing");

    const engines = writer(async () => ({ text: postOf(topic), costUsd: 0.03 }));
    const second = await workOn(first.store, { engines });
    t.after(() => second[Symbol.asyncDispose]());
    await second.worker.settle();
    const { report, content } = await draft.read();
    assert.deepEqual([report.status, report.jobsDone, report.costUsd], ["completed", 1, 0.03]);
    assert.ok(content?.bodyMarkdown);
    assert.deepEqual(await draft.owed(), { content: 1, reserved: 0, spent: 3 });
  });

  on("a draft keeps to the key that it was accepted with: the organization's or the server's", async (t) => {
    let calls = 0;
    const engines = writer(async () => {
      calls += 1;
      return postOf(topic);
    });
    const work = await startWork(t, store, { engines });
    // The organization's key is deleted before anything is asked.
    const withOwn = await accept(work, { own: true });
    await work.worker.settle();
    const { status, failure } = (await withOwn.read()).report;
    assert.deepEqual([status, failure?.code, calls], ["failed", "DRAFT_NO_CREDENTIALS", 0]);
    assert.deepEqual(await withOwn.owed(), { content: 0, reserved: 0, spent: 0 });

    const { organizationId } = work.project;
    const key = { organizationId, provider: "claude", sealed: "sealed", lastFour: "last" };
    const withServers = await accept(work);
    await saveCredentials(work.db, key, new Date());
    await work.worker.settle();
    assert.deepEqual([(await withServers.read()).report.status, calls], ["completed", 1]);
  });

  on("a draft rests on what its pages say in full, of a website too large for this thread too", async (t) => {
    const prompts: string[] = [];
    const engines = writer(async ({ prompt }) => {
      prompts.push(prompt);
      return postOf(topic);
    });
    const work = await startWork(t, store, { engines });
    const { organizationId, id: projectId } = work.project;
    const page = (at: number, title: string, text: string) => ({
      ...{ url: `https://acme.example/${at}`, title, text },
    });
    const filler = "We keep the office warm, and there is coffee. ".repeat(200);
    const crawlRecordId = await keepCrawl(work.db, { organizationId, projectId }, [
      ...Array.from({ length: 30 }, (_, at) => page(at, `Notes ${at}`, filler)),
      page(30, "CRM for small teams", `${filler}\n\nOur CRM for small teams costs nine euros.`),
    ]);
    const draft = await accept(work, { crawlRecordId });
    await work.worker.settle();
    assert.equal((await draft.read()).report.status, "completed");
    assert.match(prompts[0] ?? "", /acme\.example\/30[\s\S]*costs nine euros/);
    assert.doesNotMatch(prompts[0] ?? "", /acme\.example\/3\b/);
  });

  on("an engine that is busy is asked again", async (t) => {
    let calls = 0;
    const engines = writer(async () => {
      calls += 1;
      if (calls === 1) throw new EngineError("rate_limited", { retryAfterMs: 5 });
      return postOf(topic);
    });
    const work = await startWork(t, store, { engines, random: () => 0 });
    const draft = await accept(work);
    await work.worker.settle();
    assert.deepEqual([(await draft.read()).report.status, calls], ["completed", 2]);
  });

  on("a draft over which three workers have died fails, and costs nothing", async (t) => {
    const work = await startWork(t, store, { engines: writer(async () => postOf(topic)) });
    const draft = await accept(work);
    for (let death = 0; death < 3; death += 1) {
      await work.queue.boss.fetch(draftQueue);
      await work.queue.boss.fail(draftQueue, draft.id);
    }
    await work.worker.settle();
    const { status, failure } = (await draft.read()).report;
    assert.deepEqual([status, failure?.code], ["failed", "DRAFT_INTERRUPTED"]);
    assert.deepEqual(await draft.owed(), { content: 0, reserved: 0, spent: 0 });
  });

  on("a worker that lost its claim on a draft does not end it, and what it spent is booked", async (t) => {
    const held: ((answer: { text: string; costUsd: number }) => void)[] = [];
    const engines = writer(() => new Promise((resolve) => held.push(resolve)));
    const timing = { renew: 60_000, poll: 20 };
    const paused = await startWork(t, store, { engines, timing });
    const draft = await accept(paused);
    await paused.worker.start();
    while (held.length < 1) await delay(5);
    const next = await workOn(paused.store, { engines, timing });
    t.after(() => next[Symbol.asyncDispose]());
    await paused.queue.boss.fail(draftQueue, draft.id);
    await next.worker.start();
    while (held.length < 2) await delay(5);

    held[0]!({ text: postOf(topic), costUsd: 0.01 });
    while ((await draft.owed()).spent === 0) await delay(5);
    assert.equal((await draft.read()).report.status, "processing");
    assert.equal((await paused.queue.boss.findJobs(draftQueue))[0]?.state, "active");

    held[1]!({ text: postOf(topic), costUsd: 0.02 });
    await next.queue.finished(draft.id, 20_000, new AbortController().signal);
    const { status, costUsd } = (await draft.read()).report;
    assert.deepEqual([status, costUsd], ["completed", 0.02]);
    assert.deepEqual(await paused.queue.boss.findJobs(draftQueue), []);
  });

  on(
    "a draft whose job was lost is put on the queue again, and one that stands still is closed",
    async (t) => {
      let at = Date.now();
      const engines = writer(async () => postOf(topic));
      const work = await startWork(t, store, { engines, now: () => new Date(at) });
      const dead = await accept(work, { now: new Date(at - 31 * 60_000), lost: true });
      const lost = await accept(work, { now: new Date(at), lost: true });
      at += 60_000;
      await work.worker.sweep();
      await work.worker.settle();
      assert.equal((await lost.read()).report.status, "completed");
      const { status, failure } = (await dead.read()).report;
      assert.deepEqual([status, failure?.code], ["failed", "RUN_TIMEOUT"]);
    },
  );

  on("drafts that are accepted while others end do not wait for each other", async (t) => {
    const engines = writer(async () => ({ text: postOf(topic), costUsd: 0.01 }));
    const work = await startWork(t, store, { engines });
    await work.worker.start();
    const drafts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const accepted = [];
        for (let number = 0; number < 5; number++) {
          accepted.push(await accept(work));
          work.queue.wake();
        }
        return accepted;
      }),
    );
    await work.worker.settle();
    const all = drafts.flat();
    for (const draft of all) assert.equal((await draft.read()).report.status, "completed");
    assert.deepEqual(await all[0]!.owed(), { content: 40, reserved: 0, spent: 40 });
  });

  on("a project that is deleted while its draft is written gets its unit and its money back", async (t) => {
    const work = await startWork(t, store, { engines: writer(async () => postOf(topic)) });
    const draft = await accept(work);
    await work.db
      .transaction()
      .execute((db) =>
        deleteProject(
          db,
          { organizationId: work.project.organizationId, projectId: work.project.id },
          new Date(),
        ),
      );
    await work.worker.settle();
    assert.deepEqual(await draft.owed(), { content: 0, reserved: 0, spent: 0 });
  });
}
