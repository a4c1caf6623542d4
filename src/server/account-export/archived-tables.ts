import type { Schema } from "../db/schema.ts";

/** Tables of the sign-in library, which are not in the schema. */
type SignInTable =
  | `identity_${"accounts" | "passkeys" | "rate_limits" | "sessions" | "signing_keys" | "two_factors" | "used_codes"}`
  | `identity_${"users" | "verifications" | "vouchers"}`
  | `identity_oauth_${"access_tokens" | "client_resources" | "clients" | "consents" | "refresh_tokens" | "resources"}`;

/** A table whose rows are archived as they are stored. */
export interface ArchivedRows {
  /** Whose they are, and the column that says so; `crawls`: those of an organization. */
  owner: { account: string } | { organization: string } | { project: string } | { crawls: string };
  /** What orders an owner's rows; empty: there is one at most. */
  key: readonly string[];
  /** Every column, and whether it is archived. */
  columns: Readonly<Record<string, boolean>>;
  /** Few are read at once. */
  large?: true;
}

/** How the paths begin of the files that have what a table holds, or why none has. */
type Archived<Rows> = { in: string } | ({ in: string } & Rows) | { leftOut: string };

type ArchivedTables = {
  [T in keyof Schema]: Archived<ArchivedRows & { columns: Record<keyof Schema[T], boolean> }>;
} & Record<SignInTable, Archived<ArchivedRows>>;

const secret = "secrets, or hashes of them";
const computed = "computed from what is archived";
const working = "of work that is under way";
const server = "of the server, and of nobody in it";

