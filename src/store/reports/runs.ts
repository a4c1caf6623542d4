import { sql } from "kysely";
import { cancelled as notAsked } from "../../domain/answer/answer.ts";
import type { TrackedBrands } from "../../domain/project/brand.ts";
import type { Project } from "../../domain/project/project.ts";
import { newId } from "../../kernel/id.ts";
import type { RunQueue } from "../../kernel/queue.ts";
import { refundUnits, reserveUnits, settleUnits } from "../accounts/quota.ts";
import { releaseSpend, reserveSpend } from "../accounts/spend.ts";
import { type Db, json } from "../db/db.ts";
import type { RunTerms } from "../db/schema.ts";
import { failPendingAsks, insertAsks, type NewAsk } from "./asks.ts";
import { type Report, reportOf } from "./reports.ts";

export interface NewRun {
  id: string;
  project: Project;
  type: "visibility_analysis" | "visibility_analysis_api";
  tracked: TrackedBrands;
  terms: RunTerms;
  /** In the order of the report. `estimateUsd`: what the ask may cost. */
  asks: readonly (Omit<NewAsk, "id"> & { estimateUsd: number })[];
  inputHash: string;
  /** The visibility quota: one unit a prompt. */
  quota: { periodStart: string; resetsAt: string; limit: number | null };
  monthlySpendUsd: number;
  /** Begun by the project's schedule; such runs do not count among those a user has at once. */
  scheduled?: boolean;
  queue: RunQueue;
  now: Date;
}

/**
 * Accepts a run in the transaction given: reserves its quota and its spending, stores its report and asks,
 * and puts its jobs on the queue. Throws BILLING_REQUIRED where quota or spending do not suffice.
 */
export async function acceptRun(db: Db, run: NewRun): Promise<Report> {
  const { project, now } = run;
  const asks = run.asks.map((ask) => ({ ...ask, id: newId() }));
  const units = new Set(asks.map(({ promptKey }) => promptKey)).size;
  const estimateUsd = asks.reduce((sum, ask) => sum + ask.estimateUsd, 0);
  await reserveUnits(db, {
    userId: project.userId,
    quota: "visibility",
    ...run.quota,
    units,
    reportId: run.id,
    now,
  });
  const row = await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id: run.id,
      user_id: project.userId,
      type: run.type,
      source: run.type === "visibility_analysis" ? "main" : "custom",
      status: "processing",
      brands: json(run.tracked),
      run: json(run.terms),
      input_hash: run.inputHash,
      pending: asks.length,
      jobs_total: asks.length,
      units,
      period_start: run.quota.periodStart,
      spend_reserved_usd: estimateUsd,
      sandbox: asks.some(({ surface }) => surface === "sandbox"),
      surfaces: json([...new Set(asks.map(({ surface }) => surface))]),
      scheduled: run.scheduled ?? false,
      created_at: now,
      settled_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertAsks(db, { projectId: project.id, id: run.id, createdAt: now }, asks);
  await run.queue.enqueueAsks(
    db,
    asks.map(({ id, provider }, ordinal) => ({
      projectId: project.id,
      reportId: run.id,
      ordinal,
      askId: id,
      createdAt: now.toISOString(),
      provider,
    })),
  );
  await reserveSpend(db, { estimateUsd, limitUsd: run.monthlySpendUsd, now });
  return reportOf(row, null);
}

