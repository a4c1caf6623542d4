import { type Kysely, sql } from "kysely";

/** What was done to be named more often, and when. */
const statements = [
  `create table interventions (
    project_id uuid not null references projects on delete cascade,
    id uuid not null,
    at timestamptz not null,
    title text not null,
    prompt_keys jsonb not null,
    url text,
    report_id uuid,
    note text,
    smallest_worth double precision,
    created_at timestamptz not null,
    primary key (project_id, id))`,
  `create unique index interventions_of_drafts on interventions (project_id, report_id) where report_id is not null`,
  `create index interventions_by_time on interventions (project_id, at desc, id desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
