import type { StopReason } from "../../figures/planning/until.ts";
import type { ScoredReport, TrendPoint } from "../../figures/report.ts";
import type { JudgedWatch } from "../../figures/watching/telling.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import { refundUnits, settleUnits } from "../accounts/spending/quota.ts";
import { type Db, json } from "../db/db.ts";
import type { ReportStatus, RunTerms } from "../db/schema.ts";
import { storableJson } from "../db/storable.ts";
import type { AssistantHealth } from "../events/assistant-health.ts";
import { tellEngines } from "../events/engine-events.ts";
import { recordEvent } from "../events/record-event.ts";
import { stoppedCode } from "../projects/latest-report.ts";
import { type EndingReport, recordTellings } from "../projects/watches/tellings.ts";
import { unansweredPrompts } from "../runs/runs.ts";
import { putTrendPoint } from "./trends/trends.ts";

export const isStoppedByPerson = ({ failure }: { failure: Failure | null }): boolean =>
  failure?.code === stoppedCode;

/** A report whose asks have all settled, as the finishing job needs it. */
export interface RunToEnd {
  projectId: string;
  id: string;
  organizationId: string;
  source: "main" | "custom" | null;
  sandbox: boolean;
  /** Started by the project's schedule. */
  scheduled: boolean;
  brands: TrackedBrands;
  createdAt: Date;
  failure: Failure | null;
  /** How it was asked; null for what was not run here. */
  terms: RunTerms | null;
  /** Calls made so far. */
  callCount: number;
}

export interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

export interface ReportEnd {
  status: Exclude<ReportStatus, "processing">;
  failure: Failure | null;
  /** Figures of the first reading; for a failed report, only which calls failed. Null if nothing was asked. */
  scored: ScoredReport | null;
  /** Null if nothing was measured. */
  point: TrendPoint | null;
  methodVersion: string;
  measuredAt: string | null;
  costUsd: number | null;
  /** Why a run with `until` made no further calls. */
  stopped?: StopReason | null;
  /** Its project's watches, judged by it; absent: by nobody. */
  watches?: readonly JudgedWatch[];
  /** How each assistant answered. */
  engines?: readonly AssistantHealth[];
}

/** The report, if it is still running and all of its asks have settled. */
export async function findRunToEnd(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
): Promise<RunToEnd | undefined> {
  const row = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("status", "=", "processing")
    .where("pending", "=", 0)
    .selectAll()
    .executeTakeFirst();
  return (
    row && {
      projectId,
      id,
      organizationId: row.user_id,
      source: row.source,
      sandbox: row.sandbox,
      scheduled: row.scheduled,
      brands: row.brands,
      createdAt: row.created_at,
      failure: row.failure,
      terms: row.run,
      callCount: row.jobs_total,
    }
  );
}

/**
 * Ends a report in the given transaction: sets its status, figures and trend point, and settles what it owes. True once;
 * false if it has already ended, or has asked further since `report` was read.
 */
export async function endReport(db: Db, report: RunToEnd, end: ReportEnd, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("reports")
    .set({
      status: end.status,
      failure: end.failure && json(end.failure),
      reading: end.scored ? 1 : 0,
      completed_at: now,
      measured_at: end.measuredAt,
      cost_usd: end.costUsd,
      spend_reserved_usd: 0,
      ...(end.stopped ? { run: json({ ...report.terms!, stopped: end.stopped }) } : {}),
    })
    .where("project_id", "=", report.projectId)
    .where("id", "=", report.id)
    .where("status", "=", "processing")
    .where("pending", "=", 0)
    // Whoever stood still meanwhile does not know the answers of a further wave.
    .where("jobs_total", "=", report.callCount)
    .returning(["project_id", "id", "created_at", "units"])
    .executeTakeFirst();
  if (!row) return false;
  if (end.scored) {
    await db
      .insertInto("report_readings")
      .values({
        project_id: report.projectId,
        report_id: report.id,
        reading: 1,
        method_version: end.methodVersion,
        read_at: now,
        brands: json(report.brands),
        scored: storableJson(end.scored),
      })
      .execute();
  }
  if (end.point)
    await putTrendPoint(db, { ...report, measuredAt: end.measuredAt ?? now.toISOString() }, 1, end.point);
  const ending = endingOf(report, end, now);
  if (ending) await recordTellings(db, ending, end.watches ?? [], now);
  await tellEngines(db, report, end.engines ?? [], now);
  await recordEvent(
    db,
    {
      ...{ organizationId: report.organizationId, projectId: report.projectId, objectId: report.id },
      type: isStoppedByPerson(end) ? "report.canceled" : `report.${end.status}`,
    },
    now,
  );
  await settleQuota(db, row, end, now);
  return true;
}

/** The report as its project's watches are judged by it; null if it measured nothing. */
export const endingOf = (
  { createdAt, ...report }: RunToEnd,
  { point, measuredAt, methodVersion }: ReportEnd,
  now: Date,
): EndingReport | null =>
  point && {
    ...report,
    ...{
      createdAt: createdAt.toISOString(),
      measuredAt: measuredAt ?? now.toISOString(),
      methodVersion,
      point,
    },
  };

/** Ends a run from which nothing can be computed. False if it has already ended. */
export async function failRun(
  db: Db,
  report: { projectId: string; id: string },
  failure: Failure,
  now: Date,
): Promise<boolean> {
  const run = await findRunToEnd(db, report);
  if (!run) return false;
  const nothing = { scored: null, point: null, methodVersion: "", measuredAt: null, costUsd: null };
  return endReport(db, run, { status: "failed", failure, ...nothing }, now);
}

/** A failed run costs nothing; a cancelled one only the prompts that some assistant answered. */
async function settleQuota(
  db: Db,
  report: { project_id: string; id: string; created_at: Date; units: number },
  end: ReportEnd,
  now: Date,
): Promise<void> {
  const refunded =
    end.status === "failed" ? report.units : isStoppedByPerson(end) ? await unansweredPrompts(db, report) : 0;
  if (refunded > 0) await refundUnits(db, { reportId: report.id, units: refunded, now });
  if (refunded < report.units) await settleUnits(db, { reportId: report.id, units: report.units, now });
}
