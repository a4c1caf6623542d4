import { type RawBuilder, type Selectable, sql } from "kysely";
import type { StoredKnownPage } from "../../../planner/topics/known-page.ts";
import type { CrawledPage } from "../../../site/crawl/crawl.ts";
import type { Page } from "../../../site/page/page.ts";
import { type Db, rfc3339 } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";
import { storableJson } from "../../db/storable.ts";

/** A crawled page with the address it was requested by. */
export interface StoredPage extends CrawledPage {
  ordinal: number;
  askedUrl: string;
}

/** Adds pages to a running crawl, in the given transaction. False if it has ended, or is gone with its project. */
export async function addCrawlPages(
  db: Db,
  recordId: string,
  pages: readonly StoredPage[],
  { urlCount, now }: { urlCount: number; now: Date },
): Promise<boolean> {
  const running = await db
    .selectFrom("crawl_records")
    .where("id", "=", recordId)
    .where("status", "=", "processing")
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  if (!running) return false;
  await sql`
    insert into crawl_pages (crawl_record_id, ordinal, url, asked_url, depth, http_status, etag, last_modified, fetched_at, page, instead)
    select ${recordId}, g.ordinal, g.url, g."askedUrl", g.depth, g.status, g.etag, g."lastModified", g."fetchedAt", g.page, g.instead
    from jsonb_to_recordset(${storableJson(pages)}::jsonb) as g(ordinal int, url text, "askedUrl" text, depth int,
      status int, etag text, "lastModified" text, "fetchedAt" timestamptz, page jsonb, instead text)
    on conflict do nothing`.execute(db);
  await countPages(db, recordId).set({ found: urlCount, touched_at: now }).execute();
  return true;
}

/** Sets the number of a crawl's readable pages. */
export const countPages = (db: Db, recordId: string) =>
  db
    .updateTable("crawl_records")
    .set((eb) => ({
      pages: eb
        .selectFrom("crawl_pages")
        .where("crawl_record_id", "=", recordId)
        .where("page", "is not", null)
        .select(sql<number>`count(*)::int`.as("count")),
    }))
    .where("id", "=", recordId);

/** Every page of a crawl in order, failed ones included. */
export async function crawlPagesOf(db: Db, recordId: string): Promise<StoredPage[]> {
  const rows = await db
    .selectFrom("crawl_pages")
    .where("crawl_record_id", "=", recordId)
    .orderBy("ordinal")
    .selectAll()
    .execute();
  return rows.map(pageOf);
}

/** A readable page as lists show it. */
export interface ListedPage
  extends Pick<Page, "title" | "description" | "language" | "headings" | "words" | "text"> {
  url: string;
  depth: number;
  fetchedAt: string;
}

interface ListTerms {
  /** Readable pages before the first. */
  offset: number;
  /** Pages at most. */
  limit: number;
  /** How much of a page's text comes along, in characters. */
  letters: number;
  /** Headings of a page at most. */
  headings: number;
}

const listedAtOnce = 50;

/** A crawl's readable pages in order, a few at a time, with what lists show of them. */
export async function* listedPagesOf(
  db: Db,
  recordId: string,
  { offset, limit, letters, headings }: ListTerms,
): AsyncGenerator<ListedPage[]> {
  for (let read = 0; read < limit; ) {
    const { rows } = await sql<Omit<ListedPage, "fetchedAt"> & { fetchedAt: Date }>`
      select url, depth, fetched_at as "fetchedAt", page->>'title' as title, page->>'description' as description,
        page->>'language' as language, (page->>'words')::int as words, left(page->>'text', ${letters}) as text,
        jsonb_path_query_array(page, ${`$.headings[0 to ${headings - 1}]`}::jsonpath) as headings
      from crawl_pages where crawl_record_id = ${recordId} and page is not null
      order by ordinal offset ${offset + read} limit ${Math.min(listedAtOnce, limit - read)}`.execute(db);
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, fetchedAt: rfc3339(row.fetchedAt) }));
    read += rows.length;
    if (rows.length < listedAtOnce) return;
  }
}

/** Pages whose JSON is read in one go, some milliseconds of work. */
const readAtOnce = 200;

/** A readable page of a crawl, without what only a crawl reads. */
export interface PlannedPage {
  ordinal: number;
  page: StoredKnownPage;
}

const withText = (text: RawBuilder<unknown>) => sql`
  jsonb_build_object('url', page->'url', 'canonical', page->'canonical', 'title', page->'title',
    'description', page->'description', 'language', page->'language', 'headings', page->'headings', 'text', ${text})`;

/** What a plan reads of a crawl's first pages, and how many readable ones there are. */
export async function plannedPagesOf(
  db: Db,
  recordId: string,
  { most, lettersOf }: { most: number; lettersOf(pages: number): number },
): Promise<{ pages: PlannedPage[]; readable: number }> {
  const { count } = await db
    .selectFrom("crawl_pages")
    .where("crawl_record_id", "=", recordId)
    .where("page", "is not", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const readable = Number(count);
  const pages: PlannedPage[] = [];
  for (let after = -1; pages.length < most; ) {
    const { rows } = await sql<PlannedPage>`
      select ordinal, ${withText(sql`left(page->>'text', ${lettersOf(readable)}::int)`)} as page
      from crawl_pages where crawl_record_id = ${recordId} and page is not null and ordinal > ${after}
      order by ordinal limit ${Math.min(readAtOnce, most - pages.length)}`.execute(db);
    pages.push(...rows);
    after = rows.at(-1)?.ordinal ?? Number.POSITIVE_INFINITY;
    if (rows.length < readAtOnce) break;
  }
  return { pages, readable };
}

/** These pages of a crawl with their whole text, by ordinal; those that are gone are left out. */
export async function wholePagesOf(
  db: Db,
  recordId: string,
  ordinals: readonly number[],
): Promise<Map<number, StoredKnownPage>> {
  const { rows } = await sql<PlannedPage>`
    select ordinal, ${withText(sql`page->>'text'`)} as page from crawl_pages
    where crawl_record_id = ${recordId} and page is not null and ordinal = any(${[...ordinals]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ ordinal, page }) => [ordinal, page]));
}

/** The pages of a crawl that were requested by one of these addresses, by that address. */
export async function crawlPagesByUrl(
  db: Db,
  recordId: string,
  urls: readonly string[],
): Promise<Map<string, StoredPage>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom("crawl_pages")
    .where("crawl_record_id", "=", recordId)
    .where("asked_url", "in", urls)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.asked_url, pageOf(row)]));
}

const pageOf = (row: Selectable<Schema["crawl_pages"]>): StoredPage => ({
  ordinal: row.ordinal,
  url: row.url,
  askedUrl: row.asked_url,
  depth: row.depth,
  status: row.http_status,
  etag: row.etag,
  lastModified: row.last_modified,
  fetchedAt: rfc3339(row.fetched_at),
  page: row.page,
  instead: row.instead,
});
