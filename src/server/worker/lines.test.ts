import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, type Work } from "../../../test/work.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { createPace } from "../kernel/pace.ts";
import { UnreadableError } from "../outbound/parsing.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/projects.ts";
import { rereadQueue } from "../queue/boss.ts";
import { claimJobs, deleteClaimed, postponeClaimed, putBackClaimed } from "../queue/claims.ts";
import { type AnswerMeasurer, measuring } from "../runs/measure-answers.ts";
import { rereadProject } from "../runs/rereading/reread-project.ts";

const acme = fakeEngine("chatgpt", () => "Acme, then Bolt.");

/** Has the answers of a project read again for another name of its brand. */
async function rename(work: Work, project: Project, brand: string): Promise<void> {
  await updateProject(work.db, { ...project, brand, competitors: [] }, new Date());
  await work.db.transaction().execute((db) => work.queue.enqueueReread(db, project.id));
}

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 240_000 }, body);

  on("a run waits for a hundred asks of another organization at most, in however many runs", async (t) => {
    const asked: string[] = [];
    const engine = fakeEngine(
      "chatgpt",
      ({ prompt }) => {
        asked.push(prompt);
        return "Acme";
      },
      { concurrency: 10 },
    );
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const prompts = Array.from({ length: 45 }, (_, at) => `many ${at}?`);
    for (let run = 0; run < 3; run += 1) await work.accept({ prompts });
    await work.accept({ project: await work.newProject(), prompts: ["one?"] });
    await work.worker.settle();
    assert.equal(asked.length, 136);
    assert.ok(asked.indexOf("one?") <= 110, `it came after ${asked.indexOf("one?")}`);
  });

  on("a report ends while many of another organization take their time to", async (t) => {
    const release = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const held: AnswerMeasurer = {
      ...measuring,
      async score(answers, tracked) {
        if (answers.some(({ prompt }) => prompt === "many?")) await release.promise;
        else ended.resolve();
        return measuring.score(answers, tracked);
      },
    };
    const work = await startWork(t, store, { engines: enginesOf(acme), measuring: held });
    for (let run = 0; run < 60; run += 1) await work.accept({ prompts: ["many?"] });
    await work.accept({ project: await work.newProject(), prompts: ["one?"] });
    const settled = work.worker.settle();
    await ended.promise;
    release.resolve();
    await settled;
  });

  on("answers of one organization are read again while another's take their time", async (t) => {
    const release = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const quick = Promise.withResolvers<void>();
    const held: AnswerMeasurer = {
      ...measuring,
      readerOf(tracked) {
        const reader = measuring.readerOf(tracked);
        const { name } = tracked.own;
        return {
          ...reader,
          async read(answer) {
            if (name === "Slow") slow.resolve();
            if (name === "Slow") await release.promise;
            if (name === "Quick") quick.resolve();
            return reader.read(answer);
          },
        };
      },
    };
    const work = await startWork(t, store, { engines: enginesOf(acme), measuring: held });
    const other = await work.newProject();
    const [mine, others] = [
      await work.accept({ prompts: ["a?"] }),
      await work.accept({ project: other, prompts: ["b?"] }),
    ];
    await work.worker.settle();
    await rename(work, work.project, "Slow");
    const settled = work.worker.settle();
    await slow.promise;
    await rename(work, other, "Quick");
    work.queue.wake();
    work.worker.attend();
    work.queue.wake();
    await quick.promise;
    release.resolve();
    await settled;
    await work.worker.settle();
    assert.deepEqual([(await work.report(mine.id)).reading, (await work.report(others.id)).reading], [2, 2]);
  });

  on("a project that takes longer than its turn gets on in each, and ends", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    const reports = [];
    for (const prompts of [["a?"], ["b?", "c?"], ["d?"]]) {
      reports.push(await work.accept({ prompts }));
      await work.worker.settle();
    }
    await updateProject(work.db, { ...work.project, brand: "Bolt", competitors: [] }, new Date());
    const unreadable: AnswerMeasurer = {
      ...measuring,
      readerOf(tracked) {
        const reader = measuring.readerOf(tracked);
        return {
          ...reader,
          async read(answer) {
            if (answer.prompt === "d?") throw new UnreadableError("time");
            return reader.read(answer);
          },
        };
      },
    };
    const parts = {
      ...{ db: work.db, measuring: unreadable, pace: createPace(), now: () => new Date() },
      ...{ stop: new AbortController().signal, log: createLog("silent") },
    };
    const outcomes: string[] = [];
    while (outcomes.at(-1) !== "done" && outcomes.length < 20)
      outcomes.push(await rereadProject(parts, work.project.id, { isOver: () => true }));
    assert.deepEqual(outcomes, ["later", "later", "later", "done"]);
    const readings = await Promise.all(reports.map(async ({ id }) => (await work.report(id)).reading));
    assert.deepEqual(readings, [2, 2, 1]);
  });

  on("what is put back behind the others comes after those that wait", async (t) => {
    const { db, queue } = await startWork(t, store, { engines: enginesOf(acme) });
    const ids = [newId(), newId()];
    await queue.boss.insert(
      rereadQueue,
      ids.map((id) => ({ id, singletonKey: id, data: {} })),
    );
    const claim = async () =>
      (await claimJobs<object>(db, { queue: rereadQueue, most: 1, holder: null }))[0]!;
    const first = await claim();
    await postponeClaimed(db, [{ ...first, afterMs: 0, behind: true }]);
    const [second, last] = [await claim(), await claim()];
    assert.deepEqual([first.id, second.id, last.id], [ids[0], ids[1], ids[0]]);
    await deleteClaimed(db, [second, last]);
  });

  on("of two jobs of one project that are put back one goes on", async (t) => {
    const { db, queue } = await startWork(t, store, { engines: enginesOf(acme) });
    const claim = async () => {
      const [job] = await claimJobs<object>(db, { queue: rereadQueue, most: 1, holder: null });
      return job!;
    };
    const put = (priority: number) =>
      queue.boss.insert(rereadQueue, [{ singletonKey: "one", data: {}, priority }]);
    await put(0);
    await putBackClaimed(db, { ...(await claim()), afterMs: 0, behind: true });
    await put(1);
    const second = await claim();
    await putBackClaimed(db, { ...second, afterMs: 0, behind: true });
    const left = await queue.boss.findJobs(rereadQueue);
    assert.deepEqual([left.length, left[0]?.state, left[0]?.id === second.id], [1, "retry", false]);
    await deleteClaimed(db, [await claim()]);
  });
}
