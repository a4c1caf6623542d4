import { sql } from "kysely";
import type { TrendPoint } from "../domain/report.ts";
import { type Db, rfc3339 } from "./db.ts";
import { storableJson } from "./storable.ts";

/** The small row of a report that trends are drawn from. */
export interface DatedTrendPoint {
  reportId: string;
  /** RFC 3339: when the answers were given. */
  measuredAt: string;
  /** Number of the reading it is of, the report's newest. */
  reading: number;
  point: TrendPoint;
}

interface TrendReport {
  projectId: string;
  id: string;
  source: "main" | "custom" | null;
  sandbox: boolean;
  measuredAt: string | null;
}

/** Stores the trend point of a report, in place of that of an earlier reading. */
export async function putTrendPoint(db: Db, report: TrendReport, point: TrendPoint): Promise<void> {
  if (report.source === null || report.measuredAt === null) return;
  await db
    .insertInto("trend_points")
    .values({
      project_id: report.projectId,
      report_id: report.id,
      source: report.source,
      sandbox: report.sandbox,
      measured_at: report.measuredAt,
      point: storableJson(point),
    })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "report_id"]).doUpdateSet({ point: storableJson(point) }),
    )
    .execute();
}

/**
 * The last `limit` points up to and with a report's own, oldest first: those of its brand, made-up answers among
 * their like only.
 */
export async function trendPointsUpTo(
  db: Db,
  report: TrendReport,
  limit: number,
): Promise<DatedTrendPoint[]> {
  if (report.source === null || report.measuredAt === null) return [];
  const { rows } = await sql<{ report_id: string; measured_at: Date; reading: number; point: TrendPoint }>`
    select t.report_id, t.measured_at, r.reading, t.point from trend_points t
    join reports r on r.project_id = t.project_id and r.id = t.report_id
    join report_readings rr on rr.project_id = t.project_id and rr.report_id = t.report_id and rr.reading = r.reading
    where t.project_id = ${report.projectId} and t.source = ${report.source} and t.sandbox = ${report.sandbox}
      and t.measured_at <= ${report.measuredAt}
      and rr.brands->'own'->>'name' = (
        select own.brands->'own'->>'name' from reports ours
        join report_readings own on own.project_id = ours.project_id and own.report_id = ours.id
          and own.reading = ours.reading
        where ours.project_id = ${report.projectId} and ours.id = ${report.id})
    order by t.measured_at desc, t.report_id desc limit ${limit}`.execute(db);
  return rows.reverse().map(({ report_id, measured_at, reading, point }) => ({
    reportId: report_id,
    measuredAt: rfc3339(measured_at),
    reading,
    point,
  }));
}
