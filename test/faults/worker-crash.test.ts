import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../src/server/db/db.ts";
import { wholeOf } from "../../src/server/db/reach.ts";
import { findReport } from "../../src/server/reports/reports.ts";
import { allMeasuredAnswers } from "../../src/server/reports/rows/answer-batches.ts";
import { type Page, startSite } from "../fixtures/site.ts";
import { stores, type TestStore } from "../stores.ts";
import { enginesOf, fakeEngine, quickCrawl, workOn } from "../work.ts";

const scripts = join(import.meta.dirname, "..", "processes");

/** A worker's process, and what it says first. */
const started = (t: TestContext, place: string, mode: "accept" | "resume") =>
  spawned(t, "worker.ts", [place, mode]);

async function spawned(t: TestContext, script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(scripts, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, said: JSON.parse(line as string) };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Where another process finds the store. */
async function placeOf(t: TestContext, kind: TestStore): Promise<string> {
  if (kind.name === "PostgreSQL") return (await kind.open(t)).connectionString!;
  const dir = mkdtempSync(join(tmpdir(), "overheard-crash-"));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

for (const kind of stores) {
  test(`${kind.name}: what was accepted ends, counted once, though its worker is killed again and again`, {
    skip: kind.skip,
    timeout: 120_000,
  }, async (t) => {
    const place = await placeOf(t, kind);
    const accepted: string[] = [];
    for (const afterMs of [0, 300, 900]) {
      const { child, said } = await started(t, place, "accept");
      accepted.push(...said.accepted);
      await delay(afterMs);
      await killed(child);
    }
    const began = performance.now();
    const { said } = await started(t, place, "resume");
    assert.ok(performance.now() - began < 60_000);
    assert.deepEqual(
      said.reports.map((report: { id: string }) => report.id),
      accepted,
    );
    for (const report of said.reports) {
      const { id: _, ...state } = report;
      assert.deepEqual(state, {
        status: "completed",
        jobs_total: 10,
        jobs_done: 10,
        jobs_failed: 0,
        pending: 0,
      });
    }
    const { ledger, used, readings, jobs } = said;
    assert.deepEqual({ ledger, used, readings, jobs }, { ledger: 90, used: 90, readings: 90, jobs: 0 });
  });
}

/** Of one crawl at once; what a killed worker has asked for and not saved is at most as many pages. */
const { atOnce } = quickCrawl;

for (const kind of stores) {
  // A dead worker's claim is free at once on the embedded store, and after its lease on a server.
  const kills = kind.name === "PGlite" ? 3 : 2;

  test(`${kind.name}: a crawl whose worker is killed again and again ends with every page, each stored once`, {
    skip: kind.skip,
    timeout: 180_000,
  }, async (t) => {
    const site = await startSite(t, slowPages(60));
    const place = await placeOf(t, kind);
    for (let kill = 0; kill < kills; kill += 1) {
      const soFar = site.requests.length;
      const { child } = await spawned(t, "crawler.ts", [
        place,
        `${site.url}/`,
        kill === 0 ? "accept" : "work",
      ]);
      const most = Math.floor(Math.random() * 12);
      // robots.txt and the sitemap come first.
      while (site.requests.length < soFar + 3 + most) await delay(1);
      await killed(child);
    }
    const { said } = await spawned(t, "crawler.ts", [place, `${site.url}/`, "end"]);
    assert.deepEqual(said.records, [{ status: "completed", pages: 61, attempts: kills + 1 }]);
    assert.equal(said.jobs, 0);
    assert.deepEqual(
      said.pages.map(({ ordinal }: { ordinal: number }) => ordinal),
      Array.from({ length: 61 }, (_, ordinal) => ordinal),
    );
    const addresses = Object.keys(site.pages).map((path) => site.url + path);
    assert.deepEqual(said.pages.map(({ url }: { url: string }) => url).sort(), addresses.sort());
    const asked = site.requests.filter(({ path }) => path in site.pages);
    assert.ok(asked.length <= addresses.length + kills * atOnce, `${asked.length} requests`);
  });
}

/** A start page that links to as many others, each of which takes its time. */
function slowPages(count: number): Record<string, Page> {
  const links = Array.from({ length: count }, (_, index) => `<a href="/p${index}">x</a>`).join("");
  const slow: Page = (request, response) =>
    void setTimeout(
      () =>
        response
          .setHeader("content-type", "text/html")
          .end(`<title>${request.url}</title><p>Text.</p>${links}`),
      20,
    );
  return Object.fromEntries(
    ["/", ...Array.from({ length: count }, (_, index) => `/p${index}`)].map((path) => [path, slow]),
  );
}

const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("PostgreSQL: a worker that is stopped past its lease and goes on changes nothing that another one did", {
  skip: server.skip,
  timeout: 120_000,
}, async (t) => {
  const store = await server.open(t);
  const { child, said } = await started(t, store.connectionString!, "accept");
  await delay(100);
  child.kill("SIGSTOP");
  // It stands still for longer than any claim lasts.
  await sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(
    store.db,
  );
  const engine = fakeEngine("chatgpt", () => "Acme, says another.");
  const work = await workOn(store, { engines: enginesOf(engine) });
  await work.worker.start();
  for (const id of said.accepted) await work.queue.finished(id, 40_000, new AbortController().signal);
  await work[Symbol.asyncDispose]();
  const before = await stateOf(store.db, said.accepted);

  child.kill("SIGCONT");
  await delay(1_500);
  assert.deepEqual(await stateOf(store.db, said.accepted), before);
  assert.ok(before.every(({ status }) => status === "completed"));
  await killed(child);
});

async function stateOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom("reports")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const report = (await findReport(db, wholeOf(row.user_id), row.id))!;
      return { ...row, answers: await allMeasuredAnswers(db, report) };
    }),
  );
}
