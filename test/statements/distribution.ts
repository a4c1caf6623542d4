/**
 * How a PostgreSQL that spreads rows over machines (Citus and the like) would keep the tables: docs/operating.md says how to
 * get there. Tables that grow with what is measured, read or done, with the column that each is spread by. All others are small, and
 * every machine has a copy of them.
 */
export const spreadBy: Readonly<Record<string, string>> = {
  reports: "project_id",
  report_readings: "project_id",
  asks: "project_id",
  answer_readings: "project_id",
  trend_points: "project_id",
  deleted_reports: "project_id",
  staged_imports: "project_id",
  drafts: "project_id",
  publications: "project_id",
  interventions: "project_id",
  corrections: "project_id",
  content_topics: "project_id",
  reddit_threads: "project_id",
  crawl_pages: "crawl_record_id",
  audit_log: "organization_id",
  quota_ledger: "report_id",
};

const sweeps = "looks after all projects, some rows at a time and not more than every few seconds";

/** Where every machine is asked on purpose: by the file that does, the table, and a column that is given instead; null if none is. */
export const exceptions: readonly { file: string; table: string; by: string | null; why: string }[] = [
  { file: "src/jobs/reports/sweep/sweep.ts", table: "reports", by: "status", why: sweeps },
  { file: "src/store/reports/sweeping.ts", table: "reports", by: "status", why: sweeps },
  { file: "src/store/reports/sweeping.ts", table: "asks", by: "status", why: sweeps },
  { file: "src/store/db/retention.ts", table: "content_topics", by: null, why: sweeps },
  { file: "src/store/db/retention.ts", table: "content_topics", by: "id", why: sweeps },
  { file: "src/store/organizations/audit-log.ts", table: "audit_log", by: null, why: sweeps },
  { file: "src/store/projects/deletion.ts", table: "deleted_reports", by: null, why: sweeps },
  { file: "src/store/reports/staging.ts", table: "staged_imports", by: null, why: sweeps },
  { file: "src/store/reports/outlived-excerpts.ts", table: "corrections", by: null, why: sweeps },
  {
    ...{ file: "src/store/reports/rereadings.ts", table: "trend_points", by: null },
    why: "which projects still have figures of an earlier method, at the start after an update",
  },
  {
    ...{ file: "src/store/accounts/disabled-work.ts", table: "reports", by: "user_id" },
    why: "what the organizations of disabled accounts have running, in all their projects",
  },
  {
    ...{ file: "src/store/reports/outlived-excerpts.ts", table: "reports", by: "id" },
    why: "of the same project as the correction that it looks at, and so on the same machine",
  },
  {
    ...{ file: "src/store/reports/reports.ts", table: "reports", by: "id" },
    why: "of reports that callers name by their ids alone; a machine without them finds that out by its index",
  },
  {
    ...{ file: "src/store/organizations/holding.ts", table: "reports", by: "id" },
    why: "of the organization that holds a report which an address names by its id alone",
  },
  {
    ...{ file: "src/store/reports/runs.ts", table: "reports", by: "user_id" },
    why: "what an organization has running, in all its projects",
  },
  {
    ...{ file: "src/store/organizations/retention.ts", table: "reports", by: "user_id" },
    why: "what an organization keeps, in all its projects",
  },
];

/** Those that have a partition for each month besides. */
export const partitionTables: readonly string[] = ["asks", "answer_readings"];
