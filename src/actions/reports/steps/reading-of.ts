import type { Context } from "../../../kernel/context.ts";
import { invalid } from "../../../kernel/problem.ts";
import { findReading, type Report } from "../../../store/reports/reports.ts";

/** The report as the reading asked for shows it, the newest where none is. Throws a 400 where there is no such one. */
export async function readingOf(
  { db }: Pick<Context, "db">,
  report: Report,
  reading: number | undefined,
): Promise<Report> {
  if (reading === undefined || reading === report.reading) return report;
  const earlier = await findReading(db, report, reading);
  if (earlier) return earlier;
  throw invalid([
    { in: "query", path: "/reading", code: "unknown_reading", message: "This report has no such reading." },
  ]);
}
