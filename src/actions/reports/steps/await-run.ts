import type { Context } from "../../../kernel/context.ts";
import { Problem } from "../../../kernel/problem.ts";
import { findProject } from "../../../store/projects/projects.ts";
import { findReport } from "../../../store/reports/reports.ts";

const toldEveryMs = 1000;

/** Waits until a run has ended, at most `ms`; tells a caller who watches how many of its asks have settled. */
export async function awaitRun(context: Context, reportId: string, ms: number): Promise<void> {
  const { queue, signal, progress } = context;
  if (!progress) return queue.finished(reportId, ms, signal);
  const until = performance.now() + ms;
  for (let inTime = true; inTime && (await told(context, reportId)) === "processing"; ) {
    const from = performance.now();
    const wait = Math.min(until - from, toldEveryMs);
    await queue.finished(reportId, wait, signal);
    // What ends sooner has ended, or nobody waits any more.
    inTime = wait === toldEveryMs && performance.now() - from >= wait - 1;
    if (!inTime) await told(context, reportId);
  }
}

/** Why a report that was accepted is not there any more: it went with its project, or by itself. */
export async function goneWhileAwaited({ db, caller }: Context, projectId: string): Promise<Problem> {
  const project = await findProject(db, caller, projectId);
  return new Problem(project ? "REPORT_NOT_FOUND" : "PROJECT_NOT_FOUND");
}

async function told({ db, caller, progress }: Context, reportId: string): Promise<string | undefined> {
  const report = await findReport(db, caller, reportId);
  if (report) progress?.(report.jobsDone + report.jobsFailed, report.jobsTotal);
  return report?.status;
}
