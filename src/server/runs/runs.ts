import { sql } from "kysely";
import { cancelled as notAsked } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { Provider } from "../../reader/provider.ts";
import { type Share, shareOf } from "../accounts/spending/project-spend.ts";
import { refundUnits, reserveUnits, settleUnits } from "../accounts/spending/quota.ts";
import { addSpend, releaseSpend, reserveSpend } from "../accounts/spending/spend.ts";
import type { RunQueue } from "../api/queue.ts";
import { type Db, json } from "../db/db.ts";
import type { RunTerms } from "../db/schema.ts";
import { newId } from "../kernel/id.ts";
import type { Project } from "../projects/project.ts";
import { type Report, reportOf } from "../reports/reports.ts";
import { callsToBook, failPendingAsks, insertAsks, type NewAsk } from "./asking/asks.ts";
import { settledMark } from "./sweeping.ts";

export interface NewRun {
  id: string;
  project: Project;
  type: "visibility_analysis" | "visibility_analysis_api";
  brands: TrackedBrands;
  terms: RunTerms;
  /** In the order of the report. `estimateUsd`: what the ask may cost. */
  asks: readonly (Omit<NewAsk, "id"> & { estimateUsd: number })[];
  inputHash: string;
  /** The visibility quota: one unit per prompt. */
  quota: { periodStart: string; resetsAt: string; limit: number | null };
  monthlySpendUsd: number;
  /** Started by the project's schedule; these runs do not count towards a user's concurrent runs. */
  scheduled?: boolean;
  queue: RunQueue;
  now: Date;
}

/**
 * Accepts a run in the given transaction: reserves its quota and its spending, stores its report and asks, and queues
 * its jobs. Throws BILLING_REQUIRED if the quota or the spending limit does not allow it.
 */
