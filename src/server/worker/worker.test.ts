import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { stores } from "../../../test/stores.ts";
import {
  acceptSome,
  enginesOf,
  fakeEngine,
  standingStill,
  startWork,
  type Work,
  workOn,
} from "../../../test/work.ts";
import { usedUnits } from "../accounts/spending/quota.ts";
import { spendIn } from "../accounts/spending/spend.ts";
import { transaction } from "../db/transaction.ts";
import { deleteProject } from "../deletion/project-deletion.ts";
import { type EngineAnswer, EngineError } from "../engines/engine.ts";
import { BusyError } from "../outbound/parsing.ts";
import { updateProject } from "../projects/projects.ts";
import { askQueue } from "../queue/boss.ts";
import { answersToReadAgain } from "../reports/rows/answer-batches.ts";
import { findAnswer, measuredAnswers } from "../reports/rows/answers.ts";
import { type AnswerMeasurer, measuring } from "../runs/measure-answers.ts";
import { cancelRun } from "../runs/runs.ts";

const acme = fakeEngine("chatgpt", () => "1. Acme\n2. Bolt");
const silent = fakeEngine("claude", () => {
  throw new EngineError("bad_key");
});
const never = () => new Promise<string>(() => undefined);

const jobsLeft = async ({ queue }: Work) =>
  (
    await Promise.all(["chatgpt", "claude", "gemini"].map((one) => queue.boss.findJobs(askQueue(one))))
  ).flat();

const used = async ({ db, project }: Work) =>
  (await usedUnits(db, project.organizationId, "2026-01-01T00:00:00.000Z")).visibility;