/** All tables of the store: one that is new does not compile until somebody has said what becomes of it here. */
export const archivedTables: ArchivedTables = {
  identity_users: {
    in: "sign-in-account-",
    owner: { account: "id" },
    key: ["id"],
    columns: {
      ...{ id: true, name: true, email: true, emailVerified: true, image: true, createdAt: true },
      ...{ updatedAt: true, twoFactorEnabled: true, selfMade: true },
    },
  },
  identity_sessions: {
    in: "sessions-",
    owner: { account: "userId" },
    key: ["id"],
    columns: {
      ...{ id: true, userId: true, token: false, expiresAt: true, ipAddress: true, userAgent: true },
      ...{ createdAt: true, updatedAt: true, signedInBy: true },
    },
  },
  identity_passkeys: {
    in: "passkeys-",
    owner: { account: "userId" },
    key: ["id"],
    columns: {
      ...{ id: true, name: true, publicKey: false, userId: true, credentialID: false, counter: false },
      ...{ deviceType: true, backedUp: true, transports: true, createdAt: true, aaguid: true },
    },
  },
  identity_accounts: {
    in: "sign-in-ways-",
    owner: { account: "userId" },
    key: ["id"],
    columns: {
      ...{ id: true, userId: true, accountId: true, providerId: true, accessToken: false },
      ...{ refreshToken: false, idToken: false, accessTokenExpiresAt: true },
      ...{ refreshTokenExpiresAt: true, scope: true, password: false, createdAt: true },
      ...{ updatedAt: true, linkedBesides: true },
    },
  },
  users: { in: "account.jsonl" },
  organizations: { in: "organizations.jsonl" },
  members: { in: "organizations.jsonl" },
  invitations: {
    in: "invitations-",
    owner: { organization: "organization_id" },
    key: ["id"],
    columns: {
      ...{ id: true, organization_id: true, email: true, role: true, workspace_ids: true },
      ...{ token_hash: false, mailed_token_hash: false, invited_by: true, created_at: true },
      ...{ expires_at: true, accepted_at: true },
    },
  },
  audit_log: {
    in: "audit-log-",
    owner: { organization: "organization_id" },
    key: ["id"],
    columns: {
      ...{ organization_id: true, id: true, at: true, user_id: true, credential: true },
      ...{ credential_id: true, door: true, action: true, project_id: true, object_id: true },
      ...{ details: true, source: true },
    },
  },
  api_keys: { in: "keys.jsonl" },
  projects: { in: "projects-" },
  client_workspaces: { in: "workspaces-" },
  share_links: {
    in: "share-links/",
    owner: { project: "project_id" },
    key: ["id"],
    large: true,
    columns: {
      ...{ id: true, user_id: true, project_id: true, report_id: true, token_hash: false },
      ...{ token_prefix: true, timeframe: true, expires_at: true, presenter_name: true },
      ...{ logo_url: true, summary: true, shown: true, created_at: true },
    },
  },
  prompts: { in: "prompts/" },
  prompt_tags: { in: "tags/" },
  project_watches: { in: "watches/" },
  reports: { in: "reports-" },
  deleted_reports: { leftOut: "is deleted" },
  staged_imports: { leftOut: working },
  report_readings: { in: "reports/" },
  asks: { in: "answers/" },
  answer_readings: { leftOut: computed },
  trend_points: { leftOut: computed },
  part_figures: { leftOut: computed },
  quota_usage: {
    in: "usage-",
    owner: { organization: "user_id" },
    key: ["quota", "period_start"],
    columns: {
      ...{ user_id: true, quota: true, period_start: true, used: true },
    },
  },
  project_spend: {
    in: "spending-",
    owner: { organization: "organization_id" },
    key: ["month", "spent_for"],
    columns: {
      ...{ organization_id: true, month: true, spent_for: true, reserved_usd: true, spent_usd: true },
    },
  },
  spend_months: { leftOut: server },
  prompt_tests: {
    in: "prompt-tests/",
    owner: { project: "project_id" },
    key: ["id"],
    large: true,
    columns: {
      ...{ id: true, user_id: true, project_id: true, crawl_record_id: true, brand: true },
      ...{ competitors: true, prompts: true, created_at: true },
    },
  },
  readiness_checks: {
    in: "readiness/",
    owner: { project: "project_id" },
    key: ["id"],
    large: true,
    columns: {
      ...{ id: true, project_id: true, url: true, final_url: true, result: true, created_at: true },
      ...{ expires_at: true },
    },
  },
  interventions: {
    in: "interventions/",
    owner: { project: "project_id" },
    key: ["id"],
    columns: {
      ...{ project_id: true, id: true, at: true, title: true, prompt_keys: true, control_keys: true },
      ...{ url: true, report_id: true, note: true, smallest_worth: true, created_at: true },
      ...{ effect: false, effect_from: false },
    },
  },
  corrections: { in: "corrections/" },
  content_topics: {
    in: "topics/",
    owner: { project: "project_id" },
    key: ["topic_key"],
    large: true,
    columns: {
      ...{ project_id: true, topic_key: true, id: true, topic: true, created_at: true },
      ...{ updated_at: true },
    },
  },
  crawl_records: {
    in: "crawls-",
    owner: { organization: "user_id" },
    key: ["id"],
    large: true,
    columns: {
      ...{ id: true, user_id: true, project_id: true, url: true, status: true, record: true },
      ...{ pages: true, found: true, attempts: false, failure: true, touched_at: false },
      ...{ created_at: true, completed_at: true },
    },
  },
  crawl_pages: {
    in: "crawled-pages-",
    owner: { crawls: "crawl_record_id" },
    key: ["crawl_record_id", "ordinal"],
    large: true,
    columns: {
      ...{ crawl_record_id: true, ordinal: true, url: true, asked_url: true, depth: true },
      ...{ http_status: true, etag: true, last_modified: true, fetched_at: true, page: true },
      ...{ instead: true },
    },
  },
  drafts: { in: "drafts/" },
  engine_credentials: {
    in: "engine-keys-",
    owner: { organization: "organization_id" },
    key: ["provider"],
    columns: {
      ...{ organization_id: true, provider: true, sealed: false, last_four: true, active: true },
      ...{ verified_at: true, created_at: true },
    },
  },
  carried_usage: { leftOut: "is of organizations and accounts that are gone" },
  key_trials: { leftOut: working },
  cms_connections: {
    in: "blogs/",
    owner: { project: "project_id" },
    key: [],
    columns: {
      ...{ project_id: true, kind: true, site_url: true, account: true, site_name: true },
      ...{ sealed: false, active: true, verified_at: true, created_at: true, updated_at: true },
    },
  },
  publications: {
    in: "publications/",
    owner: { project: "project_id" },
    key: ["report_id"],
    columns: {
      ...{ project_id: true, report_id: true, cms: true, site_url: true, claim: false },
      ...{ claimed_until: false, sent: false, sends_noted: false, cms_post_id: true, url: true },
      ...{ mode: true, published_at: true },
    },
  },
  reddit_threads: {
    in: "reddit/",
    owner: { project: "project_id" },
    key: ["id"],
    large: true,
    columns: {
      ...{ project_id: true, id: true, thread_id: true, subreddit: true, title: true, posted_at: true },
      ...{ found_at: true, upvotes: true, comment_count: true, score: true, relevance: true },
      ...{ dismissed: true, draft: true, draft_at: true, draft_kept: true },
    },
  },
  reddit_refreshes: { leftOut: working },
  heavy_reads: { leftOut: working },
  server_secret: { leftOut: server },
  store_moves: { leftOut: server },
  first_account_links: { leftOut: secret },
  webhooks: { in: "webhooks.jsonl" },
  events: { leftOut: "waits to be told, and is in deliveries then" },
  event_marks: { leftOut: working },
  deliveries: {
    in: "deliveries-",
    owner: { organization: "organization_id" },
    key: ["webhook_id", "id"],
    large: true,
    columns: {
      ...{ organization_id: true, webhook_id: true, id: true, type: true, project_id: true },
      ...{ object_id: true, facts: true, created_at: true, queued_at: false, state: true },
      ...{ next_at: false, attempts: true, attempted_at: true, duration_ms: true, status: true },
      ...{ fault: true, response: true },
    },
  },
  buckets: { in: "bucket.jsonl" },
  bucket_exports: {
    in: "bucket-exports-",
    owner: { organization: "organization_id" },
    key: ["id"],
    columns: {
      ...{ organization_id: true, id: true, created_at: true, duration_ms: true, reports: true },
      ...{ files: true, rows: true, bytes: true, manifest: true, fault: true, status: true },
      ...{ response: true },
    },
  },
  exported_reports: { leftOut: "is what the bucket itself has" },
  digests: {
    in: "digests-",
    owner: { organization: "organization_id" },
    key: ["id"],
    columns: {
      ...{
        id: true,
        organization_id: true,
        member_id: true,
        webhook_id: true,
        timezone: true,
        only_changes: true,
      },
      ...{ active: true, off_because: true, due_at: true, try_at: false, failures: false, sending: false },
      ...{ settled_at: true, sent_at: true, claim: false, claimed_until: false, created_at: true },
    },
  },
  client_reports: { in: "client-reports/" },
  client_recipients: { in: "client-reports/" },
  client_issues: { in: "client-reports/" },
  cluster_state: { leftOut: server },
  identity_oauth_consents: { in: "connectors.jsonl" },
  quota_ledger: { leftOut: "is what usage is the sum of" },
  replays: { leftOut: "repeats answers to requests of the last day" },
  password_links: { leftOut: secret },
  identity_oauth_access_tokens: { leftOut: secret },
  identity_oauth_refresh_tokens: { leftOut: secret },
  identity_two_factors: { leftOut: secret },
  identity_used_codes: { leftOut: secret },
  identity_verifications: { leftOut: secret },
  identity_vouchers: { leftOut: secret },
  identity_oauth_client_resources: { leftOut: server },
  identity_oauth_clients: { leftOut: "is the program's, which connectors name" },
  identity_oauth_resources: { leftOut: server },
  identity_rate_limits: { leftOut: working },
  identity_signing_keys: { leftOut: server },
};
