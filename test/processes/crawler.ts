/**
 * A worker that crawls, in a separate process, for tests that end it: `crawler.ts PLACE SITE accept|work|end`, PLACE the
 * address of a server or a data directory. `accept` accepts a crawl of SITE and works on it, `work` works on what
 * there is, `end` until no crawl is running. Says on stdout, a JSON line each, that it works and how the crawl ended.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { openStore } from "../../src/server/db/open.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { insertCrawl } from "../../src/server/website/crawls/crawl-records.ts";
import { crawlOf, enginesOf, quickCrawl, workOn } from "../work.ts";

const [place = "", site = "", mode = ""] = process.argv.slice(2);
const embedded = !place.startsWith("postgres");

const store = await openStore(
  { databaseUrl: embedded ? null : place, dataDir: embedded ? place : "." },
  createLog("silent"),
);
const crawl = crawlOf([new URL(site).host], quickCrawl);
const work = await workOn(store, {
  engines: enginesOf(),
  alone: embedded,
  crawl,
});
const { db, queue, project } = work;
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (mode === "accept") {
  const { organizationId } = project;
  const id = newId();
  await db.transaction().execute(async (db) => {
    await insertCrawl(db, { id, organizationId, projectId: project.id, url: site, now: new Date() });
    await queue.enqueueCrawl(db, id);
  });
}
await work.worker.start();
queue.wake();

if (mode === "end") {
  const running = () =>
    db.selectFrom("crawl_records").where("status", "=", "processing").select("id").executeTakeFirst();
  while (await running()) await delay(50);
  const records = await db.selectFrom("crawl_records").select(["status", "pages", "attempts"]).execute();
  const pages = await db.selectFrom("crawl_pages").orderBy("ordinal").select(["ordinal", "url"]).execute();
  const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from jobs.job`.execute(db);
  await work[Symbol.asyncDispose]();
  await crawl.parsing[Symbol.asyncDispose]();
  await crawl.outside[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  say({ records, pages, ...rows[0] });
} else say({ working: true });
