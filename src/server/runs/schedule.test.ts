import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { anyStore, type TestStore } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, type Work } from "../../../test/work.ts";
import type { Db } from "../db/db.ts";
import { createLog } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { setNextRun } from "../projects/schedules.ts";
import { type ScheduleParts, scheduleLoop } from "./schedule.ts";

const now = new Date("2026-03-02T06:00:00Z");
const log = createLog("silent");

/** Accepts the run of a due project in a transaction. */
type Accept = (db: Db, due: Parameters<ScheduleParts["plan"]>[0]) => Promise<{ id: string }>;

interface Scheduled {
  work: Work;
  /** One turn of a separate worker; a test can say how its runs are accepted. */
  turn(accept?: Accept): Promise<void>;
  /** Makes a project due at the time. */
  due(at: Date | null, projectId?: string): Promise<void>;
  /** The time of a project's next run. */
  next(projectId?: string): Promise<Date | null>;
  /** The reports there are, oldest first. */
  reports(): Promise<
    { projectId: string; status: string; failure: { code: string } | null; scheduled: boolean }[]
  >;
}

async function startScheduled(t: TestContext, store: TestStore): Promise<Scheduled> {
  const engines = enginesOf(fakeEngine("chatgpt", () => "Acme.", { estimateUsd: 0.01 }));
  const work = await startWork(t, store, { engines, now: () => now });
  const { db, queue, project } = work;
  const usual: Accept = (db, due) => work.acceptIn(db, { project: due.project });
  return {
    work,
    async turn(accept = usual) {
      const stop = new AbortController().signal;
      const parts = { db, queue, spread: false, among: 1, random: () => 0, stop, now: () => now, log };
      const loop = scheduleLoop({ ...parts, plan: async (due) => (db) => accept(db, due) });
      loop.soon();
      await loop.idle();
    },
    async due(at, projectId = project.id) {
      await db.updateTable("projects").set({ schedule: "daily" }).where("id", "=", projectId).execute();
      await setNextRun(db, projectId, at);
    },
    async next(projectId = project.id) {
      const row = await db
        .selectFrom("projects")
        .select("next_run_at")
        .where("id", "=", projectId)
        .executeTakeFirstOrThrow();
      return row.next_run_at;
    },
    reports: () =>
      db
        .selectFrom("reports")
        .select(["project_id as projectId", "status", "failure", "scheduled"])
        .orderBy("id")
        .execute(),
  };
}

const tomorrow = new Date("2026-03-03T06:00:00Z");
const soon = new Date(now.getTime() + 1);

