/**
 * What others wait while a large project is deleted: another tenant's reads before and meanwhile, on both stores.
 * `npm run bench -- deletion`; BENCH_ANSWERS (200,000) says how many answers the project has. The ratio is that of the
 * 99th percentiles in one run. Ends with 1 if the deletion itself or the reads beside it take too long.
 */
import { sql } from "kysely";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { type Member, startApp, type TestApp } from "../../test/start-app.ts";
import { stores, type TestStore } from "../../test/stores.ts";

const answers = Number(process.env.BENCH_ANSWERS ?? 200_000);
const answersEach = 1_000;
const quietMs = 5_000;
/** A busy machine is slow before already. */
const bounds = { deleteMs: 1_000, p99Ms: 100, ratio: 2 };

const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];

/** Reports that one statement makes: no statement may take longer than 8 s. */
const reportsAtOnce = 10;

/** Repeats the only report of a project, with as many answers each as a large run has. */
async function fill({ db }: TestApp, reportId: string): Promise<void> {
  const reports = Math.ceil(answers / answersEach);
  for (let first = 1; first <= reports; first += reportsAtOnce) {
    const last = Math.min(reports, first + reportsAtOnce - 1);
    const copies = sql`generate_series(${first}::int, ${last}::int) n`;
    const copy = sql`(lpad(to_hex(n), 8, '0') || right(${reportId}::text, 28))::uuid`;
    await sql`
      insert into reports select (jsonb_populate_record(r, jsonb_build_object('id', ${copy}, 'jobs_total', ${answersEach}::int))).*
      from reports r, ${copies} where r.id = ${reportId}`.execute(db);
    await sql`
      insert into report_readings select (jsonb_populate_record(r, jsonb_build_object('report_id', ${copy}))).*
      from report_readings r, ${copies} where r.report_id = ${reportId}`.execute(db);
    for (const table of ["asks", "answer_readings"])
      await sql`
        insert into ${sql.table(table)}
        select (jsonb_populate_record(a, jsonb_build_object('report_id', ${copy}, 'ordinal', m))).*
        from ${sql.table(table)} a, ${copies}, generate_series(0, ${answersEach - 1}::int) m
        where a.report_id = ${reportId}`.execute(db);
  }
}

/** Milliseconds of each read of a report, one after the other, until it is over. */
async function reads(me: Member, reportId: string, over: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!over()) {
    const began = performance.now();
    const { status } = await me.call("GET", `/v1/reports/${reportId}`);
    taken.push(performance.now() - began);
    if (status !== 200) throw new Error(`a read was answered with ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return taken;
}

const p99 = (taken: readonly number[]): number =>
  [...taken].sort((a, b) => a - b)[Math.floor(taken.length * 0.99)]!;

async function measure(store: TestStore): Promise<boolean> {
  const endings: (() => unknown)[] = [];
  const app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, store, {
    config: { rateLimitScale: 100_000 },
  });
  try {
    const [me, other] = [await app.member(), await app.member()];
    const [mine, theirs] = [await me.project(), await other.project()];
    const imported = async (member: Member, id: string) =>
      (await member.call<SummaryView>("POST", `/v1/projects/${id}/imports`, rows)).data.id;
    await fill(app, await imported(me, mine.id));
    const reportId = await imported(other, theirs.id);
    const until = performance.now() + quietMs;
    const quiet = await reads(other, reportId, () => performance.now() > until);

    const began = performance.now();
    await me.call("DELETE", `/v1/projects/${mine.id}`);
    const deleteMs = performance.now() - began;
    let over = false;
    const beside = reads(other, reportId, () => over);
    for (let left = true; left; ) {
      await app.app.worker.sweep();
      const { rows: leftovers } = await sql`
        select 1 from projects where deleted_at is not null union all select 1 from deleted_reports`.execute(
        app.db,
      );
      left = leftovers.length > 0;
    }
    over = true;
    const seconds = (performance.now() - began) / 1_000;
    const [before, meanwhile] = [p99(quiet), p99(await beside)];
    console.log(
      `${store.name}: DELETE ${deleteMs.toFixed(0)} ms; ${answers} answers gone in ${seconds.toFixed(1)} s; ` +
        `reads p99 ${before.toFixed(1)} → ${meanwhile.toFixed(1)} ms, ${(meanwhile / before).toFixed(1)} times`,
    );
    return deleteMs <= bounds.deleteMs && (meanwhile <= bounds.p99Ms || meanwhile <= bounds.ratio * before);
  } finally {
    for (const end of endings) await end();
  }
}

for (const store of stores) {
  if (store.skip) console.log(`${store.name}: ${store.skip}`);
  else if (!(await measure(store))) process.exitCode = 1;
}
