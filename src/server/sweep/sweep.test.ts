import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { sql } from "kysely";
import { anyStore, type TestStore } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork, type Work } from "../../../test/work.ts";
import type { PlannedTopic } from "../../planner/topics/planner.ts";
import { usedUnits } from "../accounts/spending/quota.ts";
import { keepTopics } from "../content/topics/content-topics.ts";
import { transaction } from "../db/transaction.ts";
import { fanOut } from "../events/fan-out.ts";
import { recordEvent } from "../events/record-event.ts";
import { newId } from "../kernel/id.ts";
import { createLog } from "../kernel/log.ts";
import { writeAudit } from "../organizations/audit-log/audit-log.ts";
import { nextDigest } from "../projects/schedule.ts";
import { askQueue } from "../queue/boss.ts";
import { insertWebhook } from "../telling/destinations/webhooks.ts";
import { putDigest } from "../telling/digests/digests.ts";
import { createSweep } from "./sweep.ts";

const acme = fakeEngine("chatgpt", () => "Acme");
const minute = 60_000;

async function startAt(t: TestContext, store: TestStore) {
  const clock = { now: Date.now() };
  const work = await startWork(t, store, { engines: enginesOf(acme), now: () => new Date(clock.now) });
  return { clock, work };
}

/** Another process's sweep; its own clock may be wrong. */
const sweepOf = ({ db, queue }: Work, now: () => number, wrongMs = 0) =>
  createSweep({
    ...{ db, queue, log: createLog("silent") },
    now: () => new Date(now() + wrongMs),
    storeNow: async () => new Date(now()),
  });

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("a run in which nothing settles for 30 minutes is closed and costs nothing", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    const jobs = await work.queue.boss.findJobs(askQueue("chatgpt"));
    // Claimed by a worker that does nothing.
    await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: jobs.length });

    clock.now += 29 * minute;
    await work.worker.sweep();
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "processing");

    clock.now += 2 * minute;
    await work.worker.sweep();
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.failure?.code, report.jobsFailed], ["failed", "RUN_TIMEOUT", 2]);
    const used = await usedUnits(work.db, work.project.organizationId, "2026-01-01T00:00:00.000Z");
    assert.equal(used.visibility, 0);
  });

  on(
    "a run is not closed because the clock jumped, or because nobody was there to see it go on",
    async (t) => {
      const { clock, work } = await startAt(t, store);
      await work.worker.sweep();
      const { id } = await work.accept({ prompts: ["a?"] });
      clock.now += 180 * minute;
      await work.worker.sweep();
      await work.worker.settle();
      assert.equal((await work.report(id)).status, "completed");
      const stuck = await work.accept({ prompts: ["b?"] });
      await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: 1 });
      clock.now += 120 * minute;
      for (let minutes = 0; minutes < 35; minutes += 5) {
        await work.worker.sweep();
        clock.now += 5 * minute;
      }
      await work.worker.settle();
      const report = await work.report(stuck.id);
      assert.deepEqual([report.status, report.failure?.code], ["failed", "RUN_TIMEOUT"]);
    },
  );

  on("what a clock that was a year ahead has put off comes back once clocks agree", async (t) => {
    const { work } = await startAt(t, store);
    const { db, project } = work;
    const { organizationId, id: projectId } = project;
    const now = new Date();
    const ahead = new Date(now.getTime() + 365 * 24 * 60 * minute);
    const member = await db
      .selectFrom("members")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    const webhook = {
      ...{ id: newId(), organizationId, userId: member.user_id },
      name: null,
      kind: "slack",
    } as const;
    await insertWebhook(db, { ...webhook, projectId: null, types: null, quotes: true, sealed: "" }, now);
    await recordEvent(db, { organizationId, projectId, objectId: "run", type: "schedule.missed" }, now);
    await transaction(db, (db) => fanOut(db, now));
    const timezone = "Pacific/Chatham";
    const owner = { memberId: member.id };
    const choice = { timezone, onlyChanges: false, active: true, dueAt: ahead };
    await putDigest(db, { organizationId, owner, now }, choice);
    await sql`
      insert into buckets (organization_id, user_id, endpoint, region, name, format, hour, timezone, sealed, key_hint, due_at, created_at)
      values (${organizationId}, ${member.user_id}, '', '', '', 'csv', 3, 'UTC', '', '', ${ahead}, ${now})`.execute(
      db,
    );
    await sql`update projects set schedule = 'daily', next_run_at = ${ahead} where id = ${projectId}`.execute(
      db,
    );
    await sql`update deliveries set next_at = ${ahead}`.execute(db);
    await sql`
      update webhooks set due_at = ${ahead}, paused_until = ${ahead}, hour_began_at = ${ahead}, created_at = ${ahead}`.execute(
      db,
    );
    await sql`
      insert into client_reports (organization_id, project_id, user_id, every, approval, active, since, created_at)
      values (${organizationId}, ${projectId}, ${member.user_id}, 'week', false, true, ${ahead}, ${now})`.execute(
      db,
    );
    const put = async () =>
      (
        await sql<Record<string, Date | null>>`
        select d.next_at, w.due_at, w.paused_until, w.hour_began_at, w.created_at, w.failing_since, g.due_at as digest, b.due_at as bucket, p.next_run_at as run, c.since
        from deliveries d, webhooks w, digests g, buckets b, projects p, client_reports c where p.id = ${projectId}`.execute(
          db,
        )
      ).rows[0]!;
    // A process whose clock is wrong leaves it alone.
    await sweepOf(work, () => now.getTime(), -7 * 24 * 60 * minute).pass();
    assert.ok(
      Object.values(await put()).every((time) => time === null || time.getTime() === ahead.getTime()),
    );
    await sweepOf(work, () => now.getTime()).pass();
    const digest = nextDigest(timezone, now);
    assert.deepEqual(await put(), {
      ...{ next_at: now, due_at: now, paused_until: null, hour_began_at: null, created_at: now },
      ...{ digest, bucket: now, run: null, since: now, failing_since: null },
    });
  });

  on("workers that start again every few minutes close a run that does not move", async (t) => {
    const { clock, work } = await startAt(t, store);
    await work.worker.sweep();
    const { id } = await work.accept({ prompts: ["a?"] });
    await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: 1 });
    const status = async () => (await work.report(id)).status;
    for (let minutes = 0; minutes < 30; minutes += 5) {
      clock.now += 5 * minute;
      const sweep = sweepOf(work, () => clock.now);
      sweep.begin();
      await sweep.pass();
      await work.worker.settle();
      assert.equal(await status(), "processing", `${minutes} minutes`);
    }
    clock.now += 5 * minute;
    const sweep = sweepOf(work, () => clock.now);
    sweep.begin();
    await sweep.pass();
    await work.worker.settle();
    assert.equal(await status(), "failed");
  });

  for (const [how, aheadMs] of [
    ["ahead", 120 * minute],
    ["behind", -120 * minute],
  ] as const)
    on(`a worker whose clock is two hours ${how} closes what does not move, and nothing else`, async (t) => {
      const { clock, work } = await startAt(t, store);
      const wrong = sweepOf(work, () => clock.now, aheadMs);
      wrong.begin();
      const { id } = await work.accept({ prompts: ["a?", "b?"] });
      await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: 2 });
      const answered = (at: number) =>
        work.db
          .updateTable("reports")
          .set({ settled_at: new Date(at) })
          .where("id", "=", id)
          .execute();
      const status = async () => (await work.report(id)).status;
      for (let minutes = 0; minutes < 90; minutes += 5) {
        await wrong.pass();
        assert.equal(await status(), "processing", `${minutes} minutes`);
        clock.now += 5 * minute;
        await answered(clock.now);
      }
      for (let minutes = 0; minutes < 30; minutes += 5) {
        await wrong.pass();
        assert.equal(await status(), "processing", `${minutes} minutes without an answer`);
        clock.now += 5 * minute;
      }
      await wrong.pass();
      await work.worker.settle();
      assert.equal(await status(), "failed");
    });

  on("what was accepted while nobody was there is not closed by the first that comes", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept({ prompts: ["a?"] });
    await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: 1 });
    clock.now += 300 * minute;
    const sweep = sweepOf(work, () => clock.now);
    sweep.begin();
    await sweep.pass();
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "processing");
  });

  on("a run that stalls after some answers ends as a partial report", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept({ prompts: ["a?", "b?"] });
    await work.queue.boss.fetch(askQueue("chatgpt"), { batchSize: 1 });
    await work.worker.settle();
    clock.now += 31 * minute;
    await work.worker.sweep();
    await work.worker.settle();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.failure?.code], ["partial", "RUN_TIMEOUT"]);
    assert.deepEqual([report.jobsDone, report.jobsFailed], [1, 1]);
  });

  on("asks that lost their jobs are asked all the same", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept({ prompts: ["a?", "b?", "c?"] });
    await work.queue.boss.deleteAllJobs(askQueue("chatgpt"));
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "processing");
    clock.now += 16_000;
    await work.worker.sweep();
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "completed");
  });

  on("a report whose asks have settled is ended even where the job for it was lost", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept();
    await work.db
      .updateTable("asks")
      .set({ status: "failed", error_code: "refused" })
      .where("report_id", "=", id)
      .execute();
    await work.db.updateTable("reports").set({ pending: 0, jobs_failed: 1 }).where("id", "=", id).execute();
    clock.now += 16_000;
    await work.worker.sweep();
    await work.worker.settle();
    assert.equal((await work.report(id)).status, "failed");
  });

  on("a report that cannot be ended for 30 minutes is closed as our fault", async (t) => {
    const { clock, work } = await startAt(t, store);
    const { id } = await work.accept();
    await work.db.updateTable("reports").set({ pending: 0 }).where("id", "=", id).execute();
    // The job that would end it has failed once too often.
    await work.queue.enqueueFinish(work.db, { projectId: work.project.id, id });
    await work.queue.boss.cancel("finish", id);
    clock.now += 31 * minute;
    await work.worker.sweep();
    const report = await work.report(id);
    assert.deepEqual([report.status, report.failure?.code], ["failed", "INTERNAL_ERROR"]);
  });

  on("replies of idempotent requests are kept a day", async (t) => {
    const { clock, work } = await startAt(t, store);
    const row = {
      user_id: work.project.organizationId,
      route: "POST /v1/x",
      fingerprint: "f",
      running_until: null,
    };
    const at = (hours: number) => new Date(clock.now - hours * 60 * minute);
    await work.db
      .insertInto("replays")
      .values([
        { ...row, key: "old", status: null, created_at: at(25) },
        { ...row, key: "young", status: null, created_at: at(23) },
      ])
      .execute();
    await work.worker.sweep();
    const kept = await work.db.selectFrom("replays").select("key").execute();
    assert.deepEqual(kept, [{ key: "young" }]);
  });

  on("what is kept no longer goes, once an hour", async (t) => {
    const { clock, work } = await startAt(t, store);
    const topic = (key: string) =>
      keepTopics(work.db, work.project.id, [{ key } as PlannedTopic], new Date(0));
    const left = async () =>
      (await work.db.selectFrom("content_topics").select("topic_key").execute()).length;
    await topic("a");
    await work.worker.sweep();
    assert.equal(await left(), 0);
    await topic("b");
    clock.now += 59 * minute;
    await work.worker.sweep();
    assert.equal(await left(), 1);
    clock.now += 2 * minute;
    await work.worker.sweep();
    assert.equal(await left(), 0);
  });

  on("a session that has ended by itself is deleted a day later", async (t) => {
    const { clock, work } = await startAt(t, store);
    await sql`insert into identity_users (id, name, email) values ('ann', 'Ann', 'ann@a.example')`.execute(
      work.db,
    );
    const hours = (count: number) => new Date(clock.now + count * 60 * minute);
    for (const [id, until] of Object.entries({ old: hours(-25), ended: hours(-23), open: hours(1) }))
      await sql`insert into identity_sessions (id, "userId", token, "expiresAt") values (${id}, 'ann', ${id}, ${until})`.execute(
        work.db,
      );
    await work.worker.sweep();
    const { rows } = await sql`select id from identity_sessions order by id`.execute(work.db);
    assert.deepEqual(rows, [{ id: "ended" }, { id: "open" }]);
  });

  on("a process whose clock is ahead deletes nothing that is not old", async (t) => {
    const { clock, work } = await startAt(t, store);
    const days = (count: number) => count * 24 * 60 * minute;
    const { organizationId } = work.project;
    await writeAudit(work.db, {
      ...{
        organizationId,
        at: new Date(clock.now),
        userId: null,
        credential: "operator" as const,
        credentialId: null,
      },
      ...{ door: "job", action: "test", projectId: null, objectId: null, source: null, details: {} },
    });
    const left = async () => (await work.db.selectFrom("audit_log").select("action").execute()).length;
    await sweepOf(work, () => clock.now, days(500)).pass();
    assert.equal(await left(), 1);
    clock.now += days(401);
    await sweepOf(work, () => clock.now).pass();
    assert.equal(await left(), 0);
  });
}