for (const store of anyStore) {
  const on = (name: string, rule: (scheduled: Scheduled) => Promise<void>) =>
    test(`${store.name}: ${name}`, { skip: store.skip }, async (t) => rule(await startScheduled(t, store)));

  on(
    "others are served while a run is planned, and of two that plan it one accepts it",
    async (scheduled) => {
      const { work, due, reports } = scheduled;
      const { db, queue, project } = work;
      await due(now);
      const stop = new AbortController().signal;
      const parts = { db, queue, spread: false, among: 4, random: () => 0.9, stop, now: () => now, log };
      const planned: string[] = [];
      const both = Promise.withResolvers<void>();
      const loops: { soon(): void; idle(): Promise<void> }[] = [1, 2].map(() =>
        scheduleLoop({
          ...parts,
          async plan(due) {
            // In a transaction, this would wait for its end on the embedded store.
            await reports();
            planned.push(due.project.id);
            // A claim of the other one at the same moment would find nothing that is due.
            if (planned.length === 1) loops[1]!.soon();
            else both.resolve();
            await both.promise;
            return (db) => work.acceptIn(db, { project: due.project });
          },
        }),
      );
      loops[0]!.soon();
      for (const loop of loops) await loop.idle();
      assert.deepEqual(planned, [project.id, project.id]);
      assert.equal((await reports()).length, 1);
    },
  );

  on("a run begins while another organization's is planned", async ({ work, due, reports }) => {
    const { db, queue, project } = work;
    const other = await work.newProject();
    await due(now);
    await due(soon, other.id);
    const stop = new AbortController().signal;
    const parts = { db, queue, spread: false, among: 1, random: () => 0, stop, now: () => soon, log };
    const slow = Promise.withResolvers<void>();
    const loop = scheduleLoop({
      ...parts,
      async plan(due) {
        if (due.project.id === project.id) await slow.promise;
        return async (db) => {
          const report = await work.acceptIn(db, { project: due.project });
          if (due.project.id === other.id) slow.resolve();
          return report;
        };
      },
    });
    loop.soon();
    await loop.idle();
    assert.equal((await reports()).length, 2);
  });

  on("a project runs when it is due, and then at its next time", async ({ turn, due, next, reports }) => {
    await due(now);
    await turn();
    assert.deepEqual([(await reports()).length, await next()], [1, tomorrow]);
    await turn();
    assert.equal((await reports()).length, 1);
  });

  on("a project does not run before its time", async ({ turn, due, next, reports }) => {
    await due(soon);
    await turn();
    assert.deepEqual([await reports(), await next()], [[], soon]);
  });

  on("after three days without a worker a project catches up once", async ({ turn, due, next, reports }) => {
    await due(new Date("2026-02-27T06:00:00Z"));
    await turn();
    assert.deepEqual([(await reports()).length, await next()], [1, tomorrow]);
  });

  on("a project without a time of its next run gets one, and does not run yet", async (scheduled) => {
    await scheduled.due(null);
    await scheduled.turn();
    assert.deepEqual([await scheduled.reports(), await scheduled.next()], [[], tomorrow]);
  });

  on("a project whose schedule is off does not run", async ({ work, turn, reports }) => {
    await setNextRun(work.db, work.project.id, now);
    await turn();
    assert.deepEqual(await reports(), []);
  });

  on(
    "a scheduled run waits for the report under way, then begins",
    async ({ work, turn, due, next, reports }) => {
      await due(now);
      const running = await work.accept();
      await turn();
      assert.deepEqual([(await reports()).length, await next()], [1, now]);
      await work.worker.settle();
      assert.equal((await work.report(running.id)).status, "completed");
      await turn();
      assert.deepEqual([(await reports()).length, await next()], [2, tomorrow]);
    },
  );

  on("of four workers one starts each run", async ({ work, turn, due, reports }) => {
    const projects = await Promise.all(Array.from({ length: 30 }, () => work.newProject()));
    for (const { id } of projects) await due(now, id);
    await Promise.all([turn(), turn(), turn(), turn()]);
    const started = (await reports()).map(({ projectId }) => projectId);
    assert.deepEqual(started.sort(), projects.map(({ id }) => id).sort());
  });

  on(
    "a run that may not begin is a failed report that says why, and is tried at the next time",
    async (scheduled) => {
      const { work, turn, due, next, reports } = scheduled;
      await due(now);
      await turn(async () => {
        throw new Problem("BILLING_REQUIRED", { details: { quota: "visibility" } });
      });
      const [report] = await reports();
      assert.deepEqual([report?.status, report?.failure?.code], ["failed", "BILLING_REQUIRED"]);
      assert.deepEqual([report?.scheduled, await next()], [true, tomorrow]);
      assert.equal((await work.queue.boss.fetch("finish")).length, 0);
    },
  );

  on(
    "a run that its project's own limit does not cover is refused as that, which is mended elsewhere",
    async (scheduled) => {
      const { work, turn, due, reports } = scheduled;
      await due(now);
      const { db, project } = work;
      await db.updateTable("projects").set({ monthly_spend_usd: 0 }).where("id", "=", project.id).execute();
      await turn();
      assert.deepEqual(
        (await reports()).map(({ failure }) => failure?.code),
        ["PROJECT_SPEND_BOUND"],
      );
    },
  );

  on("a run that the month's bound on spending does not cover is refused as such", async (scheduled) => {
    const { work, turn, due, reports } = scheduled;
    await due(now);
    await turn((db, { project }) => work.acceptIn(db, { project, monthlySpendUsd: 0 }));
    assert.deepEqual(
      (await reports()).map(({ failure }) => failure?.code),
      ["SPEND_BOUND"],
    );
    const { rows } = await sql<{ about: string }>`select about from event_marks
      where organization_id = ${work.project.organizationId} order by about`.execute(work.db);
    // Of what is used up, neither that little is left nor a warning is told afterwards.
    assert.deepEqual(
      rows.map(({ about }) => about),
      ["spend exhausted server", "spend short server", "spend warning server"],
    );
  });

  on("a project that cannot be run for a fault of ours does not hold up the others", async (scheduled) => {
    const { work, turn, due, next, reports } = scheduled;
    const other = await work.newProject();
    await due(new Date(now.getTime() - 1));
    await due(now, other.id);
    await turn(async (db, { project }) => {
      if (project.id === work.project.id) throw new TypeError("no such thing");
      return work.acceptIn(db, { project });
    });
    const found = new Map((await reports()).map(({ projectId, failure }) => [projectId, failure?.code]));
    assert.deepEqual(
      [found.size, found.get(work.project.id), found.get(other.id)],
      [2, "INTERNAL_ERROR", undefined],
    );
    assert.deepEqual(await next(), tomorrow);
  });

  on("what the store loses on the way is as if it had not begun: it is still due", async (scheduled) => {
    const { work, turn, due, next, reports } = scheduled;
    await due(now);
    await turn(async (db, { project }) => {
      await work.acceptIn(db, { project });
      throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
    });
    assert.deepEqual([await reports(), await next()], [[], now]);
    await turn();
    assert.equal((await reports()).length, 1);
  });
}