export async function acceptRun(db: Db, run: NewRun): Promise<Report> {
  const { project, now } = run;
  const asks = run.asks.map((ask) => ({ ...ask, id: newId() }));
  const units = new Set(asks.map(({ promptKey }) => promptKey)).size;
  const estimateUsd = sumOf(asks);
  const ownUsd = sumOf(asks.filter(({ provider }) => run.terms.ownEngines?.includes(provider)));
  await reserveUnits(db, {
    organizationId: project.organizationId,
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
      user_id: project.organizationId,
      type: run.type,
      source: run.type === "visibility_analysis" ? "main" : "custom",
      status: "processing",
      brands: json(run.brands),
      run: json(run.terms),
      input_hash: run.inputHash,
      pending: asks.length,
      jobs_total: asks.length,
      units,
      period_start: run.quota.periodStart,
      spend_reserved_usd: estimateUsd,
      spend_reserved_own_usd: ownUsd,
      sandbox: asks.some(({ surface }) => surface === "sandbox"),
      surfaces: json([...new Set(asks.map(({ surface }) => surface))]),
      scheduled: run.scheduled ?? false,
      created_at: now,
      settled_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await putAsks(db, { projectId: project.id, id: run.id, createdAt: now }, asks, {
    ...{ queue: run.queue, organizationId: project.organizationId },
    ownEngines: run.terms.ownEngines,
  });
  const { id: projectId, organizationId } = project;
  await reserveSpend(db, {
    ...{ projectId, organizationId, estimateUsd, ownUsd },
    ...{ limitUsd: run.monthlySpendUsd, now },
  });
  return reportOf(row, null);
}

const sumOf = (asks: readonly { estimateUsd: number }[]): number =>
  asks.reduce((sum, ask) => sum + ask.estimateUsd, 0);

/** Stores asks, all pending, and puts their jobs on the queue. */
async function putAsks(
  db: Db,
  report: { projectId: string; id: string; createdAt: Date },
  asks: readonly NewAsk[],
  {
    queue,
    organizationId,
    ownEngines = [],
  }: {
    queue: Pick<RunQueue, "enqueueAsks">;
    organizationId: string;
    /** Providers that are asked with the organization's own credentials. */
    ownEngines: readonly Provider[] | undefined;
  },
): Promise<void> {
  await insertAsks(db, report, asks);
  const createdAt = report.createdAt.toISOString();
  const ahead = await asksAhead(db, organizationId, report.id);
  await queue.enqueueAsks(
    db,
    asks.map(({ id, provider, ordinal }) => ({
      ...{ projectId: report.projectId, reportId: report.id, createdAt },
      ...{ ordinal, place: ahead + ordinal, askId: id, provider },
      credentialsOf: ownEngines.includes(provider) ? organizationId : null,
    })),
  );
}

/** How many asks of an organization's other runs have yet to settle. */
async function asksAhead(db: Db, organizationId: string, reportId: string): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select coalesce(sum(pending), 0)::int as ahead from reports
    where user_id = ${organizationId} and status = 'processing' and source is not null and id <> ${reportId}`.execute(
    db,
  );
  return rows[0]!.ahead;
}

/** What a run with `until` asks next. */
export interface NextWave {
  /** Of each prompt and engine; one more than was asked so far. */
  sample: number;
  /** What an ask may cost, USD. */
  estimateUsd(provider: Provider): number;
  monthlySpendUsd: number;
  queue: Pick<RunQueue, "enqueueAsks">;
  now: Date;
}

/**
 * Puts each prompt of a run to each engine once more, in the given transaction, once all that it has asked has settled.
 * False if it has ended, or has asked further since `report` was read. Throws BILLING_REQUIRED if spending does not
 * suffice.
 */
export async function extendRun(
  db: Db,
  report: { projectId: string; id: string; createdAt: Date; callCount: number },
  { sample, estimateUsd, monthlySpendUsd, queue, now }: NextWave,
): Promise<boolean> {
  const firsts = await db
    .selectFrom("asks")
    .where("project_id", "=", report.projectId)
    .where("report_id", "=", report.id)
    .where("created_at", "=", report.createdAt)
    .where("sample", "=", 1)
    .select(["prompt_key as promptKey", "prompt", "intent", "branded", "provider", "surface", "ordinal"])
    .orderBy("ordinal")
    .execute();
  const asks = firsts.map((ask) => ({
    ...{ ...ask, id: newId(), sample, ordinal: ask.ordinal + sample - 1 },
    estimateUsd: estimateUsd(ask.provider),
  }));
  const estimated = sumOf(asks);
  const running = await db
    .updateTable("reports")
    .set((eb) => ({
      pending: asks.length,
      jobs_total: eb("jobs_total", "+", asks.length),
      spend_reserved_usd: estimated,
      settled_at: now,
    }))
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .where("status", "=", "processing")
    .where("pending", "=", 0)
    .where("jobs_total", "=", report.callCount)
    .where(sql<boolean>`run ? 'until'`)
    .returning(["user_id", "run"])
    .executeTakeFirst();
  if (!running) return false;
  const ownEngines = running.run?.ownEngines;
  const ownUsd = sumOf(asks.filter(({ provider }) => ownEngines?.includes(provider)));
  if (ownUsd > 0)
    await db
      .updateTable("reports")
      .set({ spend_reserved_own_usd: ownUsd })
      .where("project_id", "=", report.projectId)
      .where("id", "=", report.id)
      .execute();
  await putAsks(db, report, asks, { queue, organizationId: running.user_id, ownEngines });
  // In the month that the run began in, whose reservation is given back when it ends.
  await reserveSpend(db, {
    ...{ projectId: report.projectId, organizationId: running.user_id },
    ...{ estimateUsd: estimated, ownUsd, limitUsd: monthlySpendUsd, now: report.createdAt },
  });
  return true;
}

/** A user's running analyses, not counting scheduled ones; lock the user's row first, so the count holds until the end. */
export async function countRunning(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("reports")
    .where("user_id", "=", organizationId)
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

/** What a run measures and how it asks. */
export interface RunInHand {
  id: string;
  brands: TrackedBrands;
  country: string;
  language: string;
  organizationId: string;
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
      "brands",
      sql<string>`run ->> 'country'`.as("country"),
      sql<string>`run ->> 'language'`.as("language"),
      "user_id as organizationId",
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
 * Stops a running report in the given transaction: what is pending fails as `cancelled`, and the job that finishes the
 * report is queued. False if the report has ended.
 */
export async function cancelRun(
  db: Db,
  report: { projectId: string; id: string },
  queue: RunQueue,
  now: Date,
): Promise<boolean> {
  return endEarly(db, report, { errorCode: notAsked, failure: cancelled }, queue, now);
}

/** Closes a run in the same way, in which nothing has settled since it had this mark. False if something has. */
export async function timeOutRun(
  db: Db,
  report: { projectId: string; id: string; mark: string },
  queue: RunQueue,
  now: Date,
): Promise<boolean> {
  return endEarly(db, report, { errorCode: "run_timeout", failure: timedOut }, queue, now);
}

async function endEarly(
  db: Db,
  report: { projectId: string; id: string; mark?: string },
  {
    errorCode,
    failure,
  }: { errorCode: string; failure: { code: string; message: string; retryable: boolean } },
  queue: RunQueue,
  now: Date,
): Promise<boolean> {
  const running = await db
    .selectFrom("reports")
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .where("status", "=", "processing")
    .$if(report.mark !== undefined, (query) => query.where(settledMark, "=", report.mark!))
    .select(["id", "created_at", "spend_reserved_usd", "spend_reserved_own_usd", "run"])
    .forUpdate()
    .executeTakeFirst();
  if (!running) return false;
  const { failed: failedCount, unbooked } = await failPendingAsks(
    db,
    { ...report, createdAt: running.created_at },
    errorCode,
  );
  await db
    .updateTable("reports")
    .set((eb) => ({
      pending: 0,
      // What a cancelled run never asked has not failed.
      jobs_failed: eb("jobs_failed", "+", errorCode === notAsked ? 0 : failedCount),
      settled_at: now,
      spend_reserved_usd: 0,
      spend_reserved_own_usd: 0,
      // It does not go on with a further wave either.
      run: sql<string>`run - 'until'`,
      ...(failedCount > 0 ? { failure: json(failure) } : {}),
    }))
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .execute();
  await queue.enqueueFinish(db, report);
  await addSpend(db, paidBy(report.projectId, running.run, unbooked), now);
  await releaseSpend(db, [reservedBy(report.projectId, running)], running.created_at);
  return true;
}

/** Whose money paid for calls of a run. */
const paidBy = (
  projectId: string,
  run: { ownEngines?: readonly Provider[] } | null,
  calls: readonly { provider: Provider; usd: number }[],
): Share[] =>
  calls.map(({ provider, usd }) => shareOf(projectId, usd, run?.ownEngines?.includes(provider) ? usd : 0));

const reservedBy = (
  projectId: string,
  report: { spend_reserved_usd: number; spend_reserved_own_usd: number },
): Share => shareOf(projectId, report.spend_reserved_usd, report.spend_reserved_own_usd);

/**
 * Ends the running reports, including drafts, of a project that is being deleted, books the calls of answers that nobody has read, and
 * releases what they reserved but did not use; lock the project first. Their jobs find nothing to do and vanish. Returns their ids.
 */
export async function endRunsOf(db: Db, projectId: string, now: Date): Promise<string[]> {
  const running = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .select(["id", "project_id", "source", "created_at", "period_start", "units"])
    .select(["spend_reserved_usd", "spend_reserved_own_usd", "run"])
    .orderBy("id")
    .forUpdate()
    .execute();
  if (running.length === 0) return [];
  const unanswered = new Map<string, number>();
  const shares: Share[] = [];
  for (const report of running) {
    unanswered.set(report.id, await unansweredPrompts(db, report));
    const calls = await callsToBook(db, { projectId, id: report.id, createdAt: report.created_at });
    shares.push(...paidBy(projectId, report.run, calls));
  }
  await db
    .updateTable("reports")
    .set({ status: "failed", failure: json(cancelled), pending: 0 })
    .set({ spend_reserved_usd: 0, spend_reserved_own_usd: 0 })
    .set({ settled_at: now, completed_at: now })
    .where("project_id", "=", projectId)
    .where("status", "=", "processing")
    .execute();
  for (const { id, units } of inOrderOf(running, quotaOrder)) {
    const refunded = unanswered.get(id)!;
    if (refunded > 0) await refundUnits(db, { reportId: id, units: refunded, now });
    if (refunded < units) await settleUnits(db, { reportId: id, units, now });
  }
  await addSpend(db, shares, now);
  for (const report of inOrderOf(running, spendOrder))
    await releaseSpend(db, [reservedBy(projectId, report)], report.created_at);
  return running.map(({ id }) => id);
}

interface Reserved {
  source: string | null;
  period_start: Date | null;
  created_at: Date;
}

/** Quota rows are locked by name and period, spending rows newest month first; see src/server/db/README.md. */
const quotaOrder = ({ source, period_start }: Reserved): string =>
  `${source === null ? "content" : "visibility"} ${period_start?.toISOString() ?? ""}`;
const spendOrder = ({ created_at }: Reserved): number => -created_at.getTime();

function inOrderOf<T>(items: readonly T[], of: (item: T) => string | number): T[] {
  return [...items].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0));
}

/** How many of a report's paid prompts no assistant answered. */
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
