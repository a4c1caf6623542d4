import { type RawBuilder, sql } from "kysely";
import { dayMs } from "../../figures/days/calendar.ts";
import type { Db } from "./db.ts";

const pagesKeptMs = 7 * dayMs;
const checksKeptMs = 30 * dayMs;
/** As long as raw answers are kept (docs/contract/retention.md). */
const longestMs = 396 * dayMs;

/** Crawls looked up at once; the rest wait for the next time. */
const crawlsMax = 5_000;

/** Most rows deleted by one statement. */
export interface Batch {
  crawls: number;
  rows: number;
}

const usual: Batch = { crawls: 50, rows: 1_000 };

/**
 * Deletes the website data that has outlived its retention (docs/website.md). One statement per batch, so that nothing
 * waits for it long.
 */
export async function dropOutdated(db: Db, now: Date, { crawls, rows }: Batch = usual): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const outdated = await outdatedCrawls(db, before(pagesKeptMs), before(longestMs));
  for (let at = 0; at < outdated.length; at += crawls)
    await dropCrawlPages(db, outdated.slice(at, at + crawls));
  // Readiness checks that expired, and topics that no plan has named, that long ago.
  await dropOlder(db, "readiness_checks", "expires_at", { before: before(checksKeptMs), limit: rows });
  await dropOlder(db, "content_topics", "updated_at", { before: before(longestMs), limit: rows });
}

/** Neither a project's newest crawl nor one that a saved test rests on. */
const nobodyNeeds = (crawl: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  not exists (select from projects p where p.latest_crawl_record_id = ${crawl})
  and not exists (select from prompt_tests t where t.crawl_record_id = ${crawl})`;

/** Crawls that ended before `before` and whose pages nobody needs; the two newest of an address are kept until `last`. */
async function outdatedCrawls(db: Db, before: Date, last: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select r.id, r.completed_at,
        row_number() over (partition by r.user_id, r.url order by r.created_at desc, r.id desc) as nth
      from crawl_records r
      where r.status in ('completed', 'partial')
        and exists (select from crawl_pages g where g.crawl_record_id = r.id))
    select k.id from kept k
    where k.completed_at < ${before} and (k.nth > 2 or k.completed_at < ${last}) and ${nobodyNeeds(sql`k.id`)}
    order by k.id limit ${crawlsMax}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Checks again whether they are needed: a test may have been saved since they were found. */
async function dropCrawlPages(db: Db, crawls: readonly string[]): Promise<void> {
  await sql`
    delete from crawl_pages g
    where g.crawl_record_id = any(${crawls}::uuid[]) and ${nobodyNeeds(sql`g.crawl_record_id`)}`.execute(db);
}

/** Deletes rows whose time lies before `before`, in batches of `limit`. */
async function dropOlder(
  db: Db,
  table: "readiness_checks" | "content_topics",
  time: "expires_at" | "updated_at",
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  const [rowsOf, at] = [sql.table(table), sql.ref(time)];
  for (let dropped = limit; dropped === limit; ) {
    const { rows } = await sql`
      delete from ${rowsOf} where id = any(array(select id from ${rowsOf} where ${at} < ${before} limit ${limit}))
      returning 1`.execute(db);
    dropped = rows.length;
  }
}
