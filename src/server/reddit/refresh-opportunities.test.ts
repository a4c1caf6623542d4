import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { anyStore, type TestStore } from "../../../test/stores.ts";
import { crawlOf, enginesOf, ownEnginesOf, quickCrawl, startWork, type Work } from "../../../test/work.ts";
import { createLog } from "../kernel/log.ts";
import type { RedditThread } from "../outbound/reddit/thread.ts";
import { redditQueue } from "../queue/boss.ts";
import { createWorker, type WorkerParts } from "../worker/worker.ts";
import type { RedditSource } from "./look-at-reddit.ts";
import { beginRefresh, findRefresh } from "./refreshes.ts";

const now = new Date("2026-03-02T06:00:00Z");

const thread: RedditThread = {
  ...{ threadId: "abc1", subreddit: "crm", title: "Acme or Bolt? Which CRM?", text: "", closure: null },
  ...{ postedAt: "2026-03-01T00:00:00Z", upvotes: 1, commentCount: 40 },
};
const showing = (threads: readonly RedditThread[]): RedditSource => ({
  search: async () => [...threads],
  threads: async () => [...threads],
});

async function asked(t: TestContext, store: TestStore): Promise<Work> {
  const work = await startWork(t, store, { engines: enginesOf(), now: () => now });
  await begin(work);
  return work;
}

const begin = ({ db, queue, project }: Work) =>
  db.transaction().execute(async (db) => {
    const { refresh } = await beginRefresh(db, project.id, now, now);
    await queue.enqueueRefresh(db, { projectId: project.id, id: refresh.id, awaited: true });
  });

/** Another worker on the same store, which reads this Reddit; it ends with the test. */
function workerOn(
  t: TestContext,
  { db, queue }: Work,
  reddit: RedditSource,
  options: Partial<WorkerParts> = {},
) {
  const worker = createWorker({
    ...{ db, queue, reddit, engines: enginesOf(), ownEngines: ownEnginesOf(enginesOf()) },
    settings: { monthlySpendUsd: 1, sharedEngines: true },
    crawl: crawlOf([], quickCrawl),
    ...{ now: () => now, log: createLog("silent"), ...options },
  });
  t.after(() => worker[Symbol.asyncDispose]());
  return worker;
}

const jobsIn = async ({ db }: Work) => {
  const { rows } = await sql<{ state: string }>`
    select state from jobs.job where name = 'reddit' and state in ('created', 'retry', 'active')`.execute(db);
  return rows.map(({ state }) => state);
};
const threadsIn = ({ db }: Work) => db.selectFrom("reddit_threads").select(["thread_id", "title"]).execute();
const statusOf = async ({ db, project }: Work) => (await findRefresh(db, project.id))?.status;

for (const store of anyStore) {
  const on = (name: string, rule: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${name}`, { skip: store.skip }, rule);

  on("a refresh stores what was found and leaves no job", async (t) => {
    const work = await asked(t, store);
    await workerOn(t, work, showing([thread])).settle();
    assert.deepEqual(await threadsIn(work), [{ thread_id: "abc1", title: thread.title }]);
    assert.deepEqual([await statusOf(work), await jobsIn(work)], ["completed", []]);
  });

  on("a worker that stops in the middle hands the refresh to the next one", async (t) => {
    const work = await asked(t, store);
    const searching = Promise.withResolvers<void>();
    const stalled: RedditSource = {
      search: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
          searching.resolve();
        }),
      threads: async () => [],
    };
    const first = workerOn(t, work, stalled);
    const settled = first.settle();
    await searching.promise;
    await first[Symbol.asyncDispose]();
    await settled;
    assert.deepEqual([await statusOf(work), (await jobsIn(work)).length], ["processing", 1]);
    await workerOn(t, work, showing([thread])).settle();
    assert.deepEqual([await statusOf(work), await jobsIn(work)], ["completed", []]);
  });

  on("a worker that lost its claim on a refresh leaves its end to the next one", async (t) => {
    const work = await asked(t, store);
    const searches: PromiseWithResolvers<RedditThread[]>[] = [];
    const held: RedditSource = {
      search: async () => {
        if (searches.length === 2) return [thread];
        const search = Promise.withResolvers<RedditThread[]>();
        searches.push(search);
        return search.promise;
      },
      threads: async () => [],
    };
    const timing = { renew: 60_000, poll: 20 };
    const paused = workerOn(t, work, held, { timing });
    await paused.start();
    while (searches.length < 1) await delay(5);
    const [job] = await work.queue.boss.findJobs(redditQueue);
    await work.queue.boss.fail(redditQueue, job!.id);
    const next = workerOn(t, work, held, { timing });
    await next.start();
    while (searches.length < 2) await delay(5);

    const [first, second] = searches as [
      PromiseWithResolvers<RedditThread[]>,
      PromiseWithResolvers<RedditThread[]>,
    ];
    first.reject(Object.assign(new Error("away"), { kind: "unavailable" }));
    await delay(300);
    assert.deepEqual([await statusOf(work), (await jobsIn(work)).length], ["processing", 1]);
    second.resolve([thread]);
    while ((await statusOf(work)) === "processing") await delay(5);
    assert.deepEqual([await statusOf(work), await jobsIn(work)], ["completed", []]);
  });

  on("one that a dead worker left is done by the next one, and counts once", async (t) => {
    const work = await asked(t, store);
    await work.queue.boss.fetch("reddit");
    const worker = workerOn(t, work, showing([thread]), { alone: true });
    await worker.start();
    while ((await statusOf(work)) === "processing") await new Promise(setImmediate);
    await worker.settle();
    assert.deepEqual([(await threadsIn(work)).length, await jobsIn(work)], [1, []]);
  });

  on("a fault of ours ends it as failed, and the next one may work", async (t) => {
    const work = await asked(t, store);
    const broken = { ...thread, title: undefined } as unknown as RedditThread;
    await workerOn(t, work, showing([broken])).settle();
    const refresh = await findRefresh(work.db, work.project.id);
    assert.deepEqual([refresh?.status, refresh?.result?.failure?.code], ["failed", "INTERNAL_ERROR"]);
    assert.deepEqual(await jobsIn(work), []);
    await begin(work);
    await workerOn(t, work, showing([thread])).settle();
    assert.equal(await statusOf(work), "completed");
  });

  on("titles that the store cannot keep as they are do not stop it", async (t) => {
    const work = await asked(t, store);
    const titles = [
      "Acme or Bolt? \u0000",
      "Acme or Bolt? \ud800",
      "Acme or Bolt? <script>'; drop table users --",
    ];
    const threads = titles.map((title, number) => ({ ...thread, threadId: `abc${number}`, title }));
    await workerOn(t, work, showing(threads)).settle();
    assert.deepEqual([(await threadsIn(work)).length, await statusOf(work)], [3, "completed"]);
  });
}
