import { type Kysely, sql } from "kysely";

/** Written drafts, the blogs they can be published to, and what was published. */
const statements = [
  `create table drafts (
    project_id uuid not null,
    report_id uuid not null,
    platform text not null,
    content_kind text not null,
    topic text not null,
    prompt_type text,
    target json,
    metadata json not null,
    provider text not null,
    context json not null,
    attempts integer not null default 0,
    content json,
    primary key (project_id, report_id),
    foreign key (project_id, report_id) references reports (project_id, id) on delete cascade)`,
  `create table cms_connections (
    project_id uuid primary key references projects on delete cascade,
    kind text not null,
    site_url text not null,
    account text,
    site_name text,
    sealed text not null,
    active boolean not null,
    verified_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null)`,
  `alter table projects add column cms_kind text`,
  `create table publications (
    project_id uuid not null,
    report_id uuid not null,
    cms text not null,
    site_url text not null,
    claim uuid,
    claimed_until timestamptz,
    cms_post_id text,
    url text,
    mode text,
    published_at timestamptz,
    primary key (project_id, report_id),
    foreign key (project_id, report_id) references reports (project_id, id) on delete cascade)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
