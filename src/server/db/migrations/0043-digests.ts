import { type Kysely, sql } from "kysely";

/** Weekly digests for members and channels, and reports that are sent to clients. */
const statements = [
  `create table digests (
    id uuid primary key,
    organization_id uuid not null references organizations on delete cascade,
    member_id uuid unique references members on delete cascade,
    webhook_id uuid unique references webhooks on delete cascade,
    timezone text not null,
    only_changes boolean not null default false,
    active boolean not null default true,
    off_because text,
    due_at timestamptz not null,
    try_at timestamptz not null,
    failures int not null default 0,
    sending boolean not null default false,
    settled_at timestamptz,
    sent_at timestamptz,
    claim int not null default 0,
    claimed_until timestamptz,
    created_at timestamptz not null)`,
  `create index digests_of_organization on digests (organization_id)`,
  `create index digests_due on digests (try_at) where active`,
  `create table client_reports (
    project_id uuid primary key references projects on delete cascade,
    organization_id uuid not null references organizations on delete cascade,
    user_id uuid not null,
    every text not null,
    approval boolean not null default false,
    active boolean not null default true,
    logo_url text,
    since timestamptz not null,
    created_at timestamptz not null)`,
  `create index client_reports_of_organization on client_reports (organization_id)`,
  `create table client_recipients (
    id uuid primary key,
    organization_id uuid not null references organizations on delete cascade,
    project_id uuid not null references projects on delete cascade,
    address text not null,
    off_because text,
    removed_at timestamptz,
    created_at timestamptz not null,
    unique (project_id, address))`,
  `create index client_recipients_of_address on client_recipients (organization_id, address)`,
  `create table client_issues (
    id uuid primary key,
    organization_id uuid not null references organizations on delete cascade,
    project_id uuid not null references projects on delete cascade,
    report_id uuid not null,
    period text not null,
    state text not null,
    recipients int not null default 0,
    decided_by uuid,
    decided_at timestamptz,
    created_at timestamptz not null,
    unique (project_id, period))`,
  `create index client_issues_of_organization on client_issues (organization_id, created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
