import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import { transaction } from "../db/transaction.ts";
import { endRunsOf } from "../runs/runs.ts";
import { deleteLeftProject, deleteOfAccount } from "./account-deletion.ts";

/** The most that one transaction deletes. */
export interface DeletionBatch {
  /** Asks, each with its readings; or rows that hang on a project. */
  rows: number;
  /** Reports with their figures. */
  reports: number;
  /** Crawls with their pages. */
  crawls: number;
}

const usual: DeletionBatch = { rows: 500, reports: 10, crawls: 2 };

export interface Deleting {
  now: Date;
  /** Whether it is time to stop; the rest waits for the next time. */
  enough(): boolean;
  batch?: DeletionBatch;
}

/** Whether there is anything for `deleteLeftovers`, or an import that may be lost. */
export async function hasLeftovers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ leftovers: boolean }>`
    select exists (select from projects where deleted_at is not null)
      or exists (select from organizations where deleted_at is not null)
      or exists (select from users where deleted_at is not null)
      or exists (select from deleted_reports) or exists (select from staged_imports) as leftovers`.execute(
    db,
  );
  return rows[0]!.leftovers;
}

/**
 * Removes the rows of what its owner has deleted: projects, accounts, and the answers of reports. Its transactions are
 * so small that nobody waits for them long. If interrupted, the next call continues. Several processes may do it at
 * once.
 */
export async function deleteLeftovers(db: Db, { now, enough, batch = usual }: Deleting): Promise<void> {
  for (const step of [
    (db: Db) => deleteLeftProject(db, now),
    (db: Db) => deleteOfProject(db, now, batch),
    (db: Db) => deleteOfAccount(db, batch.crawls),
    (db: Db) => deleteAnswers(db, batch),
  ]) {
    while (!enough() && (await transaction(db, step))) {
      // The embedded store answers before any timer or socket gets a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Deletes an ended report, in the given transaction; its answers go later. False if it is still running or gone. */
export async function deleteReport(db: Db, report: { projectId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from reports where project_id = ${report.projectId} and id = ${report.id} and status <> 'processing'
      returning project_id, id, created_at, jobs_total, user_id),
    -- What waits for somebody to approve it goes too, so that the next run of its period does.
    unsent as (
      delete from client_issues i using gone
      where i.organization_id = gone.user_id and i.project_id = gone.project_id and i.report_id = gone.id and i.state = 'waiting')
    insert into deleted_reports (project_id, report_id, created_at, asks)
    select project_id, id, created_at, jobs_total from gone
    on conflict (project_id, report_id) do update set asks = excluded.asks
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes one batch of the project deleted first; false if there is none, or others are working on all of them. */
async function deleteOfProject(
  db: Db,
  now: Date,
  { rows, reports, crawls }: DeletionBatch,
): Promise<boolean> {
  const project = await db
    .selectFrom("projects")
    .select("id")
    .where("deleted_at", "is not", null)
    .orderBy("deleted_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!project) return false;
  const { id } = project;
  // A process that knows nothing of background deletion may have started a run since.
  await endRunsOf(db, id, now);
  const some =
    (await deleteReportsOf(db, id, reports)) ||
    (await deleteSome(db, "crawl_records", id, crawls)) ||
    (await deleteSome(db, "readiness_checks", id, rows)) ||
    (await deleteSome(db, "content_topics", id, rows)) ||
    (await deleteSome(db, "reddit_threads", id, rows)) ||
    (await deleteSome(db, "prompt_tests", id, rows)) ||
    (await deleteSome(db, "events", id, rows)) ||
    (await deleteSome(db, "deliveries", id, rows)) ||
    (await deleteSome(db, "webhooks", id, rows));
  // The rest goes with the project's row: its prompts and a row or two.
  if (!some) await db.deleteFrom("projects").where("id", "=", id).execute();
  return true;
}

async function deleteReportsOf(db: Db, projectId: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from reports where project_id = ${projectId}
        and id = any(array(select id from reports where project_id = ${projectId} order by id limit ${limit}))
      returning project_id, id, created_at, jobs_total)
    insert into deleted_reports (project_id, report_id, created_at, asks)
    select project_id, id, created_at, jobs_total from gone
    on conflict (project_id, report_id) do update set asks = excluded.asks
    returning 1`.execute(db);
  return rows.length > 0;
}

type OfProject =
  | "crawl_records"
  | "readiness_checks"
  | "content_topics"
  | "reddit_threads"
  | "prompt_tests"
  | "events"
  | "deliveries"
  | "webhooks";

async function deleteSome(db: Db, table: OfProject, projectId: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where id = any(array(
      select id from ${sql.table(table)} where project_id = ${projectId} limit ${limit}))
      and project_id = ${projectId}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes one batch of deleted reports' answers; false if there are none, or others are working on all of them. */
async function deleteAnswers(db: Db, batch: DeletionBatch): Promise<boolean> {
  const reports = await db
    .selectFrom("deleted_reports")
    .selectAll()
    .orderBy("project_id")
    .orderBy("report_id")
    .limit(batch.reports)
    .forUpdate()
    .skipLocked()
    .execute();
  let remaining = batch.rows;
  for (const { project_id, report_id, created_at, asks } of reports) {
    if (remaining <= 0) break;
    // From the end, so that the number left says where to go on.
    const from = Math.max(0, asks - remaining);
    remaining -= Math.max(1, asks - from);
    for (const table of ["answer_readings", "asks"] as const) {
      const doomed = db
        .deleteFrom(table)
        .where("project_id", "=", project_id)
        .where("report_id", "=", report_id)
        .where("created_at", "=", created_at);
      await (from > 0 ? doomed.where("ordinal", ">=", from) : doomed).execute();
    }
    if (from > 0) {
      await db
        .updateTable("deleted_reports")
        .set({ asks: from })
        .where("project_id", "=", project_id)
        .where("report_id", "=", report_id)
        .execute();
    } else {
      await db
        .deleteFrom("deleted_reports")
        .where("project_id", "=", project_id)
        .where("report_id", "=", report_id)
        .execute();
    }
  }
  return reports.length > 0;
}
