import type { Context } from "../api/context.ts";
import { invalid } from "../kernel/problem.ts";
import { findReading, type Report } from "./reports.ts";

/** The report in the requested reading, by default the newest. Throws a 400 if there is no such reading. */
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
