import type { Context } from "../api/context.ts";
import { Problem } from "../kernel/problem.ts";
import { findProject } from "../projects/projects.ts";
import { findReport } from "../reports/reports.ts";

const toldEveryMs = 1000;

/** Waits until a run has ended, at most `ms`; reports progress, as settled asks, to a caller who watches. */
export async function awaitRun(context: Context, reportId: string, ms: number): Promise<void> {
  const { queue, signal, progress } = context;
  if (!progress) return queue.finished(reportId, ms, signal);
  const until = performance.now() + ms;
  for (let inTime = true; inTime && (await reportProgress(context, reportId)) === "processing"; ) {
    const from = performance.now();
    const wait = Math.min(until - from, toldEveryMs);
    await queue.finished(reportId, wait, signal);
    // If the wait ended early, the run has ended or nobody is waiting any more.
    inTime = wait === toldEveryMs && performance.now() - from >= wait - 1;
    if (!inTime) await reportProgress(context, reportId);
  }
}

/** Why an accepted report is no longer there: its project was deleted, or the report itself. */
export async function goneWhileAwaited({ db, caller }: Context, projectId: string): Promise<Problem> {
  const project = await findProject(db, caller, projectId);
  return new Problem(project ? "REPORT_NOT_FOUND" : "PROJECT_NOT_FOUND");
}

async function reportProgress(
  { db, caller, progress }: Context,
  reportId: string,
): Promise<string | undefined> {
  const report = await findReport(db, caller, reportId);
  if (report) progress?.(report.jobsDone + report.jobsFailed, report.jobsTotal);
  return report?.status;
}
