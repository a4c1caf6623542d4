import { type Kysely, sql } from "kysely";

/** Which changes of a project are told, and what an organization has been told of its money and its assistants. */
const statements = [
  `create table project_watches (
    project_id uuid primary key references projects on delete cascade,
    watches jsonb,
    told jsonb not null default '{}')`,
  `create table event_marks (
    organization_id uuid not null references organizations on delete cascade,
    about text not null,
    state text not null,
    at timestamptz not null,
    primary key (organization_id, about))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
