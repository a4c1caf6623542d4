import { type Kysely, sql } from "kysely";

/**
 * Deleted things vanish for their owner at once and row by row after that; a stored reply keeps its bytes and says which
 * process is still working on it; every reference and every filtered list gets an index.
 */
const statements = [
  `alter table projects add column deleted_at timestamptz`,
  `create index projects_deleted on projects (deleted_at) where deleted_at is not null`,
  `create table deleted_reports (
    project_id uuid not null,
    report_id uuid not null,
    created_at timestamptz not null,
    asks integer not null,
    primary key (project_id, report_id))`,

  `alter table replays alter column data type json using data::json, add column owner text`,
  `create index replays_running on replays (running_until) where running_until is not null`,

  `create index crawl_records_of_project on crawl_records (project_id)`,
  `create index prompt_tests_of_project on prompt_tests (project_id)`,
  `create index prompt_tests_of_user on prompt_tests (user_id)`,
  `create index prompt_tests_of_crawl on prompt_tests (crawl_record_id) where crawl_record_id is not null`,
  `create index projects_by_crawl on projects (latest_crawl_record_id) where latest_crawl_record_id is not null`,
  `create index quota_ledger_of_user on quota_ledger (user_id)`,
  `create index share_links_of_user on share_links (user_id)`,
  `create index identity_oauth_access_tokens_of_client on identity_oauth_access_tokens ("clientId")`,
  `create index identity_oauth_access_tokens_of_session on identity_oauth_access_tokens ("sessionId")`,
  `create index identity_oauth_refresh_tokens_of_client on identity_oauth_refresh_tokens ("clientId")`,
  `create index identity_oauth_refresh_tokens_of_session on identity_oauth_refresh_tokens ("sessionId")`,
  `create index identity_oauth_client_resources_of_resource on identity_oauth_client_resources ("resourceId")`,
  `create index identity_oauth_clients_of_user on identity_oauth_clients ("userId")`,
  `create index identity_oauth_consents_of_client on identity_oauth_consents ("clientId")`,

  `create index reports_of_user_by_status on reports (user_id, status, id desc)`,
  `create index reports_of_user_by_type on reports (user_id, type, id desc)`,
  `create index trend_points_by_method on trend_points (method_version, project_id)`,
  `create index readiness_checks_by_expiry on readiness_checks (expires_at)`,
  `create index content_topics_by_age on content_topics (updated_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