/** Running analyses of a user, less scheduled ones; lock the user's row first, then the count holds until the transaction ends. */
export async function countRunning(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("reports")
    .where("user_id", "=", userId)
    .where("status", "=", "processing")
    .where("source", "is not", null)
    .where("scheduled", "=", false)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A running report of the project with the same input. */
export async function findRunning(db: Db, projectId: string, inputHash: string): Promise<Report | undefined> {
  const row = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .where("input_hash", "=", inputHash)
    .selectAll()
    .executeTakeFirst();
  return row && reportOf(row, null);
}

/** What a run measures, and how it asks. */
export interface RunInHand {
  id: string;
  tracked: TrackedBrands;
  country: string;
  language: string;
}

/** The runs of these reports. */
export async function findRuns(
  db: Db,
  reports: readonly { projectId: string; reportId: string }[],
): Promise<RunInHand[]> {
  if (reports.length === 0) return [];
  return db
    .selectFrom("reports")
    .where("project_id", "in", [...new Set(reports.map(({ projectId }) => projectId))])
    .where("id", "in", [...new Set(reports.map(({ reportId }) => reportId))])
    .select([
      "id",
      "brands as tracked",
      sql<string>`run ->> 'country'`.as("country"),
      sql<string>`run ->> 'language'`.as("language"),
    ])
    .execute();
}

const cancelled = { code: "RUN_CANCELLED", message: "The run was cancelled.", retryable: false };
const timedOut = {
  code: "RUN_TIMEOUT",
  message: "No assistant answered for 30 minutes, so the run was closed.",
  retryable: true,
};

/**
 * Stops a running report in the transaction given: what is pending fails as `cancelled`, and the job that
 * finishes the report is put on the queue. False where the report has ended.
 */
export async function cancelRun(
  db: Db,
  report: { projectId: string; id: string },
  queue: RunQueue,
  now: Date,
): Promise<boolean> {
  return endEarly(db, report, { errorCode: notAsked, failure: cancelled }, queue, now);
}

/** Closes a run in which nothing has settled since `before`, likewise. False where that is not so (any more). */
export async function timeOutRun(
  db: Db,
  report: { projectId: string; id: string },
  queue: RunQueue,
  now: Date,
  before: Date,
): Promise<boolean> {
  return endEarly(db, report, { errorCode: "run_timeout", failure: timedOut }, queue, now, before);
}

async function endEarly(
  db: Db,
  report: { projectId: string; id: string },
  {
    errorCode,
    failure,
  }: { errorCode: string; failure: { code: string; message: string; retryable: boolean } },
  queue: RunQueue,
  now: Date,
  settledBefore = new Date(8.64e15),
): Promise<boolean> {
  const running = await db
    .selectFrom("reports")
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .where("status", "=", "processing")
    .where("settled_at", "<", settledBefore)
    .select(["id", "created_at", "spend_reserved_usd"])
    .forUpdate()
    .executeTakeFirst();
  if (!running) return false;
  const ended = await failPendingAsks(db, { ...report, createdAt: running.created_at }, errorCode);
  await db
    .updateTable("reports")
    .set((eb) => ({
      pending: 0,
      // What a cancelled run does not ask any more has not failed.
      jobs_failed: eb("jobs_failed", "+", errorCode === notAsked ? 0 : ended),
      settled_at: now,
      spend_reserved_usd: 0,
      ...(ended > 0 ? { failure: json(failure) } : {}),
    }))
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .execute();
  await queue.enqueueFinish(db, report);
  await releaseSpend(db, running.spend_reserved_usd, running.created_at);
  return true;
}

/**
 * Ends the running reports of a project that is being deleted, drafts too, and gives back what they have reserved and
 * not used; lock the project first. Their jobs find nothing to do and vanish. Returns their ids.
 */
export async function endRunsOf(db: Db, projectId: string, now: Date): Promise<string[]> {
  const running = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .select(["id", "project_id", "source", "created_at", "period_start", "units", "spend_reserved_usd"])
    .orderBy("id")
    .forUpdate()
    .execute();
  if (running.length === 0) return [];
  const unanswered = new Map<string, number>();
  for (const report of running) unanswered.set(report.id, await unansweredPrompts(db, report));
  await db
    .updateTable("reports")
    .set({ status: "failed", failure: json(cancelled), pending: 0, spend_reserved_usd: 0 })
    .set({ settled_at: now, completed_at: now })
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .execute();
  for (const { id, units } of inOrderOf(running, quotaOrder)) {
    const refunded = unanswered.get(id)!;
    if (refunded > 0) await refundUnits(db, { reportId: id, units: refunded, now });
    if (refunded < units) await settleUnits(db, { reportId: id, units, now });
  }
  for (const report of inOrderOf(running, spendOrder))
    await releaseSpend(db, report.spend_reserved_usd, report.created_at);
  return running.map(({ id }) => id);
}

interface Reserved {
  source: string | null;
  period_start: Date | null;
  created_at: Date;
}

/** Rows of quotas are taken by name and period, those of spending newest month first; see README.md. */
const quotaOrder = ({ source, period_start }: Reserved): string =>
  `${source === null ? "content" : "visibility"} ${period_start?.toISOString() ?? ""}`;
const spendOrder = ({ created_at }: Reserved): number => -created_at.getTime();

function inOrderOf<T>(items: readonly T[], of: (item: T) => string | number): T[] {
  return [...items].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0));
}

/** Prompts of a report, of those paid for, that no assistant answered. */
export async function unansweredPrompts(
  db: Db,
  report: { project_id: string; id: string; created_at: Date; units: number },
): Promise<number> {
  if (report.units === 0) return 0;
  const { answered } = await db
    .selectFrom("asks")
    .where("project_id", "=", report.project_id)
    .where("report_id", "=", report.id)
    .where("created_at", "=", report.created_at)
    .where("status", "=", "ok")
    .select(sql<number>`count(distinct prompt_key)::int`.as("answered"))
    .executeTakeFirstOrThrow();
  return report.units - answered;
}
