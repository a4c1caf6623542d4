import { type Kysely, sql } from "kysely";

const statements = [
  `create table readiness_checks (
    id uuid primary key,
    project_id uuid not null references projects on delete cascade,
    url text not null,
    final_url text not null,
    result json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null)`,
  `create index readiness_checks_of_url on readiness_checks (project_id, md5(url), created_at desc)`,
  `create index readiness_checks_of_final_url on readiness_checks (project_id, md5(final_url), created_at desc)`,
  `create table content_topics (
    project_id uuid not null references projects on delete cascade,
    topic_key text not null,
    id uuid not null unique,
    topic json not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (project_id, topic_key))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
