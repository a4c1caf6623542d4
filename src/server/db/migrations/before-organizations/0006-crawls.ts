import { type Kysely, sql } from "kysely";

/** Crawls: their progress, their outcome, and the pages they found. */
const statements = [
  `alter table crawl_records
    add column pages integer not null default 0,
    add column found integer not null default 0,
    add column attempts integer not null default 0,
    add column failure jsonb,
    add column touched_at timestamptz,
    add column completed_at timestamptz`,
  `create index crawl_records_of_user on crawl_records (user_id, created_at desc)`,
  `create index crawl_records_running on crawl_records (touched_at) where status = 'processing'`,
  `create table crawl_pages (
    crawl_record_id uuid not null references crawl_records on delete cascade,
    ordinal integer not null,
    url text not null,
    asked_url text not null,
    depth integer not null,
    http_status integer,
    etag text,
    last_modified text,
    fetched_at timestamptz not null,
    page jsonb,
    primary key (crawl_record_id, ordinal))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