/** Fails on the answers to `b?` while `broken`, and calls that prompt branded as no store takes it, `refused` times. */
const brittle = (fault: { broken: boolean; refused: number }): AnswerMeasurer => ({
  ...measuring,
  readerOf(tracked) {
    const reader = measuring.readerOf(tracked);
    return {
      ...reader,
      branded: (prompt) =>
        prompt === "b?" && fault.refused-- > 0 ? ("neither" as unknown as boolean) : reader.branded(prompt),
      read: (answer) => {
        if (fault.broken && answer.prompt === "b?") throw new Error("a fault of ours");
        return reader.read(answer);
      },
    };
  },
});

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("a run asks every prompt of every engine and ends as a completed report", async (t) => {
    const asked: string[] = [];
    const engine = fakeEngine("gemini", ({ prompt, sample, country, language }) => {
      asked.push(`${prompt} ${sample} ${country} ${language}`);
      return "Bolt is fine.";
    });
    const work = await startWork(t, store, { engines: enginesOf(acme, engine) });
    const { id } = await work.accept({ prompts: ["best crm?", "cheapest crm?"], samples: 2 });

    await work.worker.settle();

    const report = await work.report(id);
    assert.equal(report.status, "completed");
    assert.deepEqual([report.jobsTotal, report.jobsDone, report.jobsFailed], [8, 8, 0]);
    assert.equal(report.scored?.metrics.answers, 8);
    assert.equal(report.scored?.metrics.appearanceRate, 0.5);
    assert.equal(report.measuredAt === null, false);
    assert.deepEqual(asked.sort(), [
      "best crm? 1 US en",
      "best crm? 2 US en",
      "cheapest crm? 1 US en",
      "cheapest crm? 2 US en",
    ]);
    assert.deepEqual(await jobsLeft(work), []);
    assert.equal(await used(work), 2);
  });

  on("answers are stored as they came, with what was read from them", async (t) => {
    const text = "  **Acme** \u{1F600}\n\n| a | b |\u0000 half \ud83d";
    const work = await startWork(t, store, { engines: enginesOf(fakeEngine("chatgpt", () => text)) });
    const { id } = await work.accept();
    await work.worker.settle();

    const report = await work.report(id);
    const [row] = await measuredAnswers(work.db, report, { limit: 10, after: -1 });
    const answer = await findAnswer(work.db, report, row!.promptKey, "chatgpt", 1);
    assert.equal(answer?.text, text.replace("\u0000", "\ufffd").replace(/\ud83d$/, "\ufffd"));
    const evidence = answer?.reading?.mentions[0]?.evidence[0];
    assert.equal(answer?.text?.slice(evidence?.start, evidence?.end), "Acme");
  });

  on("what the assistant searched for is kept with its answer", async (t) => {
    const queries = ["best crm 2026", "acme reviews"];
    const searched: Partial<EngineAnswer> = { text: "Acme.", searched: true, searches: 2, queries };
    const searching = fakeEngine("chatgpt", () => Promise.resolve(searched));
    const work = await startWork(t, store, { engines: enginesOf(searching) });
    const { id } = await work.accept();
    await work.worker.settle();

    const report = await work.report(id);
    const [row] = await measuredAnswers(work.db, report, { limit: 10, after: -1 });
    assert.deepEqual(row?.searches, queries);
    const answer = await findAnswer(work.db, report, row!.promptKey, "chatgpt", 1);
    assert.deepEqual(answer?.searches, queries);
  });

  on("a report in which an engine failed for good is partial, and that engine is not measured", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme, silent) });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.worker.settle();

    const report = await work.report(id);
    assert.equal(report.status, "partial");
    assert.deepEqual([report.jobsDone, report.jobsFailed], [2, 2]);
    assert.equal(report.scored?.metrics.answers, 2);
    assert.equal(report.scored?.metrics.answersFailed, 2);
    assert.equal(await used(work), 2);
  });

  on("a run that nobody answered is failed, says why, and costs nothing", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(silent) });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    assert.equal(await used(work), 2);
    await work.worker.settle();

    const report = await work.report(id);
    assert.equal(report.status, "failed");
    assert.equal(report.failure?.code, "ENGINE_KEY_REFUSED");
    assert.deepEqual([report.jobsFailed, report.scored?.metrics.answersFailed], [2, 2]);
    assert.equal(await used(work), 0);
  });

  on("an engine that fails twice is asked a third time, after its pause", async (t) => {
    const times: number[] = [];
    const engine = fakeEngine("chatgpt", () => {
      times.push(performance.now());
      if (times.length < 3) throw new EngineError("rate_limited", { retryAfterMs: 300 });
      return "Acme";
    });
    const work = await startWork(t, store, {
      engines: enginesOf(engine),
      random: () => 0,
      timing: { poll: 20 },
    });
    await work.worker.start();
    const { id } = await work.accept();
    work.queue.wake();
    await work.queue.finished(id, 20_000, new AbortController().signal);

    assert.equal((await work.report(id)).status, "completed");
    assert.equal(times.length, 3);
    assert.ok(times[1]! - times[0]! >= 300);
    assert.ok(times[2]! - times[1]! >= 300);
  });

  on(
    "what failed calls are billed is a part of the answer's cost, and the next one has the room that the last one lacked",
    async (t) => {
      const rooms: unknown[] = [];
      const engine = fakeEngine(
        "chatgpt",
        ({ roomier }) => {
          rooms.push(roomier);
          if (rooms.length === 1) throw new EngineError("cut_short", { roomier: true, costUsd: 0.25 });
          if (rooms.length === 2) throw new EngineError("no_answer");
          return Promise.resolve({ text: "Acme", costUsd: 0.5 });
        },
        { estimateUsd: 0.125 },
      );
      const work = await startWork(t, store, {
        engines: enginesOf(engine),
        random: () => -2,
        timing: { poll: 20 },
      });
      await work.worker.start();
      const { id } = await work.accept({ prompts: ["a?"] });
      work.queue.wake();
      await work.queue.finished(id, 20_000, new AbortController().signal);

      assert.deepEqual(rooms, [undefined, true, true]);
      const [row] = await measuredAnswers(work.db, await work.report(id), { limit: 9, after: -1 });
      assert.deepEqual([row?.status, row?.costUsd, (await work.report(id)).costUsd], ["ok", 0.875, 0.875]);
      assert.deepEqual(await spendIn(work.db, new Date()), { reservedUsd: 0, spentUsd: 0.875 });
    },
  );

  for (const [whose, monthlySpendUsd] of [
    ["server", { server: 0.25, organization: null, project: null }],
    ["organization", { server: 100, organization: 0.25, project: null }],
    ["project", { server: 100, organization: null, project: 0.25 }],
  ] as const)
    on(`the ${whose}'s bound is asked before a failed call is repeated`, async (t) => {
      let calls = 0;
      const engine = fakeEngine(
        "chatgpt",
        () => {
          calls += 1;
          throw new EngineError("no_answer", { costUsd: 0.125 });
        },
        { estimateUsd: 0.125 },
      );
      const work = await startWork(t, store, {
        engines: enginesOf(engine),
        random: () => -2,
        timing: { poll: 20 },
        settings: { monthlySpendUsd: monthlySpendUsd.server, sharedEngines: true },
      });
      await work.db
        .updateTable("organizations")
        .set({ monthly_spend_usd: monthlySpendUsd.organization })
        .execute();
      await work.db.updateTable("projects").set({ monthly_spend_usd: monthlySpendUsd.project }).execute();
      await work.worker.start();
      const { id } = await work.accept({ prompts: ["a?"] });
      work.queue.wake();
      await work.queue.finished(id, 20_000, new AbortController().signal);

      const report = await work.report(id);
      const code = whose === "project" ? "PROJECT_SPEND_BOUND" : "SPEND_BOUND";
      assert.deepEqual([calls, report.costUsd, report.failure?.code], [2, 0.25, code]);
    });

  on("an ask is given up after four failures", async (t) => {
    let calls = 0;
    const engine = fakeEngine("chatgpt", () => {
      calls += 1;
      throw new EngineError("unavailable");
    });
    const work = await startWork(t, store, {
      engines: enginesOf(engine),
      random: () => -2,
      timing: { poll: 20 },
    });
    await work.worker.start();
    const { id } = await work.accept();
    work.queue.wake();
    await work.queue.finished(id, 20_000, new AbortController().signal);

    assert.equal(calls, 4);
    assert.equal((await work.report(id)).failure?.code, "NO_ANSWERS");
  });

  on("an engine that hangs does not keep a report from its end", async (t) => {
    const work = await startWork(t, store, {
      engines: enginesOf(acme, fakeEngine("claude", never)),
      random: () => -2,
      timing: { callDeadline: 30, poll: 20 },
    });
    await work.worker.start();
    const { id } = await work.accept();
    work.queue.wake();
    await work.queue.finished(id, 20_000, new AbortController().signal);
    assert.equal((await work.report(id)).status, "partial");
  });

  on("an answer that is delivered twice counts once", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    const { id } = await work.accept({ prompts: ["a?", "b?", "c?"] });
    await work.worker.settle();
    const asks = await work.db
      .selectFrom("asks")
      .selectAll()
      .where("report_id", "=", id)
      .orderBy("ordinal")
      .execute();
    await work.queue.enqueueAsks(
      work.db,
      asks.map((ask) => ({
        projectId: ask.project_id,
        reportId: id,
        ordinal: ask.ordinal,
        place: ask.ordinal,
        askId: ask.id,
        createdAt: ask.created_at.toISOString(),
        provider: ask.provider,
        credentialsOf: null,
      })),
    );
    await work.queue.enqueueFinish(work.db, { projectId: work.project.id, id });
    const before = await work.report(id);
    await work.worker.settle();

    assert.deepEqual(await work.report(id), before);
    assert.deepEqual(await jobsLeft(work), []);
    assert.equal(await used(work), 3);
  });

  on("two workers on one queue never count an answer twice", async (t) => {
    const engines = enginesOf(fakeEngine("chatgpt", async () => delay(2, "Acme"), { concurrency: 5 }));
    const work = await startWork(t, store, { engines });
    const other = await workOn(work.store, { engines });
    const prompts = Array.from({ length: 60 }, (_, index) => `prompt ${index}?`);
    const { id } = await work.accept({ prompts });
    await Promise.all([work.worker.settle(), other.worker.settle()]);
    await work.worker.settle();
    await other[Symbol.asyncDispose]();

    const report = await work.report(id);
    assert.deepEqual([report.status, report.jobsDone, report.jobsFailed], ["completed", 60, 0]);
    assert.equal(report.scored?.metrics.answers, 60);
  });

  on("a cancelled run keeps what was answered and gives the rest back", async (t) => {
    const slow = fakeEngine("claude", never, { concurrency: 1 });
    const work = await startWork(t, store, {
      engines: enginesOf(acme, slow),
      timing: { poll: 20, grace: 10 },
    });
    await work.worker.start();
    const report = await work.accept({ prompts: ["a?", "b?", "c?"], now: new Date() });
    work.queue.wake();
    while ((await work.report(report.id)).jobsDone < 3) await delay(5);
    const run = await work.accept({ prompts: ["x?", "y?"] });

    const cancel = (id: string) =>
      work.db
        .transaction()
        .execute((db) => cancelRun(db, { projectId: work.project.id, id }, work.queue, new Date()));
    assert.equal(await cancel(report.id), true);
    work.queue.wake();
    await work.queue.finished(report.id, 10_000, new AbortController().signal);

    const ended = await work.report(report.id);
    assert.deepEqual([ended.status, ended.failure?.code], ["partial", "RUN_CANCELLED"]);
    assert.deepEqual([ended.jobsDone, ended.jobsFailed], [3, 0]);
    assert.equal(await cancel(report.id), false);

    while ((await work.report(run.id)).jobsDone < 2) await delay(5);
    assert.equal(await used(work), 5);
  });

  on(
    "a report that is long in ending holds up no other organization's, and its own come one by one",
    async (t) => {
      const held = Promise.withResolvers<void>();
      const judged: string[] = [];
      const work: Work = await startWork(t, store, {
        engines: enginesOf(acme),
        async judgeWatches({ id, organizationId }) {
          judged.push(id);
          if (organizationId === work.project.organizationId) await held.promise;
          return [];
        },
      });
      const own = [await work.accept({ prompts: ["a?"] }), await work.accept({ prompts: ["b?"] })];
      await work.worker.start();
      work.queue.wake();
      const signal = new AbortController().signal;
      while (judged.length === 0) await delay(5, undefined, { signal: t.signal });
      const other = await work.accept({ project: await work.newProject() });
      work.queue.wake();
      await work.queue.finished(other.id, 20_000, signal);
      assert.equal((await work.report(other.id)).status, "completed");
      assert.equal(judged.length, 2, "of its own one at a time");
      held.resolve();
      for (const { id } of own) await work.queue.finished(id, 20_000, signal);
      assert.deepEqual(await Promise.all(own.map(async ({ id }) => (await work.report(id)).status)), [
        "completed",
        "completed",
      ]);
    },
  );

  on("a run that is cancelled before anything was answered is failed and costs nothing", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.db
      .transaction()
      .execute((db) => cancelRun(db, { projectId: work.project.id, id }, work.queue, new Date()));
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual(
      [report.status, report.failure?.code, report.jobsFailed],
      ["failed", "RUN_CANCELLED", 0],
    );
    assert.equal(await used(work), 0);
    assert.deepEqual(await jobsLeft(work), []);
  });

  for (const [where, cancelledBy] of [
    ["here", "this process"],
    ["elsewhere", "another process"],
  ] as const) {
    on(
      `a run cancelled by ${cancelledBy} ends its calls under way, and they count as what they may cost`,
      async (t) => {
        let [asked, aborted] = [0, 0];
        const engine = fakeEngine(
          "chatgpt",
          (_question, signal) => {
            asked += 1;
            signal.addEventListener("abort", () => (aborted += 1));
            return never();
          },
          { estimateUsd: 0.5 },
        );
        const now = new Date();
        const work = await startWork(t, store, {
          engines: enginesOf(engine),
          timing: { poll: 20, drop: 20, grace: 10 },
        });
        await work.worker.start();
        const { id } = await work.accept({ prompts: ["a?", "b?"], now });
        work.queue.wake();
        while (asked < 2) await delay(5);
        await work.db
          .transaction()
          .execute((db) => cancelRun(db, { projectId: work.project.id, id }, work.queue, now));
        if (where === "here") {
          work.queue.stopAsking(id);
          assert.equal(aborted, 2, "at once");
        }
        await work.worker.settle();
        while (aborted < 2) await delay(5);
        await work.worker.settle();
        assert.equal((await work.report(id)).failure?.code, "RUN_CANCELLED");
        assert.deepEqual(await jobsLeft(work), []);
        assert.equal(await used(work), 0);
        assert.deepEqual(await spendIn(work.db, now), { spentUsd: 1, reservedUsd: 0 });
      },
    );
  }

  on("a worker that was stopped settles at once, whatever is still due", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    await work.worker[Symbol.asyncDispose]();
    const { id } = await work.accept();
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "processing");
  });

  on("cancelling while answers come in ends every report once, with all its asks counted", async (t) => {
    const engine = fakeEngine("chatgpt", async () => delay(Math.random() * 20, "Acme"), { concurrency: 50 });
    const work = await startWork(t, store, { engines: enginesOf(engine), timing: { poll: 10 } });
    await work.worker.start();
    const prompts = Array.from({ length: 20 }, (_, index) => `prompt ${index}?`);
    const reports = [];
    for (let run = 0; run < 8; run += 1)
      reports.push(await work.accept({ prompts: [...prompts, `run ${run}?`] }));
    work.queue.wake();
    await Promise.all(
      reports.map(async ({ id }) => {
        await delay(Math.random() * 120);
        // As the route does: it collides with the batches that note their calls, and is tried again.
        await transaction(work.db, (db) =>
          cancelRun(db, { projectId: work.project.id, id }, work.queue, new Date()),
        );
        work.queue.wake();
        await work.queue.finished(id, 20_000, new AbortController().signal);
      }),
    );
    for (const { id } of reports) {
      const report = await work.report(id);
      assert.notEqual(report.status, "processing");
      assert.equal(report.jobsFailed, 0);
      const rows = await measuredAnswers(work.db, report, { limit: 100, after: -1 });
      assert.equal(rows.filter(({ status }) => status === "ok").length, report.jobsDone);
    }
  });

  on("a worker that stops hands its asks back at once", async (t) => {
    const engines = enginesOf(fakeEngine("chatgpt", never));
    const work = await startWork(t, store, { engines, timing: { grace: 10 } });
    await work.worker.start();
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    work.queue.wake();
    while ((await jobsLeft(work)).some(({ state }) => state !== "active")) await delay(5);
    await work.worker[Symbol.asyncDispose]();

    const next = await workOn(work.store, { engines: enginesOf(acme) });
    await next.worker.settle();
    await next[Symbol.asyncDispose]();
    assert.equal((await work.report(id)).status, "completed");
  });

  on("a worker that stood still too long cannot overwrite what another one did", async (t) => {
    const held: ((answer: string) => void)[] = [];
    const hold = () => new Promise<string>((resolve) => held.push(resolve));
    // With both under way there is room for no other, so a look that is still on its way takes neither back.
    const zombie = fakeEngine("chatgpt", hold, { concurrency: 2 });
    const work = await startWork(t, store, { engines: enginesOf(zombie), timing: standingStill });
    await work.worker.start();
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    // A look may pass over a row that the upkeep of the queue has locked.
    while (held.length < 2) {
      work.queue.wake();
      await delay(20);
    }
    // Its leases ran out: the jobs are free again, and another worker does them.
    const jobs = await work.queue.boss.findJobs(askQueue("chatgpt"));
    await work.queue.boss.fail(
      askQueue("chatgpt"),
      jobs.map((job) => job.id),
    );
    const other = await workOn(work.store, { engines: enginesOf(acme) });
    await other.worker.settle();
    await other[Symbol.asyncDispose]();
    const before = await work.report(id);
    const rows = await measuredAnswers(work.db, before, { limit: 10, after: -1 });
    for (const answer of held) answer("late words");
    await delay(100);
    await work.worker.settle();

    assert.equal(before.status, "completed");
    assert.deepEqual(await work.report(id), before);
    assert.deepEqual(await measuredAnswers(work.db, before, { limit: 10, after: -1 }), rows);
  });

  on("an answer of a worker whose ask another one has taken on is not counted", async (t) => {
    const held: ((answer: string) => void)[] = [];
    const slow = () => new Promise<string>((resolve) => held.push(resolve));
    const engines = enginesOf(fakeEngine("chatgpt", slow));
    const work = await startWork(t, store, { engines, timing: { ...standingStill, poll: 20 } });
    await work.worker.start();
    const { id } = await work.accept();
    while (held.length < 1) await delay(5);
    const jobs = await work.queue.boss.findJobs(askQueue("chatgpt"));
    await work.queue.boss.fail(
      askQueue("chatgpt"),
      jobs.map((job) => job.id),
    );
    while (held.length < 2) await delay(5);
    held[0]!("of the first claim");
    await delay(50);
    assert.equal((await work.report(id)).status, "processing");
    held[1]!("of the second claim");
    await work.queue.finished(id, 10_000, new AbortController().signal);
    const report = await work.report(id);
    const [row] = await measuredAnswers(work.db, report, { limit: 1, after: -1 });
    assert.equal(
      (await findAnswer(work.db, report, row!.promptKey, "chatgpt", 1))?.text,
      "of the second claim",
    );
  });

  on("a report that cannot be computed ends all the same", async (t) => {
    const broken = {
      ...measuring,
      score: () => {
        throw new Error("a fault of ours");
      },
    };
    const work = await startWork(t, store, { engines: enginesOf(acme), measuring: broken });
    const { id } = await work.accept();
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.failure?.code], ["failed", "INTERNAL_ERROR"]);
    assert.equal(await used(work), 0);
  });

  on("an answer that cannot be read fails alone, and is kept until it can be read", async (t) => {
    const fault = { broken: true, refused: 0 };
    let asked = 0;
    const paid = fakeEngine("chatgpt", async () => {
      asked += 1;
      return { text: "Acme.", costUsd: 0.25 };
    });
    const work = await startWork(t, store, { engines: enginesOf(paid), measuring: brittle(fault) });
    const { id } = await work.accept({ prompts: ["a?", "b?", "c?"] });
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.jobsDone, report.jobsFailed], ["partial", 2, 1]);
    assert.deepEqual([report.costUsd, report.scored?.metrics.answers], [0.75, 2]);
    const [, unread] = (await answersToReadAgain(work.db, report).next()).value!;
    assert.deepEqual([unread?.status, unread?.errorCode, unread?.text], ["failed", "unreadable", "Acme."]);

    const readAgain = async (alias: string) => {
      await updateProject(work.db, { ...work.project, brandAliases: [alias] }, new Date());
      await work.db.transaction().execute((db) => work.queue.enqueueReread(db, work.project.id));
      await work.worker.settle();
      return work.report(id);
    };
    const still = await readAgain("Zenith");
    assert.deepEqual([still.reading, still.status, still.scored?.metrics.answers], [2, "partial", 2]);
    fault.broken = false;
    const read = await readAgain("Apex");
    assert.deepEqual([read.reading, read.status, read.scored?.metrics.answers], [3, "completed", 3]);
    assert.deepEqual([read.jobsDone, read.jobsFailed, asked], [3, 0, 3]);
    const before = await measuredAnswers(work.db, { ...read, reading: 2 }, { limit: 9, after: -1 });
    assert.deepEqual(
      before.map(({ status, errorCode }) => [status, errorCode]),
      [
        ["ok", null],
        ["failed", "unreadable"],
        ["ok", null],
      ],
    );
  });

  on("what the store refuses of an answer that was never read holds up no other answer", async (t) => {
    const fault = { broken: true, refused: 0 };
    const work = await startWork(t, store, { engines: enginesOf(acme), measuring: brittle(fault) });
    const { id } = await work.accept({ prompts: ["a?", "b?", "c?"] });
    await work.worker.settle();
    Object.assign(fault, { broken: false, refused: 1 });
    await updateProject(work.db, { ...work.project, brandAliases: ["Zenith"] }, new Date());
    await work.db.transaction().execute((db) => work.queue.enqueueReread(db, work.project.id));
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.reading, report.status, report.jobsFailed], [2, "partial", 1]);
    assert.equal(report.scored?.metrics.answers, 2);
  });

  on("an answer that the machine was too busy to read is kept, and nobody is asked again", async (t) => {
    const counted = { asked: 0, read: 0 };
    const engine = fakeEngine("chatgpt", () => {
      counted.asked += 1;
      return "Acme";
    });
    const busyAtFirst: AnswerMeasurer = {
      ...measuring,
      readerOf(tracked) {
        const reader = measuring.readerOf(tracked);
        const read: typeof reader.read = (answer) => {
          counted.read += 1;
          if (counted.read === 1) throw new BusyError();
          return reader.read(answer);
        };
        return { ...reader, read };
      },
    };
    const work = await startWork(t, store, { engines: enginesOf(engine), measuring: busyAtFirst });
    const { id } = await work.accept({ prompts: ["a?"] });
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.scored?.metrics.mentions], ["completed", 1]);
    assert.deepEqual(counted, { asked: 1, read: 2 });
  });

  on(
    "a report that the machine was too busy to compute is computed later, and keeps its answers",
    async (t) => {
      let tries = 0;
      const busyAtFirst: AnswerMeasurer = {
        ...measuring,
        score(answers, tracked) {
          tries += 1;
          if (tries === 1) throw new BusyError();
          return measuring.score(answers, tracked);
        },
      };
      const work = await startWork(t, store, { engines: enginesOf(acme), measuring: busyAtFirst });
      const { id } = await work.accept({ prompts: ["a?"] });
      await work.worker.settle();
      assert.equal((await work.report(id)).status, "processing");
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(work.db);
      await work.worker.settle();
      const report = await work.report(id);
      assert.deepEqual([report.status, report.scored?.metrics.mentions, tries], ["completed", 1, 2]);
    },
  );

  on("no call is made beyond the month's bound on spending", async (t) => {
    let calls = 0;
    const paid = fakeEngine(
      "chatgpt",
      () => {
        calls += 1;
        return Promise.resolve({ text: "Acme", costUsd: 0.5 });
      },
      { estimateUsd: 0.1, concurrency: 1 },
    );
    const work = await startWork(t, store, {
      engines: enginesOf(paid),
      settings: { monthlySpendUsd: 1, sharedEngines: true },
    });
    const { id } = await work.accept({ prompts: ["a?", "b?", "c?", "d?"], monthlySpendUsd: 1 });
    assert.deepEqual(await spendIn(work.db, new Date()), { reservedUsd: 0.4, spentUsd: 0 });
    await work.worker.settle();

    assert.equal(calls, 2);
    const report = await work.report(id);
    assert.deepEqual([report.status, report.jobsDone, report.jobsFailed], ["partial", 2, 2]);
    assert.equal(report.costUsd, 1);
    assert.deepEqual(await spendIn(work.db, new Date()), { reservedUsd: 0, spentUsd: 1 });
  });

  on("asks of an engine that is not configured any more fail by name", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    const gone = enginesOf(
      acme,
      fakeEngine("gemini", () => "never asked"),
    );
    const { id } = await acceptSome(work.db, work.queue, gone, { project: work.project, now: new Date() });
    await work.worker.sweep();
    await work.worker.settle();
    const report = await work.report(id);
    assert.equal(report.status, "partial");
    const rows = await measuredAnswers(work.db, report, { limit: 10, after: -1 });
    assert.deepEqual(
      rows.map(({ errorCode }) => errorCode),
      [null, "not_configured"],
    );
  });

  on("deleting a project with a running report gives back what it had reserved", async (t) => {
    const work = await startWork(t, store, {
      engines: enginesOf(fakeEngine("chatgpt", () => "Acme", { estimateUsd: 1 })),
    });
    await work.accept({ prompts: ["a?", "b?"] });
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
    assert.equal(await used(work), 0);
    assert.equal((await spendIn(work.db, new Date())).reservedUsd, 0);
    assert.deepEqual(await jobsLeft(work), []);
    await work.worker.sweep();
    for (const table of ["projects", "asks", "answer_readings", "reports", "trend_points"] as const) {
      assert.deepEqual(await work.db.selectFrom(table).selectAll().execute(), []);
    }
  });

  on("a project renamed while it is measured is measured for its new name in the end", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(acme) });
    const { id } = await work.accept({ prompts: ["a?"] });
    await updateProject(work.db, { ...work.project, brand: "Bolt", competitors: [] }, new Date());
    await work.worker.settle();
    const report = await work.report(id);
    assert.equal(report.reading, 2);
    assert.equal(report.brand, "Bolt");
    assert.equal(report.scored?.metrics.appearanceRate, 1);
  });
}
