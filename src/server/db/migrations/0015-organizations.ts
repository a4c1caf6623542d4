import { type Kysely, sql } from "kysely";

/**
 * What belonged to an account belongs to an organization. An account's own has the account's id, so no row changes and
 * a server of the version before goes on working: `user_id` of what is listed below is read as the organization's id,
 * and the triggers do what such a server does not know of. Source: docs/decisions/0026-organizations.md.
 */
const owned = [
  ...["projects", "client_workspaces", "share_links", "quota_usage", "quota_ledger", "prompt_tests"],
  "crawl_records",
];

const statements = [
  `create table organizations (
    id uuid primary key,
    name text not null,
    plan text not null default 'free',
    plan_status text not null default 'active',
    plan_started_at timestamptz not null,
    created_at timestamptz not null,
    deleted_at timestamptz)`,
  `create index organizations_deleted on organizations (deleted_at) where deleted_at is not null`,
  `create table members (
    id uuid primary key,
    organization_id uuid not null references organizations on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null,
    workspace_ids uuid[],
    created_at timestamptz not null,
    unique (organization_id, user_id))`,
  `create index members_of_user on members (user_id)`,
  `create table invitations (
    id uuid primary key,
    organization_id uuid not null references organizations on delete cascade,
    email text not null,
    role text not null,
    workspace_ids uuid[],
    token_hash bytea not null unique,
    invited_by uuid references users on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz)`,
  `create index invitations_of_organization on invitations (organization_id, created_at desc, id desc)`,
  `create index invitations_by_inviter on invitations (invited_by) where invited_by is not null`,
  `create index invitations_by_expiry on invitations (expires_at)`,
  `alter table users add column organization_id uuid references organizations on delete set null`,
  `create index users_by_organization on users (organization_id) where organization_id is not null`,

  `insert into organizations (id, name, plan, plan_status, plan_started_at, created_at)
    select id, coalesce(email, 'My organization'), plan, plan_status, plan_started_at, created_at from users`,
  `insert into members (id, organization_id, user_id, role, created_at)
    select id, id, id, 'owner', created_at from users`,

  `create function give_own_organization() returns trigger language plpgsql as $$ begin
    insert into organizations (id, name, plan, plan_status, plan_started_at, created_at)
      values (new.id, coalesce(new.email, 'My organization'), new.plan, new.plan_status, new.plan_started_at, new.created_at);
    insert into members (id, organization_id, user_id, role, created_at)
      values (new.id, new.id, new.id, 'owner', new.created_at);
    return null; end $$`,
  `create trigger users_have_an_organization after insert on users
    for each row execute function give_own_organization()`,
  `create function follow_plan_of_user() returns trigger language plpgsql as $$ begin
    update organizations set plan = new.plan, plan_status = new.plan_status, plan_started_at = new.plan_started_at
      where id = new.id;
    return null; end $$`,
  `create trigger organizations_follow_plans after update of plan, plan_status, plan_started_at on users
    for each row execute function follow_plan_of_user()`,

  `alter table api_keys add column organization_id uuid, add column scopes text[]`,
  `update api_keys set organization_id = user_id`,
  `alter table api_keys add constraint api_keys_of_member foreign key (organization_id, user_id)
    references members (organization_id, user_id) on delete cascade`,
  `create index api_keys_of_organization on api_keys (organization_id, user_id, created_at desc)`,
  `create function keep_key_in_own_organization() returns trigger language plpgsql as $$ begin
    new.organization_id := coalesce(new.organization_id, new.user_id);
    return new; end $$`,
  `create trigger api_keys_have_an_organization before insert on api_keys
    for each row execute function keep_key_in_own_organization()`,

  // Connectors without an organization were let into their account's own.
  ...["consents", "access_tokens", "refresh_tokens"].map(
    (kind) => `update identity_oauth_${kind} o set "referenceId" = users.id::text from users
      where o."referenceId" is null and users.subject = o."userId" and users.issuer = 'overheard'`,
  ),

  ...owned.map(
    (table) => `alter table ${table} drop constraint ${table}_user_id_fkey,
      add constraint ${table}_of_organization foreign key (user_id) references organizations on delete cascade`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
