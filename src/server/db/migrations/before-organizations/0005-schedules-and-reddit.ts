import { type Kysely, sql } from "kysely";

const statements = [
  `alter table reports add column scheduled boolean not null default false`,
  `create index projects_due on projects (coalesce(next_run_at, '-infinity')) where schedule <> 'off'`,
  `create table reddit_threads (
    project_id uuid not null references projects on delete cascade,
    id uuid not null,
    thread_id text not null,
    subreddit text not null,
    title text not null,
    posted_at timestamptz,
    found_at timestamptz not null,
    upvotes integer,
    comment_count integer,
    score double precision not null,
    relevance jsonb not null,
    dismissed boolean not null default false,
    draft text,
    draft_at timestamptz,
    draft_kept boolean not null default false,
    primary key (project_id, id),
    unique (project_id, thread_id))`,
  `create index reddit_threads_by_score on reddit_threads (project_id, score desc, id)
    where not dismissed`,
  `create table reddit_refreshes (
    project_id uuid primary key references projects on delete cascade,
    id uuid not null,
    status text not null,
    requested_at timestamptz not null,
    completed_at timestamptz,
    result jsonb)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
