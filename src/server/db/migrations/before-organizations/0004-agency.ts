import { type Kysely, sql } from "kysely";

const statements = [
  `create table client_workspaces (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    kind text not null,
    status text not null,
    domain text,
    created_at timestamptz not null,
    updated_at timestamptz not null)`,
  `create index client_workspaces_of_user on client_workspaces (user_id, created_at desc, id desc)`,
  `alter table projects add constraint projects_in_workspace
    foreign key (workspace_id) references client_workspaces on delete set null`,
  `create index projects_of_workspace on projects (workspace_id, created_at desc, id desc)
    where workspace_id is not null`,
  `create table share_links (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    project_id uuid not null,
    report_id uuid not null,
    token_hash bytea not null unique,
    token_prefix text not null,
    timeframe text not null,
    expires_at timestamptz,
    presenter_name text,
    logo_url text,
    summary text,
    shown json not null,
    created_at timestamptz not null,
    foreign key (project_id, report_id) references reports (project_id, id) on delete cascade)`,
  `create index share_links_of_project on share_links (project_id, id desc)`,
  `create index share_links_of_report on share_links (project_id, report_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
