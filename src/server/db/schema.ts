import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Timeframe } from "../../figures/days/timeframe.ts";
import type { Effect } from "../../figures/effect/effect.ts";
import type { StopReason, Until } from "../../figures/planning/until.ts";
import type { ScoredReport, TrendPoint } from "../../figures/report.ts";
import type { SharedReport } from "../../figures/shared-report.ts";
import type { Watch } from "../../figures/watching/watch.ts";
import type { PlannedTopic } from "../../planner/topics/planner.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { AnswerPlace, CorrectionKind, Surroundings } from "../../reader/correction.ts";
import type { Provider, Surface } from "../../reader/provider.ts";
import type { GivenCitation, Reading } from "../../reader/reading.ts";
import type { SiteProfile } from "../../site/crawl/crawl.ts";
import type { Page } from "../../site/page/page.ts";
import type { Instead } from "../../site/page/wall.ts";
import type { QuotaName } from "../api/access/quota-name.ts";
import type { AuditDoor } from "../api/audit/audit-entry.ts";
import type { Caller } from "../api/caller.ts";
import type {
  ContentKind,
  DraftContent,
  DraftContext,
  DraftPlatform,
  PromptType,
  TargetPage,
} from "../content/writing/draft.ts";
import type { EventType } from "../events/event.ts";
import type { MessageType } from "../events/stored-event.ts";
import type { ExportFormat } from "../exports/contents.ts";
import type { Role } from "../kernel/role.ts";
import type { Scope } from "../kernel/scope.ts";
import type { BucketFault } from "../outbound/buckets/bucket.ts";
import type { BlogKind, PublishMode, SentPost } from "../outbound/cms/blog.ts";
import type { DeliveryFault, DestinationKind } from "../outbound/destinations/destination.ts";
import type { WorkspaceKind, WorkspaceStatus } from "../projects/client-workspaces/workspace.ts";
import type { Competitor, Schedule } from "../projects/project.ts";
import type { StoredWatch } from "../projects/watches/memories.ts";
import type { DropReason } from "../reddit/opportunity.ts";
import type { Relevance } from "../reddit/relevance.ts";
import type { ReadinessResult } from "../website/readiness/checks/result.ts";

/** Times come out as Date and go in as Date or RFC 3339 text. */
type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** jsonb: goes in as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type ReportType = "visibility_analysis" | "visibility_analysis_api" | "generated_content";
export type ReportStatus = "processing" | "completed" | "partial" | "failed";

/**
 * Every table, as Kysely sees it. The tables that grow are keyed by project first. `user_id` of what an organization owns
 * is that organization's id, and of `api_keys`, `members` and `replays` a user's: docs/decisions/0026-organizations.md.
 */
