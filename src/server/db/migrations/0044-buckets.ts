import { type Kysely, sql } from "kysely";

/** Where an organization's rows and figures go every night, and what went there; and what arrives for destinations, counted. */
const statements = [
  // How often something has arrived for a destination, by which a process that ends its turn knows that it has seen all.
  `alter table webhooks add column arrivals int not null default 0`,
  `create table buckets (
    organization_id uuid primary key references organizations on delete cascade,
    user_id uuid not null,
    endpoint text not null,
    region text not null,
    name text not null,
    prefix text not null default '',
    format text not null,
    hour int not null,
    timezone text not null,
    sealed text not null,
    key_hint text not null,
    active boolean not null default true,
    off_because text,
    due_at timestamptz,
    failures int not null default 0,
    failing_since timestamptz,
    claim int not null default 0,
    claimed_until timestamptz,
    created_at timestamptz not null)`,
  `create index buckets_due on buckets (due_at) where active`,
  `create table bucket_exports (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    created_at timestamptz not null,
    duration_ms int not null,
    reports int not null,
    files int not null,
    rows int not null,
    bytes bigint not null,
    manifest text,
    fault text,
    status int,
    response text,
    primary key (organization_id, id))`,
  // No reference to reports: what was deleted is still in the bucket, and taken out of it there.
  `create table exported_reports (
    organization_id uuid not null references organizations on delete cascade,
    report_id uuid not null,
    project_id uuid not null,
    date text not null,
    reading int not null,
    parts int not null,
    primary key (organization_id, report_id))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
