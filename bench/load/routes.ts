/**
 * How long routes take in a store that is full: one organization's 100 projects with 5,000 reports and 100,000 answers, or
 * 1,000, 100,000 and 2,000,000 with BENCH_FULL=1: every route that reads, and those that change something and ask nobody
 * outside. `npm run bench -- routes`. PostgreSQL is started for it. The baseline is the same while there is one project. Ends
 * with 1 if a 99th percentile, a deletion or a look through all of a large table is too much.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool } from "pg";
import { fullSize, tellGoal } from "../../scripts/goals.ts";
import { promptKey } from "../../src/reader/prompt.ts";
import type { Own } from "../../test/catalogue.ts";
import { startPostgres } from "../../test/postgres.ts";
import type { Member, TestApp } from "../../test/start-app.ts";
import { startGhost } from "../../test/vendors/ghost.ts";
import { everyRoute, requestTo } from "./system/every-route.ts";
import { quantile } from "./system/pace.ts";
import { statementTemplate } from "./system/statement-template.ts";

const [projects, reportsEach] = fullSize ? [1_000, 100] : [100, 50];
const answersEach = 20;
const rounds = Number(process.env.BENCH_ROUNDS ?? (fullSize ? 300 : 110));
const bounds = { p99Ms: 100, deletedMs: 2_000 };
/** Reading all of a table with fewer rows is of no consequence. */
const largeRows = 2_000;

await using postgres = await startPostgres();
// Read when stores are listed.
process.env.TEST_DATABASE_URL = postgres.url;
const [{ startApp }, { owner }, { stores }] = await Promise.all([
  import("../../test/start-app.ts"),
  import("../../test/owner.ts"),
  import("../../test/stores.ts"),
]);
await using blog = await startGhost();
const endings: (() => unknown)[] = [];
/** What was said to PostgreSQL last, with its values. */
const said = new Map<string, unknown[]>();
let pool: Pool | undefined;
const onServer = stores.find(({ name }) => name === "PostgreSQL")!;
const listened: typeof onServer = {
  ...onServer,
  async openQuiet(t) {
    const store = await onServer.openQuiet(t);
    pool = store.pool;
    listenTo(pool);
    return store;
  },
};
const app: TestApp = await startApp({ after: (end) => void endings.push(end as () => unknown) }, listened, {
  config: { rateLimitScale: 0, runsAtOnce: 100_000, outboundAllow: [blog.host] },
});
const { me, own: things } = await owner(app, blog);
const own: Own = {
  ...things,
  reportId: await importReport(me, things),
  "get_provider_answer promptKey": promptKey(questionOf(0)),
  "get_provider_answer provider": "chatgpt",
  "get_competitor competitor": "bolt",
};
const address = await app.address();
const session = await me.session();
const empty = await measureAll();
// A project may have 500, and the second measurement adds as many again.
await sql`delete from interventions`.execute(app.db);
const filled = performance.now();
await fill(own);
console.log(
  `${projects.toLocaleString("en")} projects, ${(projects * reportsEach).toLocaleString("en")} reports, ` +
    `${(projects * reportsEach * answersEach).toLocaleString("en")} answers, made in ${((performance.now() - filled) / 1_000).toFixed(0)} s`,
);
const scansBefore = await scans();
const full = await measureAll();
await delay(1_500);
const scanned = [...(await scans())].filter(([table, count]) => count > (scansBefore.get(table) ?? 0));