export interface Schema {
  users: {
    id: string;
    issuer: string;
    subject: string;
    email: string | null;
    /** Of use to servers of the version before alone: plans are the organizations'. */
    plan: Generated<string>;
    plan_status: Generated<string>;
    plan_started_at: Time;
    created_at: Time;
    /** Since when its operator has disabled it: its credentials open nothing, and nothing runs for it. */
    disabled_at: NullableTime;
    /** Since when it is deleted; its belongings are being removed. */
    deleted_at: NullableTime;
    /** The organization that they chose last; null if they have chosen none. */
    organization_id: Generated<string | null>;
    /** The organization that was made for them last; null: the one with their own id. */
    own_organization_id: Generated<string | null>;
  };
  organizations: {
    id: string;
    name: string;
    plan: Generated<string>;
    plan_status: Generated<string>;
    plan_started_at: Time;
    /** What it may spend in a calendar month; null: whatever the server may. */
    monthly_spend_usd: Generated<number | null>;
    /** Days for which it keeps answers, their rows and the audit log; null: as long as the server does. */
    answers_days: Generated<number | null>;
    rows_days: Generated<number | null>;
    audit_days: Generated<number | null>;
    retention_changed_at: NullableTime;
    created_at: Time;
    /** Gone since then, and what belonged to it is being deleted. */
    deleted_at: NullableTime;
  };
  members: {
    id: string;
    organization_id: string;
    user_id: string;
    role: Role;
    /** The client workspaces that the member is limited to; null: all of the organization. */
    workspace_ids: Generated<string[] | null>;
    created_at: Time;
  };
  invitations: {
    id: string;
    organization_id: string;
    /** Whom it is for, in lower case. */
    email: string;
    role: Role;
    workspace_ids: string[] | null;
    /** SHA-256 of the token in its link, which is not stored. */
    token_hash: Buffer;
    /** The same of the link in its mail; null if none was sent. */
    mailed_token_hash: Generated<Buffer | null>;
    invited_by: string | null;
    created_at: Time;
    expires_at: Time;
    accepted_at: NullableTime;
  };
  /** Who did what in an organization; `user_id` is a user's, and refers to nobody once they are gone. */
  audit_log: {
    organization_id: string;
    id: string;
    at: Time;
    user_id: string | null;
    credential: Caller["kind"];
    credential_id: string | null;
    door: AuditDoor;
    action: string;
    project_id: string | null;
    object_id: string | null;
    details: NullableJson<Record<string, unknown>>;
    /** The address that the request came from. */
    source: string | null;
  };
  api_keys: {
    id: string;
    user_id: string;
    name: string | null;
    prefix: string;
    hash: Buffer;
    created_at: Time;
    last_used_at: NullableTime;
    expires_at: NullableTime;
    organization_id: string;
    /** What it may do at most; null: all that its maker may. */
    scopes: Generated<Scope[] | null>;
  };
  projects: {
    id: string;
    user_id: string;
    name: string;
    brand: string;
    brand_aliases: Json<string[]>;
    about: string | null;
    domain: string | null;
    website_url: string | null;
    competitors: Json<Competitor[]>;
    providers: NullableJson<Provider[]>;
    samples: number;
    until: NullableJson<Until>;
    monthly_spend_usd: Generated<number | null>;
    schedule: Schedule;
    next_run_at: NullableTime;
    prompt_count: Generated<number>;
    country: string;
    language: string;
    timezone: string;
    workspace_id: string | null;
    latest_crawl_record_id: string | null;
    /** The connected blog that lets us in; null without one. */
    cms_kind: Generated<BlogKind | null>;
    created_at: Time;
    updated_at: Time;
    /** Since when it is gone for its owner; its rows are being removed. */
    deleted_at: NullableTime;
  };
  client_workspaces: {
    id: string;
    user_id: string;
    name: string;
    kind: WorkspaceKind;
    status: WorkspaceStatus;
    domain: string | null;
    created_at: Time;
    updated_at: Time;
  };
  share_links: {
    id: string;
    user_id: string;
    project_id: string;
    report_id: string;
    /** SHA-256 of the token; the token itself is not stored. */
    token_hash: Buffer;
    /** The first characters of the token, to tell links apart. */
    token_prefix: string;
    timeframe: Timeframe;
    expires_at: NullableTime;
    presenter_name: string | null;
    logo_url: string | null;
    summary: string | null;
    /** What the page shows: a copy made with the link. */
    shown: Json<SharedReport>;
    created_at: Time;
  };
  prompts: {
    project_id: string;
    prompt_key: string;
    position: number;
    prompt: string;
    intent: string | null;
  };
  /** Tags by prompt, whether it is saved or only in reports; a prompt without tags has no row. */
  prompt_tags: {
    project_id: string;
    prompt_key: string;
    tags: Json<string[]>;
  };
  /** Which changes of a project are told; a project that never said so, and was told of none, has no row. */
  project_watches: {
    project_id: string;
    /** Null: the usual ones. */
    watches: NullableJson<Watch[]>;
    /** What is remembered of each watch, by its key. */
    told: Json<Record<string, StoredWatch>>;
  };
  reports: {
    project_id: string;
    id: string;
    user_id: string;
    type: ReportType;
    source: "main" | "custom" | null;
    status: ReportStatus;
    /** What is measured: a copy made when the run began. */
    brands: Json<TrackedBrands>;
    /** How it was asked. */
    run: Json<RunTerms>;
    input_hash: string;
    pending: number;
    jobs_total: number;
    jobs_done: Generated<number>;
    jobs_failed: Generated<number>;
    failure: NullableJson<{ code: string; message: string; retryable: boolean }>;
    /** Quota units reserved (prompts), and the period they count towards. */
    units: Generated<number>;
    period_start: NullableTime;
    /** What its pending asks may still cost. */
    spend_reserved_usd: Generated<number>;
    /** The part of it that the organization's own keys are billed for. */
    spend_reserved_own_usd: Generated<number>;
    /** Number of the newest reading; 0 before the first. */
    reading: Generated<number>;
    /** Started by the project's schedule. */
    scheduled: Generated<boolean>;
    /** At least some of its answers were made up by the sandbox. */
    sandbox: Generated<boolean>;
    /** Where its answers were seen. */
    surfaces: ColumnType<Surface[], string | undefined, string>;
    cost_usd: number | null;
    created_at: Time;
    /** Calls that were under way in a process that died, and were made again. */
    asks_repeated: Generated<number>;
    /** When an ask last settled. */
    settled_at: Time;
    completed_at: NullableTime;
    measured_at: NullableTime;
    /** When the text of its answers, and when their rows, were deleted as its organization wanted. */
    answers_gone_at: NullableTime;
    rows_gone_at: NullableTime;
  };
  /** Reports that are deleted except for their asks and readings. */
  deleted_reports: {
    project_id: string;
    report_id: string;
    /** The report's own: the month of its partitions. */
    created_at: Time;
    /** How many asks it had. */
    asks: number;
  };
  /** Imports whose asks and readings are being stored, and that nobody sees until they are reports. */
  staged_imports: {
    project_id: string;
    report_id: string;
    /** The report's: the month of its partitions. */
    created_at: Time;
    /** How many asks it is to have. */
    asks: number;
    /** When it last went on, by the store's clock. */
    touched_at: Time;
  };
  report_readings: {
    project_id: string;
    report_id: string;
    reading: number;
    method_version: string;
    read_at: Time;
    brands: Json<TrackedBrands>;
    /** Null while its answers are being read. */
    scored: NullableJson<ScoredReport>;
  };
  asks: {
    project_id: string;
    report_id: string;
    id: string;
    /** The report's created_at: the month of the partition. */
    created_at: Time;
    /** Position in the report, 0-based; together with the report, the row's key. */
    ordinal: number;
    prompt_key: string;
    prompt: string;
    intent: string | null;
    branded: boolean;
    provider: Provider;
    sample: number;
    surface: Surface;
    status: Generated<"pending" | "ok" | "failed">;
    error_code: string | null;
    /** How often a worker claimed it: a fencing token, so that only the latest claim can settle it. */
    attempts: Generated<number>;
    answer: string | null;
    truncated: Generated<boolean>;
    /** Whether the vendor says that it declined or withheld the answer; null if that was never asked. */
    declined: boolean | null;
    citations: NullableJson<GivenCitation[]>;
    /** Of its citations, how many were not kept; null where all were. */
    citations_left_out: number | null;
    model: string | null;
    searched: boolean | null;
    input_tokens: number | null;
    output_tokens: number | null;
    searches: number | null;
    /** What was searched for; null if unknown. */
    queries: NullableJson<string[]>;
    cost_usd: number | null;
    latency_ms: number | null;
    /** Set while the ask is pending: its answer is stored and still has to be read. */
    answered_at: NullableTime;
    /** What the call of such an answer costs, which is booked when the ask settles. */
    unbooked_usd: number | null;
    /** How many of its calls were lost with their processes, as far as they are counted. */
    lapses: Generated<number>;
  };
  answer_readings: {
    project_id: string;
    report_id: string;
    reading: number;
    ordinal: number;
    created_at: Time;
    /** The prompt names a brand tracked in this reading. */
    branded: boolean;
    data: Json<Reading>;
  };
  trend_points: {
    project_id: string;
    report_id: string;
    source: "main" | "custom";
    sandbox: boolean;
    measured_at: Time;
    /** The brand, method and reading number that the point is of. */
    brand: string;
    method_version: string;
    reading: number;
    point: Json<TrendPoint>;
  };
  /** What was computed of parts of a reading, such as of the answers to a tag's prompts. */
  part_figures: {
    project_id: string;
    report_id: string;
    reading: number;
    /** What `figures` are: those of a report, of a trend point, of all tags, or what it is found to say beside other reports. */
    kind: "report" | "point" | "by_tag" | "judgement";
    /** Which part, such as a tag; one that has since come to be of other answers is computed again. */
    part: string;
    /** Identifies the answers, and the other reports, that it was computed over. */
    over: string;
    figures: Json<unknown>;
  };
  quota_usage: { user_id: string; quota: QuotaName; period_start: Time; used: Generated<number> };
  quota_ledger: {
    id: string;
    user_id: string;
    quota: QuotaName;
    period_start: Time;
    report_id: string;
    /** `carry`: what was used in an organization before this one. */
    reason: "reserve" | "settle" | "refund" | "carry";
    delta: number;
    created_at: Time;
  };
  /** What all engines cost, one row per calendar month (UTC). */
  /** `spent_for`: a project, or the organization for what has none. */
  project_spend: {
    organization_id: string;
    month: string;
    spent_for: string;
    reserved_usd: Generated<number>;
    spent_usd: Generated<number>;
  };
  spend_months: { month: string; reserved_usd: Generated<number>; spent_usd: Generated<number> };
  /** What processes remember together, by what it is. */
  cluster_state: { name: string; state: Json<object>; changed_at: ColumnType<Date, Date | undefined, Date> };
  replays: {
    user_id: string;
    route: string;
    key: string;
    fingerprint: string;
    /** Until then, at most, its request is running in the process whose connections are named `owner`. */
    running_until: NullableTime;
    owner: string | null;
    status: number | null;
    /** The reply's data as it was written; json rather than jsonb, to keep its bytes. */
    data: NullableJson<unknown>;
    location: string | null;
    created_at: Time;
  };
  prompt_tests: {
    id: string;
    user_id: string;
    project_id: string;
    crawl_record_id: string | null;
    brand: string;
    competitors: Json<string[]>;
    prompts: JSONColumnType<{ prompt: string; intent: string | null }[]>;
    created_at: Time;
  };
  readiness_checks: {
    id: string;
    project_id: string;
    url: string;
    final_url: string;
    result: Json<ReadinessResult>;
    created_at: Time;
    expires_at: Time;
  };
  interventions: {
    project_id: string;
    id: string;
    at: Time;
    title: string;
    prompt_keys: Json<string[]>;
    control_keys: Json<string[]> | null;
    url: string | null;
    report_id: string | null;
    note: string | null;
    smallest_worth: number | null;
    created_at: Time;
    /** What came of it, as it was last found; null until somebody looks. */
    effect: Json<Effect> | null;
    /** Identifies the reports that it was found from. */
    effect_from: string | null;
  };
  corrections: {
    project_id: string;
    id: string;
    kind: CorrectionKind;
    brand: string;
    text: string;
    /** Null for another name of the brand. */
    surroundings: NullableJson<Surroundings>;
    /** The answer in which it was said; null if it was said of none. */
    answer: NullableJson<AnswerPlace>;
    note: string | null;
    /** Null for the operator. */
    user_id: string | null;
    created_at: Time;
  };
  content_topics: {
    project_id: string;
    /** Two plans mean the same topic if this is equal. */
    topic_key: string;
    id: string;
    topic: Json<PlannedTopic>;
    created_at: Time;
    updated_at: Time;
  };
  crawl_records: {
    id: string;
    user_id: string;
    project_id: string | null;
    url: string;
    status: ReportStatus;
    /** What it learned of the site; null unless it has ended well. */
    record: NullableJson<SiteProfile>;
    /** Pages kept and addresses found so far. */
    pages: Generated<number>;
    found: Generated<number>;
    /** How often a worker began it. */
    attempts: Generated<number>;
    failure: NullableJson<{ code: string; message: string; retryable: boolean }>;
    /** When it last made progress. */
    touched_at: NullableTime;
    created_at: Time;
    completed_at: NullableTime;
  };
  crawl_pages: {
    crawl_record_id: string;
    /** Position in which the crawl found it, 0-based; the start page is 0. */
    ordinal: number;
    url: string;
    /** The address it was requested by, before redirects. */
    asked_url: string;
    depth: number;
    http_status: number | null;
    etag: string | null;
    last_modified: string | null;
    fetched_at: Time;
    page: NullableJson<Page>;
    /** What answered in its place. */
    instead: Instead | null;
  };
  /** The text of a report of type `generated_content`; everything else about it is in `reports`. */
  drafts: {
    project_id: string;
    report_id: string;
    platform: DraftPlatform;
    content_kind: ContentKind;
    topic: string;
    /** As requested; null if it was not. */
    prompt_type: PromptType | null;
    target: NullableJson<TargetPage>;
    /** What the caller passed along, unchanged. */
    metadata: Json<Record<string, unknown>>;
    provider: Provider;
    context: Json<DraftContext>;
    /** How often a worker began it. */
    attempts: Generated<number>;
    /** Null until it is written. */
    content: NullableJson<DraftContent>;
  };
  /** The blog of a project. */
  /** The keys by which an organization has its assistants asked. */
  engine_credentials: {
    organization_id: string;
    provider: string;
    /** Encrypted. */
    sealed: string;
    /** What is shown of it. */
    last_four: string;
    /** False once the vendor has refused it. */
    active: Generated<boolean>;
    verified_at: Time;
    created_at: Time;
  };
  /** What organizations had used that are gone, or whose owners are. */
  carried_usage: {
    /** `user` and an id, or `left` and a keyed hash of who it was. */
    owner: string;
    /** Whose usage it was. */
    organization_id: string;
    plan: string;
    plan_status: string;
    plan_started_at: Time;
    period_start: Time;
    /** Units by quota. */
    used: Json<Record<string, number>>;
    month: string;
    spent_usd: number;
    /** When both the period and the month are over. */
    until: Time;
  };
  /** Organizations that are trying out a key. */
  key_trials: { organization_id: string; until: Time };
  cms_connections: {
    project_id: string;
    kind: BlogKind;
    site_url: string;
    /** The user name that goes with the credentials, if the blog needs one. */
    account: string | null;
    /** What the blog calls itself. */
    site_name: string | null;
    /** The credentials, encrypted. */
    sealed: string;
    /** False once the blog has refused the credentials. */
    active: boolean;
    verified_at: Time;
    created_at: Time;
    updated_at: Time;
  };
  /** What became of a draft on a blog; one row per report, so there is only ever one post. */
  publications: {
    project_id: string;
    report_id: string;
    cms: BlogKind;
    site_url: string;
    /** Who is publishing it; nobody else may until the claim runs out. */
    claim: string | null;
    claimed_until: NullableTime;
    /** A creating request without a known outcome; null if there is none. */
    sent: NullableJson<SentPost>;
    /** False if an earlier version began it, which may have sent a post without a note. */
    sends_noted: Generated<boolean>;
    /** All null until the blog has it. */
    cms_post_id: string | null;
    url: string | null;
    mode: PublishMode | null;
    published_at: NullableTime;
  };
  /** Threads worth a reply. Nothing about the people who wrote in them. */
  reddit_threads: {
    project_id: string;
    id: string;
    /** Reddit's own id. */
    thread_id: string;
    subreddit: string;
    title: string;
    posted_at: NullableTime;
    /** When it was last found. */
    found_at: Time;
    upvotes: number | null;
    comment_count: number | null;
    score: number;
    relevance: Json<Relevance>;
    dismissed: Generated<boolean>;
    draft: string | null;
    draft_at: NullableTime;
    /** Its owner wrote or cleared the draft: a refresh leaves it alone. */
    draft_kept: Generated<boolean>;
  };
  /** The newest refresh of each project. */
  reddit_refreshes: {
    project_id: string;
    id: string;
    status: ReportStatus;
    requested_at: Time;
    completed_at: NullableTime;
    result: NullableJson<RefreshResult>;
  };
  /** Places for large reads that are taken. */
  heavy_reads: {
    organization_id: string;
    place: number;
    token: string;
    until: Time;
  };
  /** One row at most. */
  server_secret: {
    one: Generated<boolean>;
    mark: string;
  };
  /** A move of the whole store; none, but for the time of a move and in what it left behind. */
  store_moves: {
    id: string;
    state: "arriving" | "leaving" | "moved";
    host: string;
    data_dir: string;
    at: Time;
  };
  /** The links that make the first account, by the SHA-256 of their token; none once there is an account. */
  first_account_links: { token_hash: Buffer; created_at: Time };
  /** The newest link that an admin has made for a member to set a password. */
  password_links: {
    member_id: string;
    /** SHA-256 of the token in it. */
    token_hash: Buffer;
    /** The user who made it. */
    made_by: string;
    expires_at: Time;
  };
  /** Where an organization is told what happened. */
  webhooks: {
    id: string;
    organization_id: string;
    /** Whose destination it is: it tells only what they may see. */
    user_id: string;
    name: string | null;
    kind: DestinationKind;
    /** Null: of every project. */
    project_id: string | null;
    /** Null: every event. */
    types: EventType[] | null;
    /** Whether what assistants and pages wrote goes along. */
    quotes: Generated<boolean>;
    /** Its address and secrets, encrypted. */
    sealed: string;
    active: Generated<boolean>;
    off_because: Generated<OffReason | null>;
    /** When to look at it next; null: nothing waits. */
    due_at: NullableTime;
    /** Nothing is sent to it before. */
    paused_until: NullableTime;
    /** Failed attempts since the last that succeeded, and since when. */
    failures: Generated<number>;
    failing_since: NullableTime;
    /** Its last attempt failed or took long: it shares its turns with others like it. */
    slow: Generated<boolean>;
    /** Messages sent to people in the hour that began then. */
    hour_began_at: NullableTime;
    sent_in_hour: Generated<number>;
    /** It had its messages of that hour: what waits is told in one. */
    held: Generated<boolean>;
    /** The number of claims on it; only the newest holds, until the time by the store's clock. */
    claim: Generated<number>;
    claimed_until: NullableTime;
    /** How often something has arrived for it. */
    arrivals: Generated<number>;
    created_at: Time;
  };
  /** What is to be told: stored with what it tells of, and gone once each destination has its delivery. */
  events: {
    organization_id: string;
    id: string;
    type: EventType;
    project_id: string | null;
    object_id: string;
    facts: NullableJson<Record<string, unknown>>;
    created_at: Time;
    /** The store's clock: the order of an object's events. */
    queued_at: Generated<Date>;
  };
  /** What an organization was told of its money and its assistants, so that it is told once. */
  event_marks: {
    organization_id: string;
    about: string;
    state: string;
    at: Time;
  };
  /** An event on its way to a destination, and what became of it. */
  deliveries: {
    organization_id: string;
    webhook_id: string;
    /** The event's: the same for every destination. */
    id: string;
    type: MessageType;
    project_id: string | null;
    object_id: string;
    facts: NullableJson<Record<string, unknown>>;
    created_at: Time;
    queued_at: Time;
    state: Generated<DeliveryState>;
    next_at: Time;
    attempts: Generated<number>;
    attempted_at: NullableTime;
    duration_ms: Generated<number | null>;
    status: Generated<number | null>;
    fault: Generated<DeliveryFault | null>;
    /** How the answer began. */
    response: Generated<string | null>;
  };
  /** Where an organization's rows and figures go every night. */
  buckets: {
    organization_id: string;
    /** Whose it is: it gets only what they may see. */
    user_id: string;
    endpoint: string;
    region: string;
    name: string;
    /** Folder in it; empty: none. */
    prefix: Generated<string>;
    format: ExportFormat;
    /** Of the day in that time zone. */
    hour: number;
    timezone: string;
    /** Its credentials, encrypted. */
    sealed: string;
    /** The last characters of its access key. */
    key_hint: string;
    active: Generated<boolean>;
    off_because: Generated<OffReason | null>;
    due_at: NullableTime;
    /** Failed exports since the last that succeeded, and since when. */
    failures: Generated<number>;
    failing_since: NullableTime;
    /** The number of claims on it; only the newest holds, until the time by the store's clock. */
    claim: Generated<number>;
    claimed_until: NullableTime;
    created_at: Time;
  };
  /** What came of each export to a bucket. */
  bucket_exports: {
    organization_id: string;
    id: string;
    /** When it began. */
    created_at: Time;
    duration_ms: number;
    reports: number;
    files: number;
    rows: number;
    bytes: number | string;
    /** Name of its manifest; null: it failed. */
    manifest: string | null;
    fault: BucketFault | null;
    status: number | null;
    /** How the answer began. */
    response: string | null;
  };
  /** What a bucket has of each report. */
  exported_reports: {
    organization_id: string;
    report_id: string;
    project_id: string;
    /** Day in the names of its files. */
    date: string;
    /** 0: some of its files may be there, and none counts. */
    reading: number;
    /** Files of rows. */
    parts: number;
  };
  /** Who is told on Mondays what a week brought: a member by mail, or a channel. */
  digests: {
    id: string;
    organization_id: string;
    /** Null: it is a channel's. */
    member_id: string | null;
    webhook_id: string | null;
    /** IANA name. */
    timezone: string;
    /** Nothing is sent of a week without a clear change. */
    only_changes: Generated<boolean>;
    active: Generated<boolean>;
    off_because: Generated<DigestOff | null>;
    /** The Monday of the next one. */
    due_at: Time;
    /** When it is tried next: later, where the mail server did not take it. */
    try_at: Time;
    failures: Generated<number>;
    /** It is with the mail server: whoever finds this of another process does not send it again. */
    sending: Generated<boolean>;
    /** The Monday of the last one that was sent or left out, and when one was sent. */
    settled_at: NullableTime;
    sent_at: NullableTime;
    /** Only the newest claim records what came of it; it lapses then, by the store's clock. */
    claim: Generated<number>;
    claimed_until: NullableTime;
    created_at: Time;
  };
  /** Reports that a project sends to a client by itself. */
  client_reports: {
    project_id: string;
    organization_id: string;
    /** Who has set it up. */
    user_id: string;
    every: "week" | "month";
    /** Each waits until somebody approves it. */
    approval: Generated<boolean>;
    active: Generated<boolean>;
    logo_url: string | null;
    /** When it was set up or turned on: runs that began later are sent. */
    since: Time;
    created_at: Time;
  };
  /** Addresses of clients; one that is removed is kept as long as it must not be written to again. */
  client_recipients: {
    id: string;
    organization_id: string;
    /** Null once it is deleted: who has unsubscribed is not written to for another. */
    project_id: string | null;
    address: string;
    off_because: Generated<"unsubscribed" | "bounced" | null>;
    removed_at: NullableTime;
    created_at: Time;
  };
  /** A client's report of one period. */
  client_issues: {
    id: string;
    organization_id: string;
    project_id: string;
    report_id: string;
    /** `2026-W48` or `2026-11`. */
    period: string;
    state: "waiting" | "sent" | "discarded" | "unaddressed";
    recipients: Generated<number>;
    decided_by: string | null;
    decided_at: NullableTime;
    created_at: Time;
  };
}

