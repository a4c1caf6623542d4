import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores } from "../../../test/stores.ts";
import { enginesOf, fakeEngine, importInto, startWork, type Work } from "../../../test/work.ts";
import { wholeOf } from "../db/reach.ts";
import { deleteLeftovers, deleteReport } from "../deletion/deletion.ts";
import { newId } from "../kernel/id.ts";
import { findProject, insertProject, listProjects } from "../projects/projects.ts";
import { findReport, latestReport, listReports, newestReport, type Report, withPrevious } from "./reports.ts";
import { ownPointsUpTo, trendPointsUpTo, trendSeries } from "./trends/trends.ts";

const firstPage = { limit: 500, after: null };
const engine = fakeEngine("chatgpt", () => "Acme");
const sandbox = fakeEngine("sandbox", () => "Acme", { surface: "sandbox" });
const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T00:00:00.000Z`;

const finished = async (work: Work, run: Parameters<Work["accept"]>[0] = {}): Promise<Report> => {
  const { id } = await work.accept(run);
  await work.worker.settle();
  return work.report(id);
};

for (const store of stores) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on("a report is its owner's alone", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const report = await finished(work);
    const other = await work.newProject();
    assert.equal(await findReport(work.db, wholeOf(other.organizationId), report.id), undefined);
    assert.equal(
      (await findReport(work.db, wholeOf(work.project.organizationId), report.id.toUpperCase()))?.id,
      report.id,
    );
    assert.equal(await findReport(work.db, wholeOf(other.organizationId), report.id), undefined);
    for (const id of ["", "latest", newId()])
      assert.equal(await findReport(work.db, wholeOf(other.organizationId), id), undefined);
  });

  on(
    "a list says whose a report is as last read, and reads nothing of its other names and its prompts",
    async (t) => {
      const work = await startWork(t, store, { engines: enginesOf(engine) });
      const report = await finished(work, { prompts: ["Which is the best?"] });
      const [listed] = await listReports(work.db, wholeOf(work.project.organizationId), { limit: 10 });
      const { brands: _, scored: __, ...short } = report;
      assert.deepEqual(listed, short);
    },
  );

  on("an ended report is read from the store once, until it is read again or deleted", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id } = await work.accept();
    assert.equal((await work.report(id)).status, "processing");
    await work.worker.settle();
    const report = await work.report(id);
    assert.equal(await work.report(id), report);
    await work.db.transaction().execute((db) => deleteReport(db, report));
    assert.equal(await findReport(work.db, wholeOf(work.project.organizationId), id), undefined);
  });

  on("the latest report is the one whose answers are newest, not the one made last", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const march = await importInto(work, at(20));
    await importInto(work, at(10));
    assert.equal((await latestReport(work.db, work.project.id, "main"))?.id, march.id);
    assert.equal(
      (await findProject(work.db, wholeOf(work.project.organizationId), work.project.id))?.latestReportId,
      march.id,
    );
    assert.equal(await latestReport(work.db, work.project.id, "custom"), undefined);
  });

  on("made-up answers are passed over once there are real ones", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(sandbox) });
    const made = await finished(work);
    const custom = await finished(work, { type: "visibility_analysis_api" });
    assert.equal(made.sandbox, true);
    assert.equal((await latestReport(work.db, work.project.id, "main"))?.id, made.id);
    const real = await importInto(work, at(1));
    assert.equal((await latestReport(work.db, work.project.id, "main"))?.id, real.id);
    assert.equal(
      (await listProjects(work.db, wholeOf(work.project.organizationId), firstPage))[0]?.latestReportId,
      real.id,
    );
    assert.equal(custom.source, "custom");
    assert.equal(await latestReport(work.db, work.project.id, "custom"), undefined);
    assert.equal((await withPrevious(work.db, real)).previous, null);
    assert.deepEqual(
      (await trendPointsUpTo(work.db, real, 12)).map(({ reportId }) => reportId),
      [real.id],
    );
  });

  on("a running or failed report is never the latest", async (t) => {
    const broken = fakeEngine("chatgpt", () => {
      throw Object.assign(new Error(), { kind: "refused", retryable: false });
    });
    const work = await startWork(t, store, { engines: enginesOf(broken) });
    const failed = await finished(work);
    assert.equal(failed.status, "failed");
    const { id } = await work.accept();
    assert.equal(await latestReport(work.db, work.project.id, "main"), undefined);
    assert.deepEqual(await newestReport(work.db, work.project.id, "main"), { id, status: "processing" });
  });

  on("the report before one is the next older by its answers", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const [third, first, second] = [
      await importInto(work, at(3)),
      await importInto(work, at(1)),
      await importInto(work, at(2)),
    ];
    assert.equal((await withPrevious(work.db, third)).previous?.id, second.id);
    assert.equal((await withPrevious(work.db, second)).previous?.id, first.id);
    assert.equal((await withPrevious(work.db, first)).previous, null);
    const points = await trendPointsUpTo(work.db, third, 2);
    assert.deepEqual(
      points.map(({ reportId }) => reportId),
      [second.id, third.id],
    );
  });

  on("of reports dated alike, each one's series ends with itself", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const [first, second] = [await importInto(work, at(1)), await importInto(work, at(1))].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    ) as [Report, Report];
    const shown = async (report: Report) => [
      (await trendPointsUpTo(work.db, report, 12)).map(({ reportId }) => reportId),
      (await ownPointsUpTo(work.db, report, { from: new Date(at(1)), limit: 9 })).length,
    ];
    assert.deepEqual(await shown(first), [[first.id], 1]);
    assert.deepEqual(await shown(second), [[first.id, second.id], 2]);
  });

  on("a series that many ask for at once is read once for all of them", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { id, projectId } = await importInto(work, at(1));
    const key = { ...{ projectId, source: "main" as const, brand: "Acme", sandbox: false }, reportId: id };
    const terms = { from: new Date(0), stretches: null, limit: 10, kinds: "same" as const };
    const asked = Array.from({ length: 8 }, () => trendSeries(work.db, { ...key, measuredAt: at(1) }, terms));
    const [first, ...others] = await Promise.all(asked);
    assert.deepEqual(
      first!.points.map(({ reportId }) => reportId),
      [id],
    );
    assert.ok(others.every((series) => series === first));
  });

  on("a shared page reads a report's own points from a time on, and nothing of competitors", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const [third, , second] = [
      await importInto(work, at(3)),
      await importInto(work, at(1)),
      await importInto(work, at(2)),
    ];
    const own = await ownPointsUpTo(work.db, third, { from: new Date(at(2)), limit: 9 });
    assert.deepEqual(
      own.map(({ measuredAt }) => measuredAt),
      [at(2), at(3)],
    );
    assert.ok(own.every(({ point }) => !("competitors" in point) && !("providers" in point)));
    const older = await ownPointsUpTo(work.db, second, { from: new Date(at(9)), limit: 9 });
    assert.deepEqual(
      older.map(({ measuredAt }) => measuredAt),
      [at(2)],
    );
  });

  on("an ad hoc report is compared with the last one of its own brand", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const about = (brand: string) =>
      finished(work, { type: "visibility_analysis_api", project: { ...work.project, brand } });
    const first = await about("Zenith");
    const other = await about("Acme");
    const second = await about("Zenith");
    assert.equal((await withPrevious(work.db, second)).previous?.id, first.id);
    assert.equal((await withPrevious(work.db, other)).previous, null);
  });

  on("reports are listed newest first, a page at a time, each once", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const ids: string[] = [];
    for (let day = 1; day <= 7; day += 1) ids.unshift((await importInto(work, at(day))).id);
    await work.accept();
    const listed: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await listReports(work.db, wholeOf(work.project.organizationId), {
        status: "completed",
        limit: 3,
        after,
      });
      listed.push(...page.map(({ id }) => id));
      if (page.length < 3) break;
      after = page.at(-1)!.id;
    }
    assert.deepEqual(listed, ids);
    const of = (filters: Partial<Parameters<typeof listReports>[2]>) =>
      listReports(work.db, wholeOf(work.project.organizationId), { limit: 100, ...filters });
    assert.equal((await of({ status: "processing" })).length, 1);
    assert.equal((await of({ type: "visibility_analysis_api" })).length, 0);
    assert.equal((await of({ projectId: newId() })).length, 0);
    assert.equal((await of({ projectId: work.project.id })).length, 8);
    assert.deepEqual((await of({ status: "completed", limit: 1 }))[0]?.surfaces, ["import"]);
  });

  on("a report is deleted with its answers, a running one is not", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const running = await work.accept();
    const remove = (report: Report) => work.db.transaction().execute((db) => deleteReport(db, report));
    assert.equal(await remove(running), false);
    await work.worker.settle();
    assert.equal(await remove(await work.report(running.id)), true);
    assert.equal(await remove(running), false);
    await deleteLeftovers(work.db, { now: new Date(), enough: () => false });
    for (const table of [
      "asks",
      "answer_readings",
      "report_readings",
      "trend_points",
      "deleted_reports",
    ] as const) {
      assert.deepEqual(await work.db.selectFrom(table).selectAll().execute(), []);
    }
  });

  on("projects come in pages that leave none out and show none twice", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { createdAt: _, updatedAt: __, ...terms } = work.project;
    const now = new Date(Date.now() + 1_000);
    for (let made = 0; made < 4; made += 1) await insertProject(work.db, { ...terms, id: newId(), now });
    const all = await listProjects(work.db, wholeOf(work.project.organizationId), firstPage);
    const seen: string[] = [];
    for (let after: { createdAt: string; id: string } | null = null; ; ) {
      const page = await listProjects(work.db, wholeOf(work.project.organizationId), { limit: 2, after });
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1) ?? null;
      if (page.length < 2) break;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.equal(seen.length, 5);
  });

  on("projects come newest first, and only to their owner", async (t) => {
    const work = await startWork(t, store, { engines: enginesOf(engine) });
    const { createdAt: _, updatedAt: __, ...terms } = work.project;
    const later = await insertProject(work.db, { ...terms, id: newId(), now: new Date(Date.now() + 1_000) });
    const mine = await listProjects(work.db, wholeOf(work.project.organizationId), firstPage);
    assert.deepEqual(
      mine.map(({ id }) => id),
      [later.id, work.project.id],
    );
    const other = await work.newProject();
    assert.equal(await findProject(work.db, wholeOf(other.organizationId), work.project.id), undefined);
    assert.equal(await findProject(work.db, wholeOf(other.organizationId), "no-uuid"), undefined);
  });
}
