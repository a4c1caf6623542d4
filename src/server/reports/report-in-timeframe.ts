import { type Timeframe, timeframeStart } from "../../figures/days/timeframe.ts";
import type { ScoredReport } from "../../figures/report.ts";
import type { ProjectContext } from "../api/context.ts";
import { Problem } from "../kernel/problem.ts";
import { notReady } from "./not-ready.ts";
import { latestReport, type Report } from "./reports.ts";
import { warnOf, warnOfCode } from "./warnings.ts";

/** A report with its figures. */
export interface MeasuredReport extends Report {
  measuredAt: string;
  scored: ScoredReport;
}

/**
 * The newest report of the saved prompts. Warns of what its readers should know, including that it is older than the
 * timeframe. Throws REPORT_NOT_READY if none is completed.
 */
export async function reportInTimeframe(
  context: ProjectContext,
  timeframe: Timeframe,
): Promise<{ report: MeasuredReport; outside: boolean }> {
  const report = await latestReport(context.db, context.project.id, "main");
  if (!report || !isMeasured(report)) throw await notReady(context.db, context.project.id, "main");
  warnOf(context, report);
  const outside = new Date(report.measuredAt) < timeframeStart(timeframe, context.now());
  if (outside) warnOfCode(context, "OUTSIDE_TIMEFRAME");
  return { report, outside };
}

const isMeasured = (report: Report): report is MeasuredReport =>
  report.scored !== null && report.measuredAt !== null;

/** Throws REPORT_NOT_READY where the part that was asked for has none. */
export function demandAnswers({ scored }: MeasuredReport): void {
  if (scored.metrics.answers > 0) return;
  throw new Problem("REPORT_NOT_READY", {
    message: "The newest report has no answers to prompts with this tag, or none of this assistant.",
  });
}