/** Why nobody gets a digest any more. */
export type DigestOff = "off" | "unsubscribed" | "bounced";

export type DeliveryState = "pending" | "delivered" | "failed" | "skipped";

/** Why a destination was switched off: by an admin, by the endpoint's own word, or because of what became of whose it is. */
export type OffReason =
  | "paused"
  | "gone"
  | "failing"
  | "bounced"
  | "unreadable"
  | "member_gone"
  | "member_disabled"
  | "member_limited";

/** All tables of the schema: a store that lacks one was not restored whole. */
const present: Record<keyof Schema, true> = {
  users: true,
  organizations: true,
  members: true,
  invitations: true,
  audit_log: true,
  api_keys: true,
  projects: true,
  client_workspaces: true,
  share_links: true,
  prompts: true,
  prompt_tags: true,
  project_watches: true,
  reports: true,
  deleted_reports: true,
  staged_imports: true,
  report_readings: true,
  asks: true,
  answer_readings: true,
  trend_points: true,
  part_figures: true,
  quota_usage: true,
  quota_ledger: true,
  spend_months: true,
  cluster_state: true,
  replays: true,
  prompt_tests: true,
  readiness_checks: true,
  interventions: true,
  corrections: true,
  content_topics: true,
  crawl_records: true,
  crawl_pages: true,
  drafts: true,
  engine_credentials: true,
  cms_connections: true,
  publications: true,
  reddit_threads: true,
  reddit_refreshes: true,
  project_spend: true,
  key_trials: true,
  carried_usage: true,
  heavy_reads: true,
  server_secret: true,
  store_moves: true,
  first_account_links: true,
  password_links: true,
  webhooks: true,
  event_marks: true,
  events: true,
  deliveries: true,
  buckets: true,
  bucket_exports: true,
  exported_reports: true,
  digests: true,
  client_reports: true,
  client_recipients: true,
  client_issues: true,
};

/** With those that signing in goes by. */
export const tableNames: readonly string[] = [
  ...Object.keys(present),
  ...["users", "accounts", "sessions", "verifications", "signing_keys"].map((name) => `identity_${name}`),
];

/** The outcome of a refresh. */
export interface RefreshResult {
  /** Reddit itself was searched, in addition to threads that answers cite. */
  searched: boolean;
  /** Threads looked at. */
  threads: number;
  opportunities: number;
  /** How many of the others were dropped, by reason. */
  dropped: Partial<Record<DropReason, number>>;
  failure: { code: string; message: string; retryable: boolean } | null;
}

/** How a run asks. */
export interface RunTerms {
  country: string;
  language: string;
  providers: Provider[];
  /** Of each prompt and engine; with `until`, at most. */
  samples: number;
  prompts: { prompt: string; intent: string | null }[];
  /** Of the providers those that are asked with the organization's own credentials; absent: none. */
  ownEngines?: Provider[];
  until?: Until;
  /** Calls that it makes at most. */
  planned?: number;
  /** Why a run with `until` made no further calls. */
  stopped?: StopReason;
}
