import { sql } from "kysely";
import type { Db } from "./db.ts";

const dayMs = 86_400_000;
const pagesKeptMs = 7 * dayMs;
const checksKeptMs = 30 * dayMs;
/** As long as raw answers (contract B21). */
const longestMs = 396 * dayMs;

/** Of each kind, at once. */
export interface Batch {
  crawls: number;
  rows: number;
}

const usual: Batch = { crawls: 50, rows: 1_000 };

/**
 * Forgets what the website half keeps no longer; docs/website.md says what that is. In batches, each a statement of its
 * own, so that nothing waits for it long.
 */
export async function dropOutdated(db: Db, now: Date, { crawls, rows }: Batch = usual): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const inBatches = async (size: number, drop: () => Promise<number>) => {
    while ((await drop()) === size);
  };
  await inBatches(crawls, () => dropCrawlPages(db, before(pagesKeptMs), before(longestMs), crawls));
  await inBatches(rows, () => dropReadinessChecks(db, before(checksKeptMs), rows));
  await inBatches(rows, () => dropTopics(db, before(longestMs), rows));
}

/**
 * The pages of crawls that ended before `before`: of an address the two newest keep theirs until `last`, and a
 * project's newest crawl and one that a saved test rests on keep them altogether. Returns of how many crawls.
 */
async function dropCrawlPages(db: Db, before: Date, last: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ crawls: number }>`
    with kept as (
      select r.id, r.completed_at,
        row_number() over (partition by r.user_id, r.url order by r.created_at desc, r.id desc) as nth
      from crawl_records r
      where r.status in ('completed', 'partial')
        and exists (select from crawl_pages g where g.crawl_record_id = r.id)),
    outdated as (
      select k.id from kept k
      where k.completed_at < ${before} and (k.nth > 2 or k.completed_at < ${last})
        and not exists (select from projects p where p.latest_crawl_record_id = k.id)
        and not exists (select from prompt_tests t where t.crawl_record_id = k.id)
      limit ${limit}),
    dropped as (delete from crawl_pages where crawl_record_id in (select id from outdated))
    select count(*)::int as crawls from outdated`.execute(db);
  return rows[0]?.crawls ?? 0;
}

/** Readiness checks that expired before `before`. */
async function dropReadinessChecks(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from readiness_checks where id = any(array(
      select id from readiness_checks where expires_at < ${before} limit ${limit}))
    returning 1`.execute(db);
  return rows.length;
}

/** Topics that no plan has named since `before`. */
async function dropTopics(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from content_topics where id = any(array(
      select id from content_topics where updated_at < ${before} limit ${limit}))
    returning 1`.execute(db);
  return rows.length;
}
