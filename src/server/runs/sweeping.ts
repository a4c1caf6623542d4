import { type RawBuilder, sql } from "kysely";
import type { QueuedAsk } from "../api/queue.ts";
import type { Db } from "../db/db.ts";

/** A report that is running, with a mark that another step of it changes. */
export interface RunningReport extends ReportKey {
  kind: "run" | "draft";
  /** Asks that have not settled. */
  pending: number;
  mark: string;
  settledAt: Date;
}

/** Whether any report or crawl is running. */
export async function isUnderWay(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from reports where status = 'processing')
      or exists (select from crawl_records where status = 'processing') as any`.execute(db);
  return rows[0]!.any;
}

/** Running reports, those in which nothing has settled for longest first. */
export const runningReports = (db: Db, limit: number): Promise<RunningReport[]> =>
  db
    .selectFrom("reports")
    .where("status", "=", "processing")
    .where((eb) => eb.or([eb("source", "is not", null), eb("type", "=", "generated_content")]))
    .select(["project_id as projectId", "id", "pending", "settled_at as settledAt", settledMark.as("mark")])
    .select(sql<"run" | "draft">`case when source is null then 'draft' else 'run' end`.as("kind"))
    .orderBy("settled_at")
    .limit(limit)
    .execute();

/** Of a report: another one after each ask that settles, whatever the clocks say of when. */
export const settledMark = sql<string>`extract(epoch from reports.settled_at)::text || ' ' || reports.pending::text`;

/** Running reports with nothing pending since `before`: the job that ends them should exist. */
export const unfinishedRuns = (db: Db, before: Date, limit: number): Promise<ReportKey[]> =>
  running(db, before, limit).where("source", "is not", null).where("pending", "=", 0).execute();

/** Drafts yet to be written that were last begun before `before`: their job should exist. */
export const stalledDrafts = (db: Db, before: Date, limit: number): Promise<ReportKey[]> =>
  running(db, before, limit).where("type", "=", "generated_content").execute();

interface ReportKey {
  projectId: string;
  id: string;
}

const running = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom("reports")
    .where("status", "=", "processing")
    .where("settled_at", "<", before)
    .select(["project_id as projectId", "id"])
    .limit(limit);

/**
 * Pending asks without a job, of running reports in which nothing has settled since `before`. `hasJob` looks for the job
 * of the ask `a`.
 */
export async function asksWithoutJob(
  db: Db,
  hasJob: RawBuilder<boolean>,
  before: Date,
  limit: number,
): Promise<QueuedAsk[]> {
  const { rows } = await sql<Omit<QueuedAsk, "createdAt"> & { createdAt: Date }>`
    select a.project_id as "projectId", a.report_id as "reportId", a.ordinal, a.ordinal as place, a.id as "askId",
      a.created_at as "createdAt", a.provider,
      case when r.run -> 'ownEngines' ? a.provider then r.user_id end as "credentialsOf"
    from reports r join asks a on a.project_id = r.project_id and a.report_id = r.id and a.created_at = r.created_at
    where r.status = 'processing' and r.pending > 0 and r.settled_at < ${before} and a.status = 'pending'
      and not ${hasJob}
    limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Deletes at most `limit` replies of idempotent requests older than `before`. Returns how many. */
export async function dropReplays(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from replays where ctid = any(array(select ctid from replays where created_at < ${before} limit ${limit}))
    returning 1`.execute(db);
  return rows.length;
}