const shown = [...full].sort(([, a], [, b]) => quantile(b, 0.99) - quantile(a, 0.99));
console.log(
  `\n${"route".padEnd(34)}${["median ms", "p99 ms", "of one project"].map((head) => head.padStart(16)).join("")}`,
);
for (const [name, ms] of shown) {
  const [half, most, before] = [quantile(ms, 0.5), quantile(ms, 0.99), quantile(empty.get(name)!, 0.99)];
  console.log(name.padEnd(34) + [half, most, before].map((value) => value.toFixed(1).padStart(16)).join(""));
}
const slow = shown.filter(([, ms]) => quantile(ms, 0.99) > bounds.p99Ms).map(([name]) => name);
for (const name of slow) console.log(`missed: ${name} takes more than ${bounds.p99Ms} ms`);
for (const [table] of scanned) console.log(`missed: all of ${table} was read`);
if (scanned.length > 0) for (const reader of await readers()) console.log(`missed: ${reader}`);
// A worker's first sweep also does what it does once an hour.
await app.app.worker.sweep();
const deletedMs = await deleted(copyOfProject(1));
console.log(
  `a project with ${reportsEach} reports is gone after ${deletedMs.toFixed(0)} ms (at most ${bounds.deletedMs})`,
);
const busyReports = await reportsOf(things.projectId!);
const busyMs = await deleted(things.projectId!);
console.log(
  `the one that was changed all the time, with ${busyReports} reports, after ${busyMs.toFixed(0)} ms`,
);
const met = slow.length === 0 && scanned.length === 0 && deletedMs <= bounds.deletedMs;
tellGoal("routes", {
  measured: `${full.size} routes, the slowest ${shown[0]![0]} with a p99 of ${quantile(shown[0]![1], 0.99).toFixed(0)} ms; ${scanned.length} tables read as a whole; a project deleted in ${(deletedMs / 1_000).toFixed(1)} s`,
  met,
});
if (!met) process.exitCode = 1;
for (const end of endings) await end();

/** Which routes read all of a large table, and with which statement. */
async function readers(): Promise<string[]> {
  const found: string[] = [];
  for (const name of everyRoute) {
    said.clear();
    await measureAll([name], 1);
    for (const [text, values] of said) {
      const { rows } = await pool!.query(`explain ${text}`, values).catch(() => ({ rows: [] }));
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const tables = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table!);
      if (tables.some((table) => scansBefore.has(table)))
        found.push(`${name} reads all of ${tables.join(", ")}: ${statementTemplate(text)}`);
    }
  }
  return found;
}

function listenTo(pool: Pool): void {
  const heard = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const listening = (...given: unknown[]) => {
      const [text, values] = given;
      if (typeof text === "string" && !text.startsWith("explain"))
        said.set(text, (values ?? []) as unknown[]);
      return query(...given);
    };
    client.query = listening as typeof client.query;
  });
}

async function measureAll(names = everyRoute, count = rounds): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -3; round < count; round += 1)
    for (const name of names) {
      const { method, path, body } = requestTo(name, own);
      const began = performance.now();
      const response = await fetch(address + path, {
        method,
        headers: {
          authorization: `Bearer ${session}`,
          prefer: "wait=0",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status > 299) throw new Error(`${name}: ${response.status} ${text}`);
      if (round >= 0) times.get(name)!.push(performance.now() - began);
    }
  return times;
}

/** A report of so many answers. */
async function importReport({ call }: Member, { projectId }: Own): Promise<string> {
  const rows = Array.from({ length: answersEach }, (_, at) => ({
    prompt: questionOf(Math.floor(at / 4)),
    provider: ["chatgpt", "claude", "gemini", "perplexity"][at % 4],
    answer: `1. **Acme** is a good choice for most people.\n2. **Bolt**, number ${at}, is cheaper.`,
  }));
  const { data } = await call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
  return data.id;
}

function questionOf(number: number): string {
  return `Which crm is best for use number ${number}?`;
}

/** Repeats the project with its report, for the same organization. */
async function fill({ projectId, reportId }: Own): Promise<void> {
  const copyOf = (number: ReturnType<typeof sql>) =>
    sql`(lpad(to_hex(${number}), 8, '0') || '-0000-7000-8000-' || right(${projectId}::text, 12))::uuid`;
  const [projectCopy, reportCopy] = [copyOf(sql`p.n`), copyOf(sql`p.n * 1000 + m`)];
  // The project itself gets reports too: number 0.
  const project = sql`case when p.n = 0 then ${projectId}::uuid else ${projectCopy} end`;
  const at = sql`now() - make_interval(days => m)`;
  for (let first = 0; first < projects; first += 10)
    await unhurried(async (db) => {
      const some = sql`generate_series(${first}::int, ${Math.min(projects, first + 10) - 1}::int) p(n)`;
      const reports = sql`${some}, generate_series(1, ${reportsEach}::int) m`;
      const of = sql`s.project_id = ${projectId} and s.report_id = ${reportId}`;
      const insert = (table: string, patch: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
        sql`insert into ${sql.table(table)} select (jsonb_populate_record(s, jsonb_build_object(${patch}))).*
          from ${sql.table(table)} s, ${from}`.execute(db);
      await insert(
        "projects",
        sql`'id', ${projectCopy}, 'name', 'Project ' || p.n, 'workspace_id', null`,
        sql`${some} where s.id = ${projectId} and p.n > 0`,
      );
      await insert(
        "prompts",
        sql`'project_id', ${projectCopy}`,
        sql`${some} where s.project_id = ${projectId} and p.n > 0`,
      );
      await insert(
        "reports",
        sql`'project_id', ${project}, 'id', ${reportCopy}, 'measured_at', ${at}, 'created_at', ${at}, 'settled_at', ${at}, 'completed_at', ${at}`,
        sql`${reports} where s.project_id = ${projectId} and s.id = ${reportId}`,
      );
      await insert(
        "report_readings",
        sql`'project_id', ${project}, 'report_id', ${reportCopy}`,
        sql`${reports} where ${of}`,
      );
      await insert(
        "trend_points",
        sql`'project_id', ${project}, 'report_id', ${reportCopy}, 'measured_at', ${at}`,
        sql`${reports} where ${of}`,
      );
      for (const table of ["asks", "answer_readings"])
        await insert(
          table,
          sql`'project_id', ${project}, 'report_id', ${reportCopy}, 'created_at', ${at}`,
          sql`${reports} where ${of}`,
        );
    });
  await unhurried((db) => sql`analyze`.execute(db));
}

/** Without the server's limit on a statement's time: filling is not what is measured. */
async function unhurried(work: (db: typeof app.db) => Promise<unknown>): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await work(db);
  });
}

/** How often all of each large table was read so far. */
async function scans(): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; scans: number }>`
    select relname as table, seq_scan::int as scans from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup >= ${largeRows}`.execute(app.db);
  return new Map(rows.map(({ table, scans }) => [table, scans]));
}

/** The id that `fill` gives to the copy of that number. */
function copyOfProject(number: number): string {
  return `${number.toString(16).padStart(8, "0")}-0000-7000-8000-${things.projectId!.slice(-12)}`;
}

async function reportsOf(projectId: string): Promise<number> {
  const { rows } = await sql<{ reports: number }>`
    select count(*)::int as reports from reports where project_id = ${projectId}`.execute(app.db);
  return rows[0]!.reports;
}

/** Milliseconds until nothing is left of the project, which is asked to go like any other. */
async function deleted(projectId: string): Promise<number> {
  if ((await reportsOf(projectId)) < reportsEach) throw new Error("the project is not full");
  const began = performance.now();
  const { status } = await me.call("DELETE", `/v1/projects/${projectId}`);
  if (status !== 200) throw new Error(`the deletion was answered with ${status}`);
  for (let left = 1; left > 0; ) {
    await app.app.worker.sweep();
    const { rows } = await sql<{ left: number }>`
      select ((select count(*) from projects where deleted_at is not null) + (select count(*) from deleted_reports))::int as left`.execute(
      app.db,
    );
    left = rows[0]!.left;
  }
  return performance.now() - began;
}
